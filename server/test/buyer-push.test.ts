/** A buyer's design at the factory: pushed once, as it was submitted, and locked from then on. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fileKind } from '../../contract/constants'
import { sized } from '../../test/setup/size'
import { catalogueHandlers } from '../domain/catalogue/handlers'
import { charge } from '../domain/credits/charge'
import { pushOrder } from '../domain/erp/push/push'
import type { Storage } from '../ports/storage'
import { type BuyerShop, buyer, buyerDesigns, openBuyerShop, submitted } from './buyer-shop'
import { type Domain, openDomain } from './domain'
import { buyCredits, imageOf, itemOf, orderOf } from './order-shop'
import { openPushShop } from './push-shop'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

/** A shop with a factory, whose buyers design for a case of the factory's size. */
async function openFactoryShop() {
  const push = await openPushShop(domain)
  const shop = await openBuyerShop(domain, {}, push)
  // The factory's case is 71.8 × 148 mm; with its size the design is printed at 300 dpi.
  const file = await shop.picture('#ffffff00', 848, 1748)
  await shop.ctx.db.updateTable('file').set({ kind: fileKind.wireframe }).where('id', '=', file).execute()
  const frame = { width: 848, height: 1748, foregroundImageFileId: file, widthMm: 71.8, heightMm: 148 }
  const { id: wireframeId } = await catalogueHandlers.wireframes.create({ body: frame }, shop.ctx)
  const key = `${shop.model.id}-${shop.color.id}`
  await catalogueHandlers.phoneCaseSkus.update({ params: { key }, body: { ...shop.ids, wireframeId, enabled: true } }, shop.ctx)
  return { push, shop }
}

test('a design goes by its code through the order to the factory, and cannot be changed after it', async () => {
  const { push, shop } = await openFactoryShop()
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

/** The same shop, whose drawings resolve `drawn` when the effect image, the last of them, is stored. */
function watchDrawings(shop: BuyerShop): { readonly drawn: Promise<void>; readonly watched: BuyerShop } {
  const { storage } = shop.ctx
  let noteDrawn: () => void
  const drawn = new Promise<void>((resolve) => {
    noteDrawn = resolve
  })
  const put: Storage['put'] = async (key, bytes, contentType) => {
    await storage.put(key, bytes, contentType)
    if (contentType === 'image/webp') noteDrawn()
  }
  return { drawn, watched: { ...shop, ctx: { ...shop.ctx, storage: { ...storage, put } } } }
}

// Each of them draws two print files; the whole number runs with all tests.
const interleavings = sized(4, 200)
test(`the factory gets the picture that is charged, however a change, a push and a charge interleave (${interleavings} times)`, async () => {
  const { push, shop } = await openFactoryShop()
  await buyCredits(shop.ctx, 60 * interleavings)
  const outcomes = new Set<string>()
  for (let n = 0; n < interleavings; n++) {
    const number = `27${String(n).padStart(5, '0')}`
    const begun = await shop.begin()
    const design = await submitted(shop, begun, '#ff0000')
    await shop.take(orderOf(number, [itemOf(`${number}-1`, null)], { sellerMemo: `编号${design.code}` }))
    const requested = await push.seen(number)
    const id = requested.orderItems[0]?.phoneCaseCustomizationInfos[0]?.id ?? 0
    const asSeen = await imageOf(shop.ctx, { id })
    // Each starts after another number of turns of the event loop; in every second round the others wait until the change is drawn,
    // which takes longer than all that they do.
    const late = async <T>(turns: number, work: () => Promise<T>): Promise<T> => {
      for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve))
      return work()
    }
    const { drawn, watched } = watchDrawings(shop)
    const changing = late((n * 3) % 10, () => submitted(watched, { ...begun, design }, '#0000ff'))
    if (n % 2 === 0) await Promise.race([drawn, changing.catch(() => undefined)])
    const [changed, pushed, paid] = await Promise.allSettled([
      changing,
      late((n * 7) % 40, async () => {
        await pushOrder(push.ctx, requested)
        return imageOf(shop.ctx, { id })
      }),
      late((n * 5) % 50, async () => {
        const { charged, refused } = await charge(shop.ctx, [id])
        // A design that is not drawn yet is not charged.
        for (const { findings } of refused) expect(findings.map(({ code }) => code)).toContain('drawing')
        return charged.length > 0 ? imageOf(shop.ctx, { id }) : null
      }),
    ])
    const printed = await imageOf(shop.ctx, { id })
    if (paid.status === 'rejected') throw paid.reason
    if (paid.value !== null) expect(paid.value).toBe(printed)
    // The factory makes what the seller saw, or nothing.
    if (pushed.status === 'fulfilled') expect([pushed.value, printed]).toEqual([asSeen, asSeen])
    else expect(pushed.reason).toMatchObject({ code: 'conflict' })
    if (changed.status === 'rejected') expect(changed.reason).toMatchObject({ code: 'conflict' })
    outcomes.add(changed.status)
  }
  // A few rounds may all end alike.
  if (interleavings > 100) expect([...outcomes].sort()).toEqual(['fulfilled', 'rejected'])
})
