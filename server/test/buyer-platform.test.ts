/** Designs that a platform opens for an order, and codes that a marketplace keeps with an item. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { maxWrongNumbersPerAddress, maxWrongNumbersPerShop } from '../domain/buyer/order-number'
import { preflight } from '../domain/orders/preflight'
import { beginSync, orderSync } from '../domain/orders/sync'
import { authorizeShop } from '../domain/shops/sessions'
import type { PublicCtx } from '../kernel/context'
import { type BuyerShop, buyer, buyerDesigns, openBuyerShop, printedColor, submitted, toWrite } from './buyer-shop'
import { type Domain, openDomain } from './domain'
import { openTaskRunner } from './jobs'
import { contentOf, itemOf, orderOf } from './order-shop'
import { lineOf, minute, sellerId, session, start, tradeOf } from './sync-seller'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

const beginFor = (shop: BuyerShop, orderOriginalId: string) =>
  buyer.begin(
    {
      params: { token: shop.token },
      body: { ...shop.chosen, templateId: shop.template.id, preview: false, order: { orderOriginalId, userId: 'o-1' } },
    },
    shop.visitor(),
  )

describe('a design that was begun for an order', () => {
  test('a design that was begun for an order goes into it when it is submitted', async () => {
    const shop = await openBuyerShop(domain)
    await shop.take(orderOf('6900000000001', [itemOf('a', null)]))
    const design = await submitted(shop, await beginFor(shop, '6900000000001'), '#ff0000')
    expect(design).toMatchObject({ status: 'submitted', isBound: true, forOrder: '6900000000001' })
    expect((await printedColor(shop))?.color).toEqual([255, 0, 0])
  })

  test('a design that was begun for an order waits for an order that the shop does not know yet, and goes into it at its import', async () => {
    const shop = await openBuyerShop(domain)
    const begun = await beginFor(shop, '6900000000002')
    expect((await submitted(shop, begun, '#ff0000')).isBound).toBe(false)
    await shop.take(orderOf('6900000000003', [itemOf('b', null)]))
    expect((await shop.list())[0]?.orderItems[0]?.customizations).toEqual([])
    await shop.take(orderOf('6900000000002', [itemOf('c', contentOf(shop.infoOf('own', null))), itemOf('d', null)]))
    const [order] = await shop.list({ keyword: '6900000000002' })
    expect(order?.orderItems.map(({ customizations }) => customizations.length)).toEqual([1, 1])
    expect((await buyer.get({ params: { id: begun.design.id } }, shop.visitor(begun.secret))).isBound).toBe(true)
  })

  test('a design that was begun for an order and another one both go into an order with a piece for each', async () => {
    const shop = await openBuyerShop(domain)
    await submitted(shop, await beginFor(shop, '6900000000007'), '#ff0000')
    await submitted(shop, await beginFor(shop, '6900000000007'), '#0000ff')
    await shop.take(orderOf('6900000000007', [itemOf('two', null, { quantity: 2 })]))
    const [order] = await shop.list()
    expect(order).toMatchObject({ unplacedCodes: [], orderItems: [{ customizations: [{}, {}] }] })
  })

  test('a design that was begun for an order is left to the seller, who reads of both, when another one waits for the only piece', async () => {
    const shop = await openBuyerShop(domain)
    const first = await submitted(shop, await beginFor(shop, '6900000000004'), '#ff0000')
    const second = await submitted(shop, await beginFor(shop, '6900000000004'), '#0000ff')
    await beginFor(shop, '6900000000004')
    const order = orderOf('6900000000004', [itemOf('e', null)])
    await shop.take(order)
    const [read] = await shop.list()
    expect(read?.orderItems[0]?.customizations).toEqual([])
    expect(read?.unplacedCodes).toMatchObject([
      { code: first.code, reason: 'rivals', asks: true, itemIds: [read?.orderItems[0]?.id] },
      { code: second.code, reason: 'rivals', asks: true, text: expect.stringContaining('请问买家要哪一个') },
    ])
    // The seller's choice ends the question about the one, and the other is still named.
    await buyerDesigns.bind({ body: { code: second.code, orderId: read?.id ?? 0 } }, shop.ctx)
    const [chosen] = await shop.list()
    expect(chosen?.unplacedCodes).toMatchObject([{ code: first.code, reason: 'full', asks: true }])
    const [made] = chosen?.orderItems[0]?.customizations ?? []
    expect((await preflight(shop.ctx, [made?.id ?? 0]))[0]?.findings).toContainEqual({
      code: 'unplacedCode',
      text: expect.stringMatching(/^所在订单的买家打开这个订单做的设计 /),
    })
  })

  test('a design that was begun for an order comes second to a design that is in the order, and the seller reads of it', async () => {
    const shop = await openBuyerShop(domain)
    await shop.take(orderOf('6900000000008', [itemOf('k', null)]))
    expect((await submitted(shop, await beginFor(shop, '6900000000008'), '#ff0000')).isBound).toBe(true)
    const late = await submitted(shop, await beginFor(shop, '6900000000008'), '#0000ff')
    expect(late).toMatchObject({ status: 'submitted', isBound: false })
    expect((await shop.list())[0]?.unplacedCodes).toMatchObject([{ code: late.code, reason: 'full' }])
  })

  test('a design that was begun for an order does not reach another shop', async () => {
    const shop = await openBuyerShop(domain)
    const stranger = await openBuyerShop(domain)
    await submitted(stranger, await beginFor(stranger, '6900000000005'), '#ff0000')
    await shop.take(orderOf('6900000000005', [itemOf('f', null)]))
    expect((await shop.list())[0]).toMatchObject({ unplacedCodes: [], orderItems: [{ customizations: [] }] })
  })

  test.each([
    ['an address', ({ address }: PublicCtx) => `buyer:platform-order-address:${address}`, maxWrongNumbersPerAddress],
    ['a shop', (_: PublicCtx, shopId: number) => `buyer:platform-order-shop:${shopId}`, maxWrongNumbersPerShop],
  ])('a design does not show %s with too many unknown numbers whether the order exists', async (_, keyOf, most) => {
    const shop = await openBuyerShop(domain)
    await shop.take(orderOf('6900000000009', [itemOf('l', null)]))
    const [read] = await shop.list()
    const begun = await beginFor(shop, '6900000000009')
    const { design } = begun
    const layers = toWrite(design.layers)
    const visitor = shop.visitor(begun.secret)
    await shop.ctx.db
      .insertInto('shared_limit')
      .values({ key: keyOf(visitor, read?.shopId ?? 0), used: most, ends_at: new Date(Date.now() + 60_000) })
      .execute()
    const saved = await buyer.save(
      { params: { id: design.id }, body: { ...shop.chosen, revision: design.revision, layers } },
      visitor,
    )
    const sent = await buyer.submit({ params: { id: design.id }, body: { revision: saved.revision, consent: true } }, visitor)
    expect(sent).toMatchObject({ status: 'submitted', isBound: false })
    expect((await shop.list())[0]?.unplacedCodes).toMatchObject([{ code: design.code, reason: 'ready' }])
  })
})

describe("a marketplace's text of an item", () => {
  test("a marketplace's text of an item binds the design whose code it names to that item", async () => {
    const shop = await openBuyerShop(domain)
    const { code } = await submitted(shop, await shop.begin(), '#ff0000')
    // As taobao.trade.fullinfo.get gives it: what the buyer wrote into the product's own fields.
    const text = JSON.stringify({ itemId: '700000000001', skuId: '1', text: [{ id: 1, content: `定制编号 ${code}` }], pic: [] })
    const order = orderOf('6900000000006', [itemOf('g', null), itemOf('h', text)])
    await shop.take(order)
    const counts = async () => (await shop.list())[0]?.orderItems.map(({ customizations }) => customizations.length)
    expect(await counts()).toEqual([0, 1])
    await shop.take(order)
    expect(await counts()).toEqual([0, 1])
  })

  test("a marketplace's text of an item is read by the sync of a Taobao shop, from the order field of its gateway", async () => {
    const shop = await openBuyerShop(domain)
    const { ctx } = shop
    const { shopId } = await authorizeShop(ctx, ctx.actor.accountId, session)
    // The link is the Taobao shop's.
    await ctx.db.updateTable('shop_customization_setting').set({ shop_id: shopId }).where('id', '=', shop.link.id).execute()
    const { code } = await submitted(shop, await shop.begin(), '#ff0000')
    const customization = JSON.stringify({ itemId: '700000000001', skuId: '1', text: [{ id: 1, content: code }], pic: [] })
    domain.trades.put(sellerId, tradeOf(start - minute, { lines: [lineOf(), lineOf({ customization })] }))
    const runner = await openTaskRunner(ctx, [orderSync(ctx)])
    await beginSync(ctx, { shopId })
    await runner.idle()
    await runner.stop()
    const orders = (await shop.list()).filter((order) => order.shopId === shopId)
    const bound = orders.flatMap(({ orderItems }) => orderItems.map(({ customizations }) => customizations.length))
    expect(bound).toEqual([0, 1])
  })
})
