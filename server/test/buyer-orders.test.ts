/** Buyers' designs in orders: bound, changed, charged, sent back, and deleted when nobody needs them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeText } from '../../contract/rules/design-code'
import { allTests } from '../../test/setup/size'
import { sweepDesigns } from '../domain/buyer/retention'
import { catalogueHandlers } from '../domain/catalogue/handlers'
import { charge } from '../domain/credits/charge'
import { sweepUnused } from '../domain/files/unused'
import { readDesign } from '../domain/orders/design/stored-design'
import { buyer, buyerDesigns, openBuyerShop, photoFor, printedColor, submitted, toWrite } from './buyer-shop'
import { type Domain, openDomain } from './domain'
import { buyCredits, imageOf, itemOf, openOrderShop, orderOf } from './order-shop'
import { minute, openSyncSeller, start, tradeOf } from './sync-seller'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

describe('a submitted design', () => {
  test('a submitted design is put into its order as it was submitted, whatever was changed and not submitted since', async () => {
    const shop = await openBuyerShop(domain)
    const { ids } = shop
    await catalogueHandlers.phoneCaseSkus.create(
      { body: { ...ids, phoneModelId: shop.model2.id, wireframeId: null, enabled: true } },
      shop.ctx,
    )
    const begun = await shop.begin()
    const design = await submitted(shop, begun, '#ff0000')
    const other = await photoFor(shop, design.id, '#0000ff')
    const layers = toWrite(design.layers).map((one) => (one.uuid === 'photo' ? { ...one, imageFileId: other } : one))
    const body = { ...shop.chosen, phoneModelId: shop.model2.id, revision: design.revision, layers }
    await buyer.save({ params: { id: design.id }, body }, shop.visitor(begun.secret))
    await shop.take(orderOf('4', [itemOf('4-1', null)], { buyerMessage: design.code }))
    const [customization] = (await shop.list())[0]?.orderItems[0]?.customizations ?? []
    expect([customization?.phoneModelId, (await printedColor(shop))?.color]).toEqual([shop.model.id, [255, 0, 0]])
    const stored = await readDesign(shop.ctx, customization?.id ?? 0)
    expect(stored.layers.map(({ imageFileId }) => imageFileId)).not.toContain(other)
  })

  test('a submitted design is bound by its code in the buyer message, is printed as designed, charged, and then locked', async () => {
    const shop = await openBuyerShop(domain)
    const begun = await shop.begin()
    const design = await submitted(shop, begun, '#ff0000')
    expect(design).toMatchObject({ status: 'submitted', isBound: false, lockText: null })
    await shop.take(orderOf('1', [itemOf('1-1', null)], { buyerMessage: `编号 ${codeText(design.code)} 谢谢` }))
    const printed = await printedColor(shop)
    expect(printed?.color).toEqual([255, 0, 0])
    expect((await buyer.get({ params: { id: design.id } }, shop.visitor(begun.secret))).isBound).toBe(true)

    // The buyer changes his mind before the charge: the order follows.
    const changed = await submitted(shop, { ...begun, design }, '#0000ff')
    expect((await printedColor(shop))?.color).toEqual([0, 0, 255])

    await buyCredits(shop.ctx, 1000)
    await charge(shop.ctx, [printed?.id ?? 0])
    await expect(submitted(shop, { ...begun, design: changed }, '#ffff00')).rejects.toMatchObject({
      code: 'conflict',
      message: '已开始制作，如需修改请联系客服',
    })
    expect((await printedColor(shop))?.color).toEqual([0, 0, 255])
    await expect(buyerDesigns.unbind({ params: { id: design.id } }, shop.ctx)).rejects.toMatchObject({ code: 'conflict' })
    // The same order comes again without a design, as a marketplace sends it.
    await shop.take(orderOf('1', [itemOf('1-1', null)], { buyerMessage: `编号 ${design.code}`, sellerMemo: '加急' }))
    expect(await printedColor(shop)).toEqual({ id: printed?.id, color: [0, 0, 255] })
  })

  test.each(['buyer_message', 'seller_memo'] as const)(
    'a submitted design is put into the order that a sync reads from the marketplace with its code as %s',
    async (field) => {
      const orders = await openOrderShop(domain)
      const seller = await openSyncSeller(domain, orders.ctx)
      const shop = await openBuyerShop(domain, {}, { ...orders, shopId: seller.shopId })
      const begun = await shop.begin()
      const design = await submitted(shop, begun, '#ff0000')
      const trade = tradeOf(start - 5 * minute)
      seller.put(trade)
      expect(await seller.sync()).toMatchObject({ created: 1 })
      expect(await printedColor(shop)).toBeNull()
      // Buyer and seller may write it later.
      seller.advance(30 * minute)
      seller.put({ ...trade, modified: new Date(seller.now() - minute), [field]: `编号：${codeText(design.code)}。` })
      expect(await seller.sync()).toMatchObject({ created: 0, updated: 1 })
      expect((await printedColor(shop))?.color).toEqual([255, 0, 0])
      expect((await buyer.get({ params: { id: design.id } }, shop.visitor(begun.secret))).isBound).toBe(true)
    },
  )

  test('a submitted design is bound, rejected with a reason and bound again by the seller', async () => {
    const shop = await openBuyerShop(domain)
    const begun = await shop.begin()
    const design = await submitted(shop, begun, '#ff0000')
    await shop.take(orderOf('2', [itemOf('2-1', null)]))
    const [order] = await shop.list()
    const bind = (code: string) => buyerDesigns.bind({ body: { code, orderId: order?.id ?? 0 } }, shop.ctx)
    await expect(bind('AAAA-AAAA')).rejects.toMatchObject({ code: 'invalid' })
    expect(await bind(codeText(design.code).toLowerCase())).toMatchObject({ orderOriginalId: '2', status: 'submitted' })
    expect((await bind(design.code)).orderId).toBe(order?.id)
    // The order is found by the phone of its design; the item names another one.
    expect(await shop.list({ keyword: '硅胶' })).toHaveLength(1)
    expect((await shop.list())[0]?.orderItems[0]?.customizations).toHaveLength(1)
    // And by its code, however it is typed.
    const found = async (keyword: string) => (await shop.list({ keyword })).map(({ originalId }) => originalId)
    expect([await found(codeText(design.code).toLowerCase()), await found('AAAA-AAAA')]).toEqual([['2'], []])

    expect(await buyerDesigns.reject({ params: { id: design.id }, body: { reason: '照片太暗' } }, shop.ctx)).toMatchObject({
      status: 'rejected',
      orderId: null,
    })
    expect((await shop.list())[0]?.orderItems[0]?.customizations).toEqual([])
    const seen = await buyer.get({ params: { id: design.id } }, shop.visitor(begun.secret))
    expect(seen).toMatchObject({ status: 'rejected', rejectReason: '照片太暗' })
    await expect(bind(design.code)).rejects.toMatchObject({ code: 'conflict' })
    await submitted(shop, { ...begun, design: seen }, '#00ffff')
    await bind(design.code)
    expect((await printedColor(shop))?.color).toEqual([0, 255, 255])
    const list = await buyerDesigns.list({ query: { pageNo: 1, pageSize: 20, keyword: design.code } }, shop.ctx)
    expect(list.items.map(({ orderOriginalId }) => orderOriginalId)).toEqual(['2'])
    const other = await domain.seller()
    expect((await buyerDesigns.list({ query: { pageNo: 1, pageSize: 20 } }, other)).totalItems).toBe(0)
  })

  test('a submitted design returns to the item from which it was sent back when its buyer submits it again, unless another design is there', async () => {
    const shop = await openBuyerShop(domain)
    const begun = await shop.begin()
    const design = await submitted(shop, begun, '#ff0000')
    await shop.take(orderOf('r1', [itemOf('r1-1', null), itemOf('r1-2', null)]))
    const [order] = await shop.list()
    const second = order?.orderItems[1]?.id ?? 0
    const orderId = order?.id ?? 0
    await buyerDesigns.bind({ body: { code: design.code, orderId, orderItemId: second } }, shop.ctx)
    const reject = () => buyerDesigns.reject({ params: { id: design.id }, body: { reason: '照片太暗' } }, shop.ctx)
    const designsOf = async () => (await shop.list())[0]?.orderItems.map(({ customizations }) => customizations.length)
    expect(await designsOf()).toEqual([0, 1])
    await reject()
    expect(await designsOf()).toEqual([0, 0])
    const again = await submitted(shop, { ...begun, design }, '#00ff00')
    expect([again.isBound, await designsOf()]).toEqual([true, [0, 1]])

    await reject()
    const other = await submitted(shop, await shop.begin(), '#0000ff')
    await buyerDesigns.bind({ body: { code: other.code, orderId, orderItemId: second } }, shop.ctx)
    expect((await submitted(shop, { ...begun, design: again }, '#ffff00')).isBound).toBe(false)
    expect(await designsOf()).toEqual([0, 1])

    // Taken out by the seller, a design does not come back by itself.
    await buyerDesigns.unbind({ params: { id: other.id } }, shop.ctx)
    const seen = await buyer.get({ params: { id: design.id } }, shop.visitor(begun.secret))
    expect((await submitted(shop, { ...begun, design: seen }, '#00ffff')).isBound).toBe(true)
    await buyerDesigns.unbind({ params: { id: design.id } }, shop.ctx)
    const alone = await buyer.get({ params: { id: design.id } }, shop.visitor(begun.secret))
    expect((await submitted(shop, { ...begun, design: alone }, '#123456')).isBound).toBe(false)
  })

  test('a submitted design is deleted with its pictures, also from the storage, only when no order has it and its time is over', async () => {
    const shop = await openBuyerShop(domain)
    const { ctx } = shop
    const [draft, unbound, kept, removed] = [await shop.begin(), await shop.begin(), await shop.begin(), await shop.begin()]
    const body = { ...shop.chosen, revision: 1, layers: toWrite(draft.design.layers) }
    const [place, ...others] = body.layers
    if (!place) throw new Error('the template has no layer')
    const photo = await photoFor(shop, draft.design.id, '#123456')
    const layers = [{ ...place, imageFileId: photo }, ...others]
    await buyer.save({ params: { id: draft.design.id }, body: { ...body, layers } }, shop.visitor(draft.secret))
    await submitted(shop, unbound, '#00ff00')
    await submitted(shop, removed, '#0000ff')
    const { code } = await submitted(shop, kept, '#ff0000')
    await shop.take(orderOf('3', [itemOf('3-1', null)], { sellerMemo: code }))
    /** Storage keys of a buyer's files and of the drawings made from them; each shop has files of its own. */
    const keysOf = async (begun: typeof draft) => {
      const design = ctx.db.selectFrom('buyer_design').where('id', '=', begun.design.id)
      const { print, effect } = await design
        .select(['print_file_id as print', 'effect_file_id as effect'])
        .executeTakeFirstOrThrow()
      const photos = await ctx.db
        .selectFrom('buyer_file')
        .select('file_id')
        .where('design_id', '=', begun.design.id)
        .where('origin', '=', 'photo')
        .execute()
      const ids = [print, effect, ...photos.map(({ file_id }) => file_id)].filter((id) => id !== null)
      return (await ctx.db.selectFrom('file').select('storage_key').where('id', 'in', ids).execute()).map(
        (row) => row.storage_key,
      )
    }
    const keys = {
      draft: await keysOf(draft),
      unbound: await keysOf(unbound),
      kept: await keysOf(kept),
      removed: await keysOf(removed),
    }
    /** Which of the designs' pictures the storage still has, and the database. */
    const left = async () => {
      const found: string[] = []
      for (const [name, ofDesign] of Object.entries(keys)) {
        const sizes = await Promise.all(ofDesign.map((key) => ctx.storage.size(key)))
        const rows = await ctx.db.selectFrom('file').select('id').where('storage_key', 'in', ofDesign).execute()
        expect(sizes.filter((size) => size !== null)).toHaveLength(rows.length)
        if (rows.length > 0) found.push(rows.length === ofDesign.length ? name : `a part of ${name}`)
      }
      return found
    }
    const sweepAfter = async (days: number) => {
      const later = { ...ctx, clock: { now: () => new Date(Date.now() + days * 24 * 3_600_000) } }
      await sweepDesigns(later)
      await sweepUnused(later)
    }
    await buyer.remove({ params: { id: removed.design.id } }, shop.visitor(removed.secret))
    await ctx.db.updateTable('buyer_design').set({ updated_at: new Date() }).where('shop_id', '=', shop.shopId).execute()
    await sweepAfter(29)
    expect(await left()).toEqual(['draft', 'unbound', 'kept'])
    await sweepAfter(31)
    expect(await left()).toEqual(['unbound', 'kept'])
    await expect(buyer.get({ params: { id: draft.design.id } }, shop.visitor(draft.secret))).rejects.toMatchObject({
      code: 'not-found',
    })
    await sweepAfter(99)
    expect(await left()).toEqual(['unbound', 'kept'])
    await sweepAfter(101)
    expect(await left()).toEqual(['kept'])
    expect((await buyer.get({ params: { id: kept.design.id } }, shop.visitor(kept.secret))).code).toBe(code)
  })

  // Rendering makes each of them slow; the whole number runs with all tests.
  const interleavings = allTests ? 200 : 16
  test(`the printed picture is the charged one, however a change and a charge interleave (${interleavings} times)`, async () => {
    const shop = await openBuyerShop(domain)
    await buyCredits(shop.ctx, 60 * interleavings)
    for (let n = 0; n < interleavings; n++) {
      const begun = await shop.begin()
      const design = await submitted(shop, begun, '#ff0000')
      const number = `race-${n}`
      await shop.take(orderOf(number, [itemOf(`${number}-1`, null)], { buyerMessage: design.code }))
      const [order] = await shop.list({ keyword: number })
      const id = order?.orderItems[0]?.customizations[0]?.id ?? 0
      const pay = async () => {
        const { charged, refused } = await charge(shop.ctx, [id])
        // A design that is not drawn yet is not charged.
        for (const { findings } of refused) expect(findings.map(({ code }) => code)).toEqual(['drawing'])
        return charged.length > 0 ? imageOf(shop.ctx, { id }) : null
      }
      const change = () => submitted(shop, { ...begun, design }, '#0000ff')
      // The later call starts after 0 to 8 turns of the event loop, a different number in each round.
      const late = async <T>(work: () => Promise<T>): Promise<T> => {
        for (let turn = 0; turn < n % 9; turn++) await new Promise((resolve) => setImmediate(resolve))
        return work()
      }
      const [paid, edited] =
        n % 2 === 0 ? await Promise.allSettled([pay(), late(change)]) : await Promise.allSettled([late(pay), change()])
      if (paid.status === 'rejected') throw paid.reason
      if (paid.value !== null) expect(await imageOf(shop.ctx, { id })).toBe(paid.value)
      if (edited.status === 'rejected') expect(edited.reason).toMatchObject({ code: 'conflict' })
    }
  })
})
