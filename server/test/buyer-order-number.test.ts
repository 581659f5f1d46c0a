/** A buyer binds a design to an order that was placed already, by its number; guessing numbers is limited. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSetting } from '../../contract/open-setting'
import { codeText } from '../../contract/rules/design-code'
import { maxWrongNumbers, maxWrongNumbersPerAddress } from '../domain/buyer/order-number'
import { charge } from '../domain/credits/charge'
import { importOrders } from '../domain/orders/import'
import { updateLink } from '../domain/shops/links'
import { shopSealOwner } from '../domain/shops/renewal'
import { createShop } from '../domain/shops/shops'
import type { PublicCtx } from '../kernel/context'
import { type BuyerShop, buyer, buyerDesigns, openBuyerShop, photoFor, printedColor, submitted, toWrite } from './buyer-shop'
import { type Domain, openDomain } from './domain'
import { buyCredits, contentOf, itemOf, orderOf } from './order-shop'
import { day, sellerId, session, start, tradeOf } from './sync-seller'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

type Begun = Awaited<ReturnType<BuyerShop['begin']>>

async function ready(shop: BuyerShop, color = '#ff0000') {
  const begun = await shop.begin()
  return { begun, design: await submitted(shop, begun, color) }
}

const bindAs = (ctx: PublicCtx, { design }: Pick<Begun, 'design'>, orderOriginalId: string) =>
  buyer.bindOrder({ params: { id: design.id }, body: { orderOriginalId } }, ctx)
const bind = (shop: BuyerShop, begun: Begun, number: string) => bindAs(shop.visitor(begun.secret), begun, number)

const reasonOf = (work: Promise<unknown>): Promise<{ code: string; message: string }> =>
  work.then(
    () => Promise.reject(new Error('it was accepted')),
    ({ code, message }: { code: string; message: string }) => ({ code, message }),
  )

describe('an order number', () => {
  test('an order number puts the submitted design into the first item without a design, again and again the same', async () => {
    const shop = await openBuyerShop(domain)
    const { begun } = await ready(shop)
    await shop.take(
      orderOf('2612000000001', [itemOf('a', contentOf(shop.infoOf('own', null))), itemOf('b', null), itemOf('c', null)]),
    )
    const bound = await bind(shop, begun, '2612000000001')
    expect(bound).toMatchObject({ isBound: true, status: 'submitted' })
    expect((await bind(shop, begun, '2612000000001')).isBound).toBe(true)
    const items = (await shop.list())[0]?.orderItems
    expect(items?.map(({ customizations }) => customizations.length)).toEqual([1, 1, 0])
    const [row] = (await buyerDesigns.list({ query: { pageNo: 1, pageSize: 20 } }, shop.ctx)).items
    expect(row?.orderOriginalId).toBe('2612000000001')
  })

  test('an order that was placed a moment ago is asked of the marketplace by its number, and takes the design', async () => {
    const shop = await openBuyerShop(domain)
    const { begun } = await ready(shop)
    const session_sealed = shop.ctx.sealer.seal(session, shopSealOwner(shop.ctx.actor.accountId))
    const authorized = { type: 'TAOBAO', seller_nick: 'x', session_sealed } as const
    await shop.ctx.db.updateTable('shop').set(authorized).where('id', '=', shop.shopId).execute()
    const trade = tradeOf(start - day)
    domain.trades.put(sellerId, trade)
    expect(await bind(shop, begun, trade.tid)).toMatchObject({ isBound: true })
    expect((await shop.list()).map(({ originalId }) => originalId)).toEqual([trade.tid])
  })

  test('an order number that is unknown is answered like one of another shop, in the same account and in another', async () => {
    const shop = await openBuyerShop(domain)
    const { begun } = await ready(shop)
    const second = await createShop(shop.ctx, { type: 'DOUDIAN', name: '二店' })
    await importOrders(shop.ctx, second.id, [orderOf('2612000000002', [itemOf('d', null)])], { source: 'api' })
    const stranger = await openBuyerShop(domain)
    await stranger.take(orderOf('2612000000003', [itemOf('e', null)]))
    const unknown = await reasonOf(bind(shop, begun, '9999999999999'))
    expect(unknown).toMatchObject({ code: 'invalid' })
    expect(await reasonOf(bind(shop, begun, '2612000000002'))).toEqual(unknown)
    expect(await reasonOf(bind(shop, begun, '2612000000003'))).toEqual(unknown)
  })

  test('an order number needs the secret, and a submission that the seller did not send back', async () => {
    const shop = await openBuyerShop(domain)
    const draft = await shop.begin()
    await shop.take(orderOf('2612000000004', [itemOf('f', null)]))
    expect(await reasonOf(bind(shop, draft, '2612000000004'))).toMatchObject({ code: 'conflict', message: /先提交/ })
    await expect(bindAs(shop.visitor('x'.repeat(43)), draft, '2612000000004')).rejects.toMatchObject({ code: 'not-found' })
    const { begun } = await ready(shop)
    await buyerDesigns.reject({ params: { id: begun.design.id }, body: { reason: '太暗' } }, shop.ctx)
    expect((await reasonOf(bind(shop, begun, '2612000000004'))).message).toContain('太暗')
  })

  test('an order number of an order whose cases are made, or that has designs already, is refused with words', async () => {
    const shop = await openBuyerShop(domain)
    const [one, other] = [await ready(shop), await ready(shop, '#0000ff')]
    await shop.take(orderOf('2612000000005', [itemOf('g', null)]))
    await bind(shop, one.begun, '2612000000005')
    expect(await reasonOf(bind(shop, other.begun, '2612000000005'))).toEqual({
      code: 'conflict',
      message: '这个订单的每件商品都已经有设计，如需更换请联系客服',
    })
    await buyCredits(shop.ctx, 1000)
    const printed = await printedColor(shop)
    await charge(shop.ctx, [printed?.id ?? 0])
    expect((await reasonOf(bind(shop, other.begun, '2612000000005'))).message).toBe(
      '这个订单已开始制作，不能再放入设计；如需修改请联系客服',
    )
    await shop.take(orderOf('2612000000006', [itemOf('h', null)]))
    expect((await reasonOf(bind(shop, one.begun, '2612000000006'))).message).toBe(
      '这个设计已经用于另一个订单，如需更换请联系客服',
    )
    const [order] = await shop.list({ keyword: '2612000000005' })
    expect(order?.orderItems[0]?.customizations.map(({ id }) => id)).toEqual([printed?.id])
  })

  test('an order number binds what was submitted, not what was changed since; links of the later timing say so', async () => {
    const shop = await openBuyerShop(domain, { customizationTiming: 2 })
    expect((await buyer.link({ params: { token: shop.token } }, shop.visitor())).customizationTiming).toBe(2)
    const { begun, design } = await ready(shop)
    const other = await photoFor(shop, design.id, '#0000ff')
    const layers = toWrite(design.layers).map((one) => (one.uuid === 'photo' ? { ...one, imageFileId: other } : one))
    await buyer.save(
      { params: { id: design.id }, body: { ...shop.chosen, revision: design.revision, layers } },
      shop.visitor(begun.secret),
    )
    await updateLink(shop.ctx, shop.link.id, { ...openSetting, ...shop.link, enabled: false })
    await shop.take(orderOf('2612000000007', [itemOf('i', null)]))
    await bind(shop, begun, '2612000000007')
    expect((await printedColor(shop))?.color).toEqual([255, 0, 0])
  })
})

describe('guessing', () => {
  test('a design is blocked for an hour after wrong numbers, also for the right one, and parallel guesses gain nothing', async () => {
    const shop = await openBuyerShop(domain)
    const { begun, design } = await ready(shop)
    await shop.take(orderOf('2612000000008', [itemOf('j', null)]))
    const guesses = Array.from({ length: 3 * maxWrongNumbers }, (_, n) => reasonOf(bind(shop, begun, `70000000000${n}`)))
    const codes = (await Promise.all(guesses)).map(({ code }) => code)
    expect(codes.filter((code) => code === 'invalid')).toHaveLength(maxWrongNumbers)
    expect(codes.filter((code) => code === 'too-many-requests')).toHaveLength(2 * maxWrongNumbers)
    const blocked = await reasonOf(bind(shop, begun, '2612000000008'))
    expect(blocked).toMatchObject({ code: 'too-many-requests', message: /(?:59|60) 分钟/ })
    // The code still works: the seller reads it in the remark.
    await shop.take(orderOf('2612000000008', [itemOf('j', null)], { sellerMemo: codeText(design.code) }))
    expect((await printedColor(shop))?.color).toEqual([255, 0, 0])
  })

  test('right numbers neither count nor forgive wrong ones', async () => {
    const shop = await openBuyerShop(domain)
    const { begun } = await ready(shop)
    await shop.take(orderOf('2612000000009', [itemOf('k', null)]))
    for (let n = 0; n < maxWrongNumbers - 1; n++) {
      await reasonOf(bind(shop, begun, `60000000000${n}`))
      await bind(shop, begun, '2612000000009')
    }
    expect((await reasonOf(bind(shop, begun, '610000000000'))).code).toBe('invalid')
    expect((await reasonOf(bind(shop, begun, '2612000000009'))).code).toBe('too-many-requests')
  })

  test('an address is blocked over many designs', async () => {
    const shop = await openBuyerShop(domain)
    const { begun } = await ready(shop)
    const { address } = shop.visitor()
    const key = `buyer:order-address:${address}`
    await shop.ctx.db
      .insertInto('shared_limit')
      .values({ key, used: maxWrongNumbersPerAddress - 1, ends_at: new Date(Date.now() + 60_000) })
      .execute()
    const ctx = { ...shop.visitor(begun.secret), address }
    expect((await reasonOf(bindAs(ctx, begun, '500000000000'))).code).toBe('invalid')
    const other = await ready(shop)
    const next = { ...shop.visitor(other.begun.secret), address }
    expect(await reasonOf(bindAs(next, other.begun, '500000000000'))).toMatchObject({
      code: 'too-many-requests',
      message: /(?:59|60) 分钟/,
    })
    // The blocked address did not use up the design's own tries.
    expect((await reasonOf(bind(shop, other.begun, '500000000000'))).code).toBe('invalid')
  })
})
