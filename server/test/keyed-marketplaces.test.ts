/** Tests that hold for every marketplace whose shops are connected with keys: its client against its double. */
import { describe, expect, test } from 'vitest'
import { fieldsOf } from '../../contract/ground/fields'
import { lineKindOf } from '../../contract/rules/line-kind'
import { type HostileReply, hostileReplies } from '../../fixtures/replies/keyed-orders'
import { KeysRefused, SessionExpired } from '../kernel/failure'
import type { MarketplaceOrder, OrderRange, UnreadOrder } from '../ports/marketplace'
import { keyedCases, openCase } from './keyed-cases'

const start = Date.parse('2026-03-01T08:00:00Z')
const minute = 60_000
const day = 24 * 60 * minute
const within = (ms: number, by: OrderRange['by'] = 'created'): OrderRange => ({
  by,
  from: new Date(start - ms),
  to: new Date(start),
})

async function all(pages: AsyncIterable<readonly (MarketplaceOrder | UnreadOrder)[]>) {
  const entries: (MarketplaceOrder | UnreadOrder)[] = []
  for await (const page of pages) entries.push(...page)
  return entries
}

describe.each(keyedCases.map((of) => [of.name, of] as const))('%s', (_, of) => {
  const openSeller = async () => {
    // Changes of the last minutes are not listed everywhere.
    const opened = openCase(of, start + 5 * minute)
    return { ...opened, session: await opened.session() }
  }

  test('keys open a session, and a wrong one is refused at its field without saying it', async () => {
    const { marketplace, double } = openCase(of, start)
    const { keys } = marketplace
    if (!keys) throw new Error('no keys')
    expect((await keys.open(double.keys)).session).not.toBe('')
    for (const field of ['appKey', 'secret'] as const) {
      const wrong = { ...double.keys, [field]: `${double.keys[field]?.slice(0, -4)}0000` }
      const refused = await keys.open(wrong).catch((error: unknown) => error)
      expect(refused).toBeInstanceOf(KeysRefused)
      expect(refused).toMatchObject({ field, message: expect.stringMatching(/\p{Script=Han}/u) })
      expect(String(refused)).not.toContain(wrong.secret)
    }
  })

  test('the seller has a name and an id, and the keys are checked by reading an order', async () => {
    const { marketplace, session, put, clock } = await openSeller()
    put(1, { created: start - minute })
    const { nick, sellerId } = await marketplace.seller(session)
    expect([nick, sellerId].every((text) => text !== '')).toBe(true)
    await expect(marketplace.checkOrders(session, clock.now())).resolves.toBeUndefined()
  })

  test.each(['created', 'modified'] as const)(
    'all orders of a range by the time %s come once read, though the list grows meanwhile',
    async (by) => {
      const { marketplace, double, session, put } = await openSeller()
      const span = Math.min(marketplace.orderLimits.rangeMs[by], day)
      const step = Math.floor(span / 250)
      const ids = Array.from({ length: 230 }, (_, n) => put(n + 1, { created: start - span + (n + 1) * step }))
      put(999, { created: start - span - 10 * minute })
      let grown = 0
      double.afterPage = () => {
        if (grown < 3) put(500 + grown++, { created: start - minute })
      }
      const read = await all(marketplace.orders(session, within(span, by)))
      expect(read.filter((entry) => 'unread' in entry)).toEqual([])
      expect(read.map(({ originalId }) => originalId)).toEqual(expect.arrayContaining(ids))
      expect(read.map(({ originalId }) => originalId)).not.toContain(of.idOf(999))
    },
  )

  test('ids of 19 digits stay exact when they come as numbers', async () => {
    const { marketplace, double, session, put } = await openSeller()
    double.numericIds = true
    const id = put(9_007_199_254_743, {
      created: start - minute,
      lines: [{ product: '9007199254740993', sku: '9007199254740995' }],
    })
    const [order] = await all(marketplace.orders(session, within(day / 2)))
    expect(order).toMatchObject({
      originalId: id,
      items: [{ productOriginalId: '9007199254740993', skuOriginalId: '9007199254740995' }],
    })
    expect(await marketplace.order(session, id)).toMatchObject({ originalId: id })
  })

  test('an order has its lines with readable choices, texts, states and numbers of their own', async () => {
    const { marketplace, session, put } = await openSeller()
    const id = put(1, {
      created: start - 5 * minute,
      message: '刻字：安安',
      memo: 'AB2CD9F',
      lines: [
        { sku: '20002', model: 'iPhone 16', color: '白', count: 2, code: 'KJ-2' },
        { sku: '20001', model: 'iPhone 15', color: '黑' },
      ],
    })
    const order = await marketplace.order(session, id)
    expect(order).toMatchObject({
      originalId: id,
      createdAt: new Date(start - 5 * minute),
      buyerMessage: '刻字：安安',
      sellerMemo: 'AB2CD9F',
    })
    if ('unread' in order) throw new Error(order.unread)
    const lines = new Map(order.items.map((item) => [item.skuOriginalId, item]))
    expect(lines.get('20002')).toMatchObject({ quantity: 2, merchantSku: 'KJ-2', state: 'toMake', hold: null })
    expect(lines.get('20002')?.propertiesName).toMatch(/^[^:;]+:iPhone 16;[^:;]+:白$/)
    expect(new Set(order.items.map(({ originalId }) => originalId)).size).toBe(2)
    // The order of the lines in an answer says nothing.
    if (!of.numbersLines) expect(lines.get('20001')?.originalId).toBe(`${id}-1`)
  })

  test.each(['unpaid', 'shipped', 'closed', 'refundAsked', 'unknown'] as const)(
    'a line of an order that is %s is in this state',
    async (state) => {
      const { marketplace, session, put } = await openSeller()
      const id = put(1, { created: start - minute, state })
      expect(await marketplace.order(session, id)).toMatchObject({ items: [{ state }] })
    },
  )

  test('an order says when it was paid, until when it is to be shipped, and how the seller flagged it; else what is stored stays', async () => {
    const { marketplace, session, put } = await openSeller()
    const [paid, ship] = [start - 2 * minute, start + day]
    const [number, color] = of.flag ?? []
    const id = put(1, { created: start - 5 * minute, paid, ship, ...(number !== undefined && { flag: number }) })
    expect(await marketplace.order(session, id)).toMatchObject({
      ...{ paidAt: new Date(paid), shipUntil: new Date(ship) },
      ...(color && { flag: color, flagText: null }),
    })
    const silent = await marketplace.order(session, put(2, { created: start - 5 * minute }))
    for (const name of ['paidAt', 'shipUntil', 'flag', 'flagText'])
      expect([name, fieldsOf(silent)[name]]).toEqual([name, undefined])
    if (!of.flag) return
    const flagged = async (n: number, flag: number) => marketplace.order(session, put(n, { created: start - minute, flag }))
    expect(await flagged(3, 0)).toMatchObject({ flag: null, flagText: null })
    expect(await flagged(4, 17)).toMatchObject({ flag: null, flagText: '旗帜 17' })
  })

  test('a gift is a line that says so and holds no design, and the numbers of what was bought stay without it', async () => {
    const { marketplace, session, put } = await openSeller()
    const bought = { created: start - minute, lines: [{ product: '10001', title: '定制手机壳' }] }
    const gift = { product: '90001', sku: '90002', title: '挂绳手机壳', isGift: true }
    const withGift = await marketplace.order(session, put(1, { ...bought, lines: [...bought.lines, gift] }))
    if ('unread' in withGift) throw new Error(withGift.unread)
    expect(withGift.items.map(lineKindOf).sort()).toEqual(['case', 'gift'])
    expect(withGift.items.find((item) => lineKindOf(item) === 'gift')).toMatchObject({
      title: '【赠品】挂绳手机壳',
      content: null,
    })
    const alone = await marketplace.order(session, put(1, bought))
    const numberOf = (order: typeof alone) =>
      'unread' in order ? '' : order.items.find(({ productOriginalId }) => productOriginalId === '10001')?.originalId
    expect(numberOf(alone)).toBe(numberOf(withGift))
  })

  test('an unknown order is named, and the others are read', async () => {
    const { marketplace, session } = await openSeller()
    expect(await marketplace.order(session, of.idOf(404))).toMatchObject({
      unread: expect.stringMatching(/\p{Script=Han}/u),
      concerns: 'order',
    })
  })

  test.each(hostileReplies.map((line) => [line.title, line] as const))(
    'an order whose answer %s comes in or is named',
    async (_title, line: HostileReply) => {
      const { marketplace, double, session, put } = await openSeller()
      const ids = [1, 2, 3].map((n) => put(n, { created: start - n * minute, message: '请尽快发货' }))
      double.faults.reply = (id, text) => (id === ids[1] ? line.reply(text) : text)
      const read = await all(marketplace.orders(session, within(day / 2)))
      const odd = read.find(({ originalId }) => originalId === ids[1])
      expect(odd && ('unread' in odd ? 'unread' : 'read')).toBe(line.expected)
      expect(read.filter((entry) => !('unread' in entry) && entry.originalId !== ids[1])).toHaveLength(2)
      if (odd && 'unread' in odd) {
        expect(odd.unread).toMatch(/\p{Script=Han}/u)
        expect(odd.unread).not.toMatch(/[a-z]{3,}\.|\d+\.\d+\.\d+\.\d+/i)
      }
    },
  )

  test('a limit of calls and a busy gateway are waited for, a used-up quota is said', async () => {
    const { marketplace, double, session, put, waits } = await openSeller()
    const id = put(1, { created: start - minute })
    double.faults.limited = 1
    double.faults.busy = 2
    expect(await marketplace.order(session, id)).toMatchObject({ originalId: id })
    expect(waits).toHaveLength(3)
    double.faults.usedUp = true
    await expect(marketplace.order(session, id)).rejects.toMatchObject({
      code: 'too-many-requests',
      message: expect.stringContaining('次数'),
    })
  })

  test('a server that is not in the list of addresses reads its own address', async () => {
    const { marketplace, double, session, put } = await openSeller()
    put(1, { created: start - minute })
    double.faults.address = '203.0.113.9'
    const refused = { code: 'upstream-failed', message: expect.stringContaining('203.0.113.9') }
    await expect(marketplace.keys?.open(double.keys)).rejects.toMatchObject(refused)
    await expect(all(marketplace.orders(session, within(day / 2)))).rejects.toMatchObject(refused)
  })

  test('an app or sub-account that may not read orders is refused for want of the right', async () => {
    const { marketplace, double, session, put, clock } = await openSeller()
    put(1, { created: start - minute })
    double.faults.withoutRight = true
    await expect(marketplace.checkOrders(session, clock.now())).rejects.toMatchObject({ code: 'subuser.has-no-permission' })
  })

  test('an ended or lost session is told from other refusals, and the keys open the next one where they can', async () => {
    const { marketplace, double, session, put, advance } = await openSeller()
    const id = put(1, { created: start - minute })
    double.faults.sessionsLost = true
    await expect(marketplace.order(session, id)).rejects.toBeInstanceOf(SessionExpired)
    double.faults.sessionsLost = false
    advance(20 * day)
    await expect(marketplace.order(session, id)).rejects.toBeInstanceOf(SessionExpired)
    const next = marketplace.keys?.renew(double.keys, null, true)
    if (of.renews) expect(await marketplace.order((await next)?.session ?? '', id)).toMatchObject({ originalId: id })
    else await expect(next).rejects.toBeInstanceOf(SessionExpired)
  })

  test('a failure repeats neither the secret nor the session', async () => {
    const { marketplace, double, session, put } = await openSeller()
    const id = put(1, { created: start - minute })
    const secrets = [double.keys.secret, ...(session.match(/[\w-]{8,}/g) ?? [])].filter((text) => text !== double.keys.appKey)
    double.faults.reply = () => new Response(`<html>${secrets.join(' ')}</html>`, { status: 502 })
    const said = JSON.stringify(await marketplace.order(session, id))
    for (const secret of secrets) expect(said).not.toContain(secret)
  })
})
