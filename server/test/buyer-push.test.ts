/** A buyer's design at the factory: pushed once, as it was submitted, and locked from then on. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fileKind } from '../../contract/constants'
import { catalogueHandlers } from '../domain/catalogue/handlers'
import { buyer, buyerDesigns, openBuyerShop, submitted } from './buyer-shop'
import { type Domain, openDomain } from './domain'
import { itemOf, orderOf } from './order-shop'
import { openPushShop } from './push-shop'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

test('a design goes by its code through the order to the factory, and cannot be changed after it', async () => {
  const push = await openPushShop(domain)
  const shop = await openBuyerShop(domain, {}, push)
  // The factory's case is 71.8 × 148 mm; with its size the design is printed at 300 dpi.
  const file = await shop.picture('#ffffff00', 848, 1748)
  await shop.ctx.db.updateTable('file').set({ kind: fileKind.wireframe }).where('id', '=', file).execute()
  const frame = { width: 848, height: 1748, foregroundImageFileId: file, widthMm: 71.8, heightMm: 148 }
  const { id: wireframeId } = await catalogueHandlers.wireframes.create({ body: frame }, shop.ctx)
  const key = `${shop.model.id}-${shop.color.id}`
  await catalogueHandlers.phoneCaseSkus.update({ params: { key }, body: { ...shop.ids, wireframeId, enabled: true } }, shop.ctx)
  const begun = await shop.begin()
  const design = await submitted(shop, begun, '#ff0000')
  await shop.take(orderOf('2600001', [itemOf('2600001-1', null)], { sellerMemo: `编号${design.code}` }))

  expect(await push.push('2600001')).toMatchObject({ status: 'pushed' })
  expect(await push.push('2600001')).toMatchObject({ status: 'already' })
  await expect(submitted(shop, { ...begun, design }, '#0000ff')).rejects.toMatchObject({
    code: 'conflict',
    message: '已开始制作，如需修改请联系客服',
  })
  await expect(buyerDesigns.unbind({ params: { id: design.id } }, shop.ctx)).rejects.toMatchObject({ code: 'conflict' })
  const { lockText, isBound } = await buyer.get({ params: { id: design.id } }, shop.visitor(begun.secret))
  expect({ lockText, isBound }).toEqual({ lockText: '已开始制作，如需修改请联系客服', isBound: true })
})
