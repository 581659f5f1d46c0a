/** A buyer's design is bound to an item of an order by itself or after a question to the seller, whose decisions are kept. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeText } from '../../contract/rules/design-code'
import { catalogueHandlers } from '../domain/catalogue/handlers'
import { charge } from '../domain/credits/charge'
import type { ItemWrite } from '../domain/orders/items'
import { preflight } from '../domain/orders/preflight'
import { createShop } from '../domain/shops/shops'
import { type BuyerShop, buyer, buyerDesigns, openBuyerShop, submitted } from './buyer-shop'
import { type Domain, openDomain } from './domain'
import { buyCredits, itemOf, orderOf as orderWith } from './order-shop'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

/** A shop, and a submitted design for its iPhone 15. */
async function openDesigned() {
  const shop = await openBuyerShop(domain)
  const begun = await shop.begin()
  return { shop, begun, design: await submitted(shop, begun, '#ff0000') }
}

const gift = itemOf('gift', null, { title: '赠品 钢化膜 拍下不发', propertiesName: '' })
const difference = itemOf('difference', null, { title: '补差价', propertiesName: '', quantity: 5 })
const film = itemOf('film', null, { title: '苹果15钢化膜' })
const refunded = itemOf('refunded', null, { hold: '已退款，请不要生产' })
const shipped = itemOf('shipped', null, { state: 'shipped' })
const other = itemOf('other', null, { propertiesName: '适用手机型号:iPhone 14' })
const right = itemOf('right', null)

/** An order whose items have ids that no other order has. */
const orderOf = (number: string, items: readonly ItemWrite[], change: object = {}) =>
  orderWith(
    number,
    items.map((item) => ({ ...item, originalId: `${number}-${item.originalId}` })),
    change,
  )

async function orderNamed(shop: BuyerShop, number: string) {
  const order = (await shop.list()).find(({ originalId }) => originalId === number)
  if (!order) throw new Error(`no order ${number}`)
  return order
}
/** The items of an order with the number of their designs. */
const placesOf = async (shop: BuyerShop, number: string) =>
  Object.fromEntries(
    (await orderNamed(shop, number)).orderItems.map(({ originalId, customizations }) => [
      originalId.slice(number.length + 1),
      customizations.length,
    ]),
  )
const reasonsOf = async (shop: BuyerShop, number: string) =>
  (await orderNamed(shop, number)).unplacedCodes.map(({ code, reason }) => [code, reason])
const bindTo = (shop: BuyerShop, code: string, orderId: number, orderItemId?: number) =>
  buyerDesigns.bind({ body: { code, orderId, orderItemId } }, shop.ctx)
const customizationsOf = async (shop: BuyerShop, number: string) =>
  (await orderNamed(shop, number)).orderItems.flatMap(({ customizations }) => customizations.map(({ id }) => id))

