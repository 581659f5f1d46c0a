/** Content that a buyer deletes or replaces is gone from the storage: photos, texts, and every picture that was drawn from them. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sweepDesigns, unboundLifeMs } from '../domain/buyer/retention'
import { removeUnused, sweepUnused } from '../domain/files/unused'
import { correctDesign } from '../domain/orders/design/change'
import { readDesign, toShownDesign } from '../domain/orders/design/stored-design'
import { addFont, type BuyerShop, buyer, buyerDesigns, openBuyerShop, submitted, toWrite } from './buyer-shop'
import { type Domain, openDomain } from './domain'
import { itemOf, orderOf } from './order-shop'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

const hour = 60 * 60 * 1000

/** Storage keys of the files of the account that a buyer brought or that were drawn, in their order. */
async function keysOf({ ctx }: BuyerShop): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('file')
    .select('storage_key as key')
    .where('account_id', '=', ctx.actor.accountId)
    .where('name', 'in', ['photo.png', 'text.svg'])
    .union(
      ctx.db
        .selectFrom('file')
        .select('storage_key as key')
        .where('account_id', '=', ctx.actor.accountId)
        .where('name', 'like', 'buyer-%'),
    )
    .execute()
  return rows.map(({ key }) => key)
}
const stored = async ({ ctx }: BuyerShop, keys: readonly string[]) => {
  const sizes = await Promise.all(keys.map((key) => ctx.storage.size(key)))
  return sizes.filter((size) => size !== null).length
}

test('the drawing of a replaced submission goes at once, and a deleted design takes all that it ever had', async () => {
  const shop = await openBuyerShop(domain)
  const fontId = await addFont(shop)
  const begun = await shop.begin()
  const params = { id: begun.design.id }
  const text = { text: '13800001234', fontId, fontColor: '#112233', like: null }
  await buyer.drawText({ params, body: text }, shop.visitor(begun.secret))
  const first = await submitted(shop, begun, '#ff0000')
  const before = await keysOf(shop)
  // A photo, a text and a print file: the demo's case has no picture for an effect image.
  expect(await stored(shop, before)).toBe(3)
  await submitted(shop, { ...begun, design: first }, '#0000ff')
  await removeUnused(shop.ctx)
  expect(await stored(shop, before)).toBe(2)
  const all = await keysOf(shop)
  expect(await stored(shop, all)).toBe(4)
  await buyer.remove({ params }, shop.visitor(begun.secret))
  await removeUnused(shop.ctx)
  expect(await stored(shop, [...before, ...all])).toBe(0)
})

test('a drawing that the history of an order has stays with it, and goes with the design when the order does not have it any more', async () => {
  const shop = await openBuyerShop(domain)
  const begun = await shop.begin()
  const design = await submitted(shop, begun, '#ff0000')
  await shop.take(orderOf('1', [itemOf('1-1', null)], { buyerMessage: design.code }))
  const [customization] = (await shop.list())[0]?.orderItems[0]?.customizations ?? []
  const { version, width, height, layers } = await toShownDesign(shop.ctx, await readDesign(shop.ctx, customization?.id ?? 0))
  await correctDesign(shop.ctx, customization?.id ?? 0, { version, width, height, layers: toWrite(layers) })
  const [print] = (await keysOf(shop)).filter((key) => key.endsWith('.png')).slice(-1)
  if (!print) throw new Error('nothing was drawn')
  const drawn = await keysOf(shop)
  await submitted(shop, { ...begun, design }, '#0000ff')
  await sweepUnused(shop.ctx)
  expect(await stored(shop, drawn)).toBe(drawn.length)
  await buyerDesigns.unbind({ params: { id: design.id } }, shop.ctx)
  const all = await keysOf(shop)
  await buyer.remove({ params: { id: design.id } }, shop.visitor(begun.secret))
  await sweepUnused(shop.ctx)
  expect(await stored(shop, all)).toBe(0)
})

test('a design whose time is over takes the drawings of all its submissions', async () => {
  const shop = await openBuyerShop(domain)
  const begun = await shop.begin()
  const design = await submitted(shop, begun, '#ff0000')
  await submitted(shop, { ...begun, design }, '#0000ff')
  const all = await keysOf(shop)
  const now = shop.ctx.clock.now()
  await shop.ctx.db.updateTable('buyer_design').set({ updated_at: now }).where('id', '=', design.id).execute()
  const later = { ...shop.ctx, clock: { now: () => new Date(now.getTime() + unboundLifeMs + hour) } }
  await sweepDesigns(later)
  await removeUnused(later)
  expect(await stored(shop, all)).toBe(0)
})
