import { expect, test } from 'vitest'
import { productMode } from '../../../contract/constants'
import { offeredTemplates } from './link-listing'

const facts = (id: number, collectionId: number, enabled = true) => ({
  ...{ id, collectionId, enabled, name: '', productMode: productMode.default, updatedAt: 0 },
})
const all = [facts(1, 1), facts(2, 1, false), facts(3, 2)]
const setting = (mode: number, templateId: number | null = null, collections: number[] = []) => ({
  mode: mode as 1,
  bindingTemplateId: templateId,
  bindingTemplateCollectionIds: collections,
})

test('the listing pictures of a link show the templates on the shelf that buyers find behind it', () => {
  expect(offeredTemplates(all, setting(productMode.default))).toEqual([1, 3])
  expect(offeredTemplates(all, setting(productMode.singleTemplate, 3))).toEqual([3])
  expect(offeredTemplates(all, setting(productMode.templateCollections, null, [1]))).toEqual([1])
  expect(offeredTemplates(all, setting(productMode.diy))).toEqual([])
})