describe('a design whose code an order names', () => {
  test('a design whose code an order names goes to the live item of its phone, not to a gift, a difference, a film, a refunded or shipped item or another phone', async () => {
    const { shop, design } = await openDesigned()
    await shop.take(
      orderOf('1', [gift, difference, film, refunded, shipped, other, right], {
        buyerMessage: `你好KJ${codeText(design.code)}2件`,
      }),
    )
    expect(await placesOf(shop, '1')).toEqual({ gift: 0, difference: 0, film: 0, refunded: 0, shipped: 0, other: 0, right: 1 })
    expect(await reasonsOf(shop, '1')).toEqual([])
  })

  test('a design whose code an order names goes the same way by the number of the order, and by the seller without an item', async () => {
    const { shop, begun, design } = await openDesigned()
    const items = [gift, difference, refunded, other, right]
    await shop.take(orderOf('2612000000001', items), orderOf('2', items))
    await buyer.bindOrder({ params: { id: design.id }, body: { orderOriginalId: '2612000000001' } }, shop.visitor(begun.secret))
    expect((await placesOf(shop, '2612000000001')).right).toBe(1)
    const second = await submitted(shop, await shop.begin(), '#0000ff')
    await bindTo(shop, ` 编号：${codeText(second.code)} `, (await orderNamed(shop, '2')).id)
    expect((await placesOf(shop, '2')).right).toBe(1)
  })

  test.each([
    ['the item of its phone is refunded', [gift, refunded, difference], 'held', '已退款'],
    ['the item of its phone is shipped', [gift, shipped], 'held', '发货'],
    ['only another phone was bought', [gift, other], 'otherPhone', '买家买的是「iPhone 14」'],
    ['the order has nothing for designs', [gift, difference, film], 'noLine', '赠品'],
  ] as const)('a design named in an order is shown to the seller with the reason when %s', async (_, items, reason, words) => {
    const { shop, begun, design } = await openDesigned()
    await shop.take(orderOf('2612000000002', items, { sellerMemo: codeText(design.code) }))
    const order = await orderNamed(shop, '2612000000002')
    expect(order.unplacedCodes).toEqual([
      expect.objectContaining({ code: design.code, reason, asks: true, text: expect.stringContaining(words) }),
    ])
    expect(Object.values(await placesOf(shop, '2612000000002'))).not.toContain(1)
    const byNumber = { params: { id: design.id }, body: { orderOriginalId: '2612000000002' } }
    await expect(buyer.bindOrder(byNumber, shop.visitor(begun.secret))).rejects.toMatchObject({ code: 'conflict' })
    await expect(bindTo(shop, design.code, order.id)).rejects.toMatchObject({ message: expect.stringContaining(words) })
    // The seller knows better.
    await bindTo(shop, design.code, order.id, order.orderItems.at(-1)?.id)
    expect(await reasonsOf(shop, '2612000000002')).toEqual([])
  })

  test('a design whose code an order names shares an item of two pieces with another design, one piece each', async () => {
    const { shop, design } = await openDesigned()
    const second = await submitted(shop, await shop.begin(), '#0000ff')
    await shop.take(
      orderOf('3', [itemOf('pair', null, { quantity: 2 })], { buyerMessage: `${design.code} ${codeText(second.code)}` }),
    )
    expect(await placesOf(shop, '3')).toEqual({ pair: 2 })
    expect(
      (await preflight(shop.ctx, await customizationsOf(shop, '3'))).flatMap(({ findings }) => findings.map(({ code }) => code)),
    ).not.toContain('undecidedPieces')
    expect(await reasonsOf(shop, '3')).toEqual([])
  })

  test('a design whose code an order names is asked for before a charge when an order names more designs than it has pieces', async () => {
    const { shop, design } = await openDesigned()
    const second = await submitted(shop, await shop.begin(), '#0000ff')
    await shop.take(orderOf('4', [right], { buyerMessage: `${design.code}和${second.code}` }))
    expect(await reasonsOf(shop, '4')).toEqual([[second.code, 'full']])
    const ids = await customizationsOf(shop, '4')
    expect((await preflight(shop.ctx, ids))[0]?.findings).toContainEqual({
      code: 'unplacedCode',
      text: `所在订单的备注里的定制编号 ${codeText(second.code)} 还没有放进订单：买的 苹果 iPhone 15 每件都已经有设计`,
    })
    await buyCredits(shop.ctx, 1000)
    expect((await charge(shop.ctx, ids)).refused).toHaveLength(1)
    expect((await charge(shop.ctx, ids, ids)).charged).toEqual(ids)
  })

  test('a design whose code an order names finds its order when it is submitted after the import, also when it was sent back meanwhile', async () => {
    const shop = await openBuyerShop(domain)
    const begun = await shop.begin()
    const code = fullWidth(codeText(begun.design.code))
    await shop.take(orderOf('5', [gift, right], { buyerMessage: `谢谢${code}` }), orderOf('6', [right], { buyerMessage: code }))
    expect(await reasonsOf(shop, '5')).toEqual([[begun.design.code, 'notSubmitted']])
    expect((await submitted(shop, begun, '#ff0000')).isBound).toBe(true)
    expect(await placesOf(shop, '5')).toEqual({ gift: 0, right: 1 })
    // The other order is told that the first one has it.
    expect(await reasonsOf(shop, '6')).toEqual([[begun.design.code, 'elsewhere']])
  })

  test('a design whose code an order names is found with its order by the code in any spelling, bound or not', async () => {
    const { shop, design } = await openDesigned()
    await shop.take(orderOf('7', [other], { buyerMessage: `KJ${codeText(design.code)}x2` }), orderOf('8', [right]))
    for (const typed of [
      `KJ${codeText(design.code)}x2`,
      fullWidth(design.code),
      ` ${design.code.slice(0, 4)} — ${design.code.slice(4)}`,
    ])
      expect((await shop.list({ keyword: typed })).map(({ originalId }) => originalId)).toEqual(['7'])
    const found = await buyerDesigns.list({ query: { pageNo: 1, pageSize: 20, keyword: fullWidth(design.code) } }, shop.ctx)
    expect(found.items.map(({ id }) => id)).toEqual([design.id])
  })

  test('a design of another shop of the account is named, and never bound', async () => {
    const { shop, design } = await openDesigned()
    const second = await createShop(shop.ctx, { type: 'DOUDIAN', name: '二店' })
    await shop.take(orderOf('9', [right]))
    const { importOrders } = await import('../domain/orders/import')
    await importOrders(shop.ctx, second.id, [orderOf('10', [right], { buyerMessage: design.code })], { source: 'api' })
    expect(await reasonsOf(shop, '10')).toEqual([[design.code, 'otherShop']])
    expect(await placesOf(shop, '10')).toEqual({ right: 0 })
  })

  test('the code of another account, an unknown code and a telephone number are no findings', async () => {
    const { design } = await openDesigned()
    const { shop } = await openDesigned()
    await shop.take(orderOf('11', [right], { buyerMessage: `${design.code} AAAA-AAAA 13800138000` }))
    expect(await reasonsOf(shop, '11')).toEqual([])
  })
})

