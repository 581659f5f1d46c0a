/** A buyer's design stays complete when the shop's things that it uses are deleted. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fileKind } from '../../contract/constants'
import type { TemplateLayerWrite } from '../../contract/types'
import { assetHandlers } from '../domain/assets/handlers'
import { sweepUnused, unusedLifeMs } from '../domain/files/unused'
import { templateHandlers } from '../domain/templates/handlers'
import { sweepTrash } from '../domain/trash/deletion'
import { buyer, openBuyerShop, toWrite } from './buyer-shop'
import { type Domain, openDomain } from './domain'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

test('a design keeps the sticker and the template pictures that it uses, and is submitted, after both were deleted for good', async () => {
  const shop = await openBuyerShop(domain)
  const { ctx } = shop
  const collection = await assetHandlers.designAssetCollections.create({ body: { type: 2, name: '可爱' } }, ctx)
  const fileId = await shop.picture('#ff00ff')
  await ctx.db.updateTable('file').set({ kind: fileKind.designAsset }).where('id', '=', fileId).execute()
  const asset = await assetHandlers.designAssets.create({ body: { type: 2, collectionId: collection.id, fileId } }, ctx)
  const begun = await shop.begin()
  const { id } = begun.design
  const [photo] = toWrite(begun.design.layers)
  const sticker = { uuid: 'sticker', index: 9, imageFileId: fileId, locked: false, isUserUploadImage: false, appearance: null }
  const layers = [...toWrite(begun.design.layers), { ...(photo as TemplateLayerWrite), ...sticker }]
  await buyer.save({ params: { id }, body: { ...shop.chosen, revision: 1, layers } }, shop.visitor(begun.secret))

  await assetHandlers.designAssets.remove({ params: { id: asset.id } }, ctx)
  await templateHandlers.templates.remove({ params: { id: shop.template.id } }, ctx)
  const unused = await shop.picture('#123456')
  const start = ctx.clock.now().getTime()
  const after = (ms: number) => ({ ...ctx, clock: { now: () => new Date(start + ms) } })
  await sweepUnused(ctx)
  await sweepTrash(after(2 * unusedLifeMs))
  await sweepUnused(after(2 * unusedLifeMs))
  await sweepUnused(after(4 * unusedLifeMs))
  const isStored = async (file: number) =>
    (await ctx.db.selectFrom('file').select('id').where('id', '=', file).executeTakeFirst()) !== undefined
  expect([await isStored(unused), await isStored(fileId)]).toEqual([false, true])
  const body = { revision: 2, consent: true as const }
  const design = await buyer.submit({ params: { id }, body }, shop.visitor(begun.secret))
  expect([design.status, design.layers.length]).toEqual(['submitted', 3])
})
