/** The counts for the confirmation before collections and templates are deleted: who offers them, and who would offer nothing after it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { productMode } from '../../../contract/constants'
import { openSetting } from '../../../contract/open-setting'
import { type BuyerShop, openBuyerShop } from '../../test/buyer-shop'
import { type Domain, openDomain } from '../../test/domain'
import { layer } from '../../test/template-studio'
import { createLink } from '../shops/links'
import { templateHandlers } from './handlers'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

const use = (shop: Pick<BuyerShop, 'ctx'>, kind: 'collection' | 'template', ...ids: number[]) =>
  templateHandlers.templateUse.get({ query: { kind, ids } }, shop.ctx)

interface Offering {
  readonly mode: number
  /** The object that the setting binds. */
  readonly binds: 'collection' | 'template' | 'nothing'
  /** Whether the collection has another enabled template. */
  readonly hasOther?: boolean
  readonly collection: readonly [named: number, emptied: number]
  readonly template: readonly [named: number, emptied: number]
}
const offerings: readonly Offering[] = [
  { mode: productMode.default, binds: 'nothing', collection: [0, 0], template: [0, 0] },
  { mode: productMode.diy, binds: 'nothing', collection: [0, 0], template: [0, 0] },
  // A binding that the mode does not use is left from another mode.
  { mode: productMode.diy, binds: 'collection', collection: [0, 0], template: [0, 0] },
  { mode: productMode.singleTemplate, binds: 'template', collection: [1, 1], template: [1, 1] },
  { mode: productMode.singleTemplate, binds: 'template', hasOther: true, collection: [1, 1], template: [1, 1] },
  { mode: productMode.templateCollections, binds: 'collection', collection: [1, 1], template: [1, 1] },
  { mode: productMode.templateCollections, binds: 'collection', hasOther: true, collection: [1, 1], template: [1, 0] },
  { mode: productMode.templateCollectionsAndDiy, binds: 'collection', collection: [1, 0], template: [1, 0] },
]

test.each(offerings)('a setting of mode $mode that binds $binds (another template: $hasOther)', async (offering) => {
  const { mode, binds, hasOther } = offering
  const shop = await openBuyerShop(domain)
  const { ctx, shopId, template } = shop
  await ctx.db.deleteFrom('shop_customization_setting').where('account_id', '=', ctx.actor.accountId).execute()
  if (hasOther) {
    const image = await shop.picture('#00ff00')
    const body = { collectionId: template.collectionId, width: 200, height: 400, thumbnailFileId: null, layers: [layer(image)] }
    await templateHandlers.templates.create({ body }, ctx)
  }
  const data = {
    ...openSetting,
    mode: mode as 1,
    bindingTemplateCollectionIds: binds === 'nothing' ? [] : [template.collectionId],
    bindingTemplateId: binds === 'template' ? template.id : null,
  }
  const told = (links: number, skus: number, [named, emptied]: readonly [number, number]) => ({
    links: links * named,
    skus: skus * named,
    emptied: (links + skus) * emptied,
  })
  await ctx.db
    .insertInto('customization_setting')
    .values({ account_id: ctx.actor.accountId, shop_id: shopId, product_original_id: '7', data: JSON.stringify(data) })
    .execute()
  expect(await use(shop, 'collection', template.collectionId)).toEqual(told(0, 1, offering.collection))
  for (const isDefault of [true, false]) await createLink(ctx, { ...data, shopId, isDefault, customizationTiming: 1 })
  expect(await use(shop, 'collection', template.collectionId)).toEqual(told(2, 1, offering.collection))
  expect(await use(shop, 'template', template.id)).toEqual(told(2, 1, offering.template))
  expect(await use(await openBuyerShop(domain), 'template', template.id)).toEqual({ links: 0, skus: 0, emptied: 0 })
})

test('a link counts once for several of its templates, and is emptied only by the last enabled one', async () => {
  const shop = await openBuyerShop(domain)
  const { ctx, template } = shop
  const image = await shop.picture('#00ff00')
  const body = { collectionId: template.collectionId, width: 200, height: 400, thumbnailFileId: null, layers: [layer(image)] }
  const hidden = await templateHandlers.templates.create({ body }, ctx)
  await templateHandlers.templates.settings({ params: { id: hidden.id }, body: { enabled: false } }, ctx)
  expect(await use(shop, 'template', hidden.id)).toEqual({ links: 1, skus: 0, emptied: 0 })
  expect(await use(shop, 'template', template.id)).toEqual({ links: 1, skus: 0, emptied: 1 })
  expect(await use(shop, 'template', template.id, hidden.id)).toEqual({ links: 1, skus: 0, emptied: 1 })
})