const fullWidth = (text: string) => text.replace(/[!-~]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0))

describe('a design whose case or picture is gone', () => {
  test('a design whose case or picture is gone is put into its order under the names of its case, and its order and all others come in', async () => {
    const { shop, design } = await openDesigned()
    await catalogueHandlers.phoneModels.remove(
      { params: { brandId: String(shop.brand.id) }, body: { ids: [shop.model.id] } } as never,
      shop.ctx,
    )
    const made = await shop.take(
      orderOf('20', [right], { buyerMessage: design.code }),
      orderOf('21', [right]),
      orderOf('22', [right]),
    )
    expect(made.created).toBe(3)
    const [customization] = (await orderNamed(shop, '20')).orderItems[0]?.customizations ?? []
    expect(customization).toMatchObject({ phoneBrandName: '苹果', phoneModelName: 'iPhone 15', modelKnown: false })
    expect(customization?.customizedImageUrl).not.toBeNull()
  })

  test('a design whose case or picture is gone is put into its order with its print file when a picture of a layer is lost', async () => {
    const { shop, design } = await openDesigned()
    const layers = design.layers.map(({ imageFileId }) => imageFileId)
    await shop.ctx.db
      .updateTable('file')
      .set({ status: 'failed' as never })
      .where('id', 'in', layers)
      .execute()
    await shop.take(orderOf('23', [right], { buyerMessage: design.code }), orderOf('24', [right]))
    const [customization] = (await orderNamed(shop, '23')).orderItems[0]?.customizations ?? []
    expect([customization?.hasDesign, customization?.customizedImageUrl === null]).toEqual([false, false])
  })

  test('a design whose case or picture is gone is named and left out when nobody knows its case any more', async () => {
    const { shop, design } = await openDesigned()
    await shop.ctx.db
      .updateTable('buyer_design')
      .set({ submission: JSON.stringify({ phoneModelId: 999999, materialColorId: 999999, layers: [] }) })
      .where('id', '=', design.id)
      .execute()
    expect((await shop.take(orderOf('25', [right], { buyerMessage: design.code }))).created).toBe(1)
    expect(await reasonsOf(shop, '25')).toEqual([[design.code, 'unknownCase']])
  })
})

describe('what the seller decided', () => {
  test('a design that the seller took out is not put back by an import or a submission, until he binds it again', async () => {
    const { shop, begun, design } = await openDesigned()
    const named = (change: object = {}) => orderOf('30', [right], { buyerMessage: design.code, ...change })
    await shop.take(named())
    await buyerDesigns.unbind({ params: { id: design.id } }, shop.ctx)
    await shop.take(named({ sellerMemo: '加急' }))
    expect(await placesOf(shop, '30')).toEqual({ right: 0 })
    const again = await submitted(shop, { ...begun, design }, '#00ff00')
    expect(again.isBound).toBe(false)
    const order = await orderNamed(shop, '30')
    expect(order.unplacedCodes).toMatchObject([{ code: design.code, reason: 'released', asks: false }])
    await bindTo(shop, design.code, order.id)
    await shop.take(named({ sellerMemo: '很急' }))
    expect([await placesOf(shop, '30'), await reasonsOf(shop, '30')]).toEqual([{ right: 1 }, []])
  })

  test('a design that the seller bound is not moved to another item or order without a word', async () => {
    const { shop, design } = await openDesigned()
    const items = [itemOf('a', null), itemOf('b', null)]
    await shop.take(orderOf('31', items, { buyerMessage: design.code }), orderOf('32', [right]))
    const order = await orderNamed(shop, '31')
    await expect(bindTo(shop, design.code, order.id, order.orderItems[1]?.id)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('再来一单'),
    })
    await expect(bindTo(shop, design.code, (await orderNamed(shop, '32')).id)).rejects.toMatchObject({
      message: expect.stringContaining('已经绑定到订单 31'),
    })
    expect(await placesOf(shop, '31')).toEqual({ a: 1, b: 0 })
  })

  test('a design that was sent back does not return to an item that was refunded meanwhile', async () => {
    const { shop, begun, design } = await openDesigned()
    await shop.take(orderOf('33', [right], { buyerMessage: design.code }))
    await buyerDesigns.reject({ params: { id: design.id }, body: { reason: '太暗' } }, shop.ctx)
    await shop.take(orderOf('33', [{ ...right, hold: '已退款，请不要生产' }], { buyerMessage: design.code }))
    expect(await reasonsOf(shop, '33')).toEqual([[design.code, 'rejected']])
    expect((await submitted(shop, { ...begun, design }, '#00ff00')).isBound).toBe(false)
    expect(await reasonsOf(shop, '33')).toEqual([[design.code, 'held']])
  })

  test('a design stays visible in an item that is refunded after it was bound', async () => {
    const { shop, design } = await openDesigned()
    await shop.take(orderOf('34', [right], { buyerMessage: design.code }))
    await shop.take(orderOf('34', [{ ...right, hold: '已退款，请不要生产' }], { buyerMessage: design.code }))
    expect([await placesOf(shop, '34'), await reasonsOf(shop, '34')]).toEqual([{ right: 1 }, []])
  })
})

