/**
 * A day of sixty orders from a gateway that is as hard as its documents allow: each order is in the shop once, every design is in the
 * item that it was made for or in front of the seller with the reason, and what could not be read is named and comes in later.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeText } from '../../contract/rules/design-code'
import type { UnplacedReason } from '../../contract/rules/unplaced-code'
import type { OrderItem } from '../../contract/types'
import { orderReplies } from '../../fixtures/replies/marketplace'
import { listOrders } from '../domain/orders/list'
import { listUnread } from '../domain/orders/unread'
import type { SimulatedLine, SimulatedTrade } from '../embedded/marketplaces/taobao/trade-book'
import { openBuyerShop, submitted } from './buyer-shop'
import { type Domain, openDomain } from './domain'
import { everything, openOrderShop } from './order-shop'
import { day, lineOf, minute, openSyncSeller, start, tradeOf } from './sync-seller'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

const phoneLine = (change: Partial<SimulatedLine> = {}) =>
  lineOf({ title: '来图定制手机壳', sku_properties_name: '适用手机型号:iPhone 15;颜色分类:透明', ...change })
const giftLine = () => lineOf({ title: '赠品 钢化膜 拍下不发', sku_properties_name: '' })
const differenceLine = () => lineOf({ title: '补差价专拍', sku_properties_name: '', num: 5 })

/** How buyers write a code into their remark. */
const spellings: readonly ((code: string) => string)[] = [
  (code) => code,
  (code) => codeText(code),
  (code) => `定制编号：${codeText(code)}，谢谢`,
  (code) => codeText(code).toLowerCase(),
  (code) => `KJ${codeText(code)}2件`,
  (code) => codeText(code).replace('-', ' － '),
  (code) => [...code].map((letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)).join(''),
  (code) => `${code.slice(0, 4)}\u200b${code.slice(4)}`,
  (code) => `【${codeText(code).replace('-', '—')}】尽快发货`,
  (code) => `${codeText(code)}\u000b13800000000`,
]

test('sixty orders of a hostile gateway are each in the shop once, bound where they belong or named with the reason', async () => {
  const orderShop = await openOrderShop(domain)
  const seller = await openSyncSeller(domain, orderShop.ctx, { strict: true })
  const shop = await openBuyerShop(domain, {}, { ...orderShop, ctx: seller.ctx, shopId: seller.shopId })
  const at = (n: number) => start - 20 * day + n * 3 * 60 * minute
  const all: SimulatedTrade[] = []
  const put = (change: Partial<SimulatedTrade>): SimulatedTrade => {
    const trade = tradeOf(at(all.length), change)
    all.push(trade)
    seller.put(trade)
    return trade
  }
  const design = async () => (await submitted(shop, await shop.begin(), '#ff0000')).code

  // Ten that name a design, each in another spelling, before the right item a gift and a difference.
  const bound = new Map<string, string>()
  for (const spell of spellings) {
    const code = await design()
    const line = phoneLine()
    put({ buyer_message: spell(code), lines: [giftLine(), differenceLine(), line] })
    bound.set(line.oid, code)
  }
  // Six in which no item is certain: the seller is asked.
  const asked = new Map<string, readonly [code: string, reason: UnplacedReason]>()
  for (const [reason, lines] of [
    ['noLine', [giftLine()]],
    ['held', [phoneLine({ refund_status: 'SUCCESS', status: 'TRADE_CLOSED' })]],
    ['otherPhone', [phoneLine({ sku_properties_name: '适用手机型号:iPhone 14;颜色分类:透明' })]],
    ['held', [phoneLine({ status: 'TRADE_FINISHED' })]],
    ['several', [lineOf({ title: '甲', sku_properties_name: '' }), lineOf({ title: '乙', sku_properties_name: '' })]],
    ['held', [phoneLine({ refund_status: 'WAIT_SELLER_AGREE' })]],
  ] as const) {
    const code = await design()
    asked.set(put({ seller_memo: codeText(code), lines }).tid, [code, reason])
  }
  // A group purchase that is not complete yet: nothing may be made of it, so it has no design either.
  const group = phoneLine({ status: 'PAID_FORBID_CONSIGN' })
  const groupCode = await design()
  const groupTrade = put({ buyer_message: groupCode, status: 'PAID_FORBID_CONSIGN', lines: [group] })
  asked.set(groupTrade.tid, [groupCode, 'held'])
  // Twelve that cannot be read today, each for another reason.
  const unreadable = orderReplies.filter(({ expected }) => expected === 'unread').slice(0, 12)
  const unread = unreadable.map(({ reply }) => {
    const trade = put({ lines: [phoneLine()] })
    seller.shapes.orders.set(trade.tid, reply)
    return trade.tid
  })
  // Ten that are read although something in them is odd.
  for (const { reply } of orderReplies.filter(({ expected }) => expected === 'read').slice(0, 10)) {
    const trade = put({ buyer_message: '请尽快发货', lines: [phoneLine()] })
    seller.shapes.orders.set(trade.tid, reply)
  }
  while (all.length < 60) put({ lines: [phoneLine()] })

  const first = await seller.sync()
  expect(first).toMatchObject({ status: 2, errorMessage: null })
  const readable = all.map(({ tid }) => tid).filter((tid) => !unread.includes(tid))
  expect((await seller.numbers()).sort()).toEqual([...readable].sort())
  const named = await listUnread(seller.ctx, seller.shopId)
  expect(named.map(({ originalId }) => originalId).sort()).toEqual([...unread].sort())
  for (const { reason } of named) expect(reason).toMatch(/[\u4e00-\u9fff]/)

  const { items } = await listOrders(seller.ctx, { ...everything, pageSize: 100 })
  const lines = new Map(items.flatMap(({ orderItems }) => orderItems.map((item): [string, OrderItem] => [item.originalId, item])))
  const holders = [...lines.values()].filter(({ customizations }) => customizations.length > 0)
  expect(holders.map(({ originalId }) => originalId).sort()).toEqual([...bound.keys()].sort())
  for (const [tid, [code, reason]] of asked) {
    const order = items.find(({ originalId }) => originalId === tid)
    expect(order?.unplacedCodes.map((one) => [one.code, one.reason])).toEqual([[code, reason]])
  }
  expect(lines.get(group.oid)?.hold).toMatch(/[\u4e00-\u9fff]/)

  // The next day the gateway is well again: what was named comes in, and nothing comes twice.
  for (const tid of unread) seller.shapes.orders.delete(tid)
  seller.advance(day)
  const status = 'WAIT_SELLER_SEND_GOODS'
  seller.put({ ...groupTrade, status, modified: new Date(seller.now() - minute), lines: [{ ...group, status }] })
  expect(await seller.sync()).toMatchObject({ status: 2, created: unread.length })
  expect((await seller.numbers()).sort()).toEqual(all.map(({ tid }) => tid).sort())
  expect(await listUnread(seller.ctx, seller.shopId)).toEqual([])
  const completed = (await listOrders(seller.ctx, { ...everything, pageSize: 100 })).items.find(
    ({ originalId }) => originalId === groupTrade.tid,
  )
  expect(completed).toMatchObject({ unplacedCodes: [], orderItems: [{ hold: null, customizations: [{}] }] })
  seller.advance(day)
  expect(await seller.sync()).toMatchObject({ status: 2, created: 0 })
})