describe('再来一单', () => {
  const copy = (shop: BuyerShop, id: number, orderId: number, orderItemId?: number) =>
    buyerDesigns.copy({ params: { id }, body: { orderId, orderItemId } } as never, shop.ctx)

  test('再来一单 gives a second item of the order the same design under a code of its own', async () => {
    const { shop, design } = await openDesigned()
    const items = [
      itemOf('a', null, { propertiesName: '型号:iPhone 15;材质:磨砂' }),
      itemOf('b', null, { propertiesName: '型号:iPhone 15;材质:亮面' }),
    ]
    await shop.take(orderOf('40', items, { buyerMessage: design.code }))
    const order = await orderNamed(shop, '40')
    const [offered] = order.unplacedCodes
    const free = order.orderItems.filter(({ customizations }) => customizations.length === 0).map(({ id }) => id)
    expect(offered).toMatchObject({ code: design.code, reason: 'again', itemIds: free })
    expect((await preflight(shop.ctx, await customizationsOf(shop, '40')))[0]?.findings.map(({ code }) => code)).toContain(
      'emptyItem',
    )
    const made = await copy(shop, design.id, order.id, free[0])
    expect(made).toMatchObject({ status: 'submitted', orderOriginalId: '40' })
    expect(made.code).not.toBe(design.code)
    expect([await placesOf(shop, '40'), await reasonsOf(shop, '40')]).toEqual([{ a: 1, b: 1 }, []])
    expect(new Set(await customizationsOf(shop, '40')).size).toBe(2)
    // Clicked twice, it is made once.
    expect((await copy(shop, design.id, order.id, free[0])).code).toBe(made.code)
    expect(await placesOf(shop, '40')).toEqual({ a: 1, b: 1 })
  })

  test('再来一单 makes the design again for a second order that names it, with the same print file', async () => {
    const { shop, begun, design } = await openDesigned()
    await shop.take(orderOf('41', [right], { buyerMessage: design.code }))
    await shop.take(orderOf('42', [gift, right], { buyerMessage: `再来一单 ${design.code}` }))
    const order = await orderNamed(shop, '42')
    expect(order.unplacedCodes).toMatchObject([{ reason: 'elsewhere', text: expect.stringContaining('订单 41') }])
    await copy(shop, design.id, order.id)
    expect([await placesOf(shop, '42'), await reasonsOf(shop, '42')]).toEqual([{ gift: 0, right: 1 }, []])
    // The buyer goes on with the first one alone.
    await submitted(shop, { ...begun, design }, '#0000ff')
    await shop.ctx.db.updateTable('shop_order').set({ created_at: new Date() }).where('original_id', '=', '42').execute()
    const [customization] = (await orderNamed(shop, '42')).orderItems[1]?.customizations ?? []
    expect(customization?.version).toBe(1)
  })

  test('再来一单 is refused for a draft, for another shop, and to another account', async () => {
    const { shop, design } = await openDesigned()
    const draft = await shop.begin()
    await shop.take(orderOf('43', [right]))
    const { id } = await orderNamed(shop, '43')
    await expect(copy(shop, draft.design.id, id)).rejects.toMatchObject({ code: 'conflict' })
    const stranger = await openBuyerShop(domain)
    await stranger.take(orderOf('44', [right]))
    await expect(copy(shop, design.id, (await orderNamed(stranger, '44')).id)).rejects.toMatchObject({ code: 'not-found' })
    await expect(copy(stranger, design.id, (await orderNamed(stranger, '44')).id)).rejects.toMatchObject({ code: 'not-found' })
  })
})
