/** Several sources speak of one order: a fact that one leaves out stays, and an older observation overwrites nothing newer. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { itemStateOf } from '../../../contract/rules/item-state'
import { sized } from '../../../test/setup/size'
import { type Domain, openDomain } from '../../test/domain'
import { contentOf, imageOf, itemOf, openOrderShop, orderOf } from '../../test/order-shop'
import { getOrder } from './detail'
import { type OrderWrite, planImport } from './import'
import type { GivenItem, OrderFields } from './stored-facts'

let domain: Domain
let shop: Awaited<ReturnType<typeof openOrderShop>>
beforeAll(async () => {
  domain = await openDomain()
  shop = await openOrderShop(domain)
})
afterAll(() => domain.close())

const epoch = Date.parse('2026-02-20T08:00:00Z')
const hour = 3_600_000
const line = (change: Partial<GivenItem> = {}): GivenItem => ({ originalId: 'a', quantity: 1, content: null, ...change })
const orderFrom = (change: Partial<OrderFields> = {}): OrderWrite => ({
  ...orderOf('1', []),
  orderItems: [line()],
  ...change,
})
const stored = async () => {
  const [order] = await shop.list()
  return getOrder(shop.ctx, order?.id ?? 0)
}
const clear = () => shop.ctx.db.deleteFrom('shop_order').where('shop_id', '=', shop.shopId).execute()
const file = (observedAt: number) => ({ source: 'file', observedAt }) as const

test('a file without a column for memos keeps the memo of a known order, and a file with an empty cell clears it', async () => {
  await clear()
  await shop.take(orderOf('1', [itemOf('a', null)], { sellerMemo: 'KJ-1', buyerMessage: '要蓝色', paidAt: epoch }))
  await shop.takeFrom(file(epoch + 10 * 365 * 24 * hour), orderFrom())
  expect(await stored()).toMatchObject({ sellerMemo: 'KJ-1', buyerMessage: '要蓝色', paidAt: epoch, shipUntil: null })
  await shop.takeFrom(file(epoch + 10 * 365 * 24 * hour), orderFrom({ sellerMemo: null }))
  expect(await stored()).toMatchObject({ sellerMemo: null, buyerMessage: '要蓝色' })
})

test('a file leaves those facts of an item that it does not say, and items that it does not name, as they are', async () => {
  await clear()
  await shop.take(
    orderOf('1', [itemOf('a', null, { merchantSku: 'K1', imageUrl: 'https://a.example/1.png' }), itemOf('b', null)]),
  )
  await shop.takeFrom(file(epoch + 10 * 365 * 24 * hour), orderFrom({ orderItems: [line({ quantity: 3, merchantSku: null })] }))
  expect((await stored()).orderItems).toMatchObject([
    {
      originalId: 'a',
      quantity: 3,
      title: '定制手机壳',
      merchantSku: null,
      imageUrl: 'https://a.example/1.png',
      state: 'toMake',
    },
    { originalId: 'b', quantity: 1 },
  ])
})

test('an item that only a file knows, without its state, asks before it is made', async () => {
  await clear()
  await shop.takeFrom(file(epoch), orderFrom())
  expect((await stored()).orderItems).toMatchObject([{ state: 'unknown', title: '', propertiesName: '' }])
})

test('an import without a time of observation is newer than everything that is stored', async () => {
  await clear()
  await shop.takeFrom(file(Date.parse('2999-01-01T00:00:00Z')), orderFrom({ sellerMemo: 'far' }))
  await shop.take(orderOf('1', [itemOf('a', null)], { sellerMemo: 'now' }))
  expect(await stored()).toMatchObject({ sellerMemo: 'now' })
})

interface Observation {
  readonly at: number
  readonly memo: string | null | undefined
  readonly message: string | null | undefined
  readonly paidAt: number | null | undefined
  readonly quantity: number
  readonly title: string | undefined
}
const known = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined })
const observation: fc.Arbitrary<Observation> = fc.record({
  at: fc.integer({ min: 1, max: 6 }),
  memo: known(fc.option(fc.constantFrom('x', 'y'), { nil: null })),
  message: known(fc.option(fc.constantFrom('p', 'q'), { nil: null })),
  paidAt: known(fc.option(fc.constantFrom(epoch, epoch + hour), { nil: null })),
  quantity: fc.integer({ min: 1, max: 3 }),
  title: known(fc.constantFrom('壳', '定制壳')),
})
const write = ({ memo, message, paidAt, quantity, title }: Observation): OrderWrite =>
  orderFrom({ sellerMemo: memo, buyerMessage: message, paidAt, orderItems: [line({ quantity, title })] })
const take = (seen: Observation) => shop.takeFrom(file(epoch + seen.at * hour), write(seen))

/** The rule in its simplest form. */
function expected(observations: readonly Observation[]) {
  let now = { at: 0, sellerMemo: null as string | null, buyerMessage: null as string | null, paidAt: null as number | null }
  let item = { quantity: 0, title: '' }
  for (const { at, memo, message, paidAt, quantity, title } of observations) {
    if (at < now.at) continue
    now = {
      at,
      sellerMemo: memo === undefined ? now.sellerMemo : memo,
      buyerMessage: message === undefined ? now.buyerMessage : message,
      paidAt: paidAt === undefined ? now.paidAt : paidAt,
    }
    item = { quantity, title: title ?? item.title }
  }
  const { at: _, ...facts } = now
  return { ...facts, orderItems: [item] }
}

test('any observations in any order end as the rule says, each repeated one changes nothing, and a plan says what is done', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(observation, { minLength: 1, maxLength: 6 }), async (observations) => {
      await clear()
      for (const seen of observations) {
        const [planned] = await planImport(shop.ctx, shop.shopId, [write(seen)], file(epoch + seen.at * hour))
        const done = await take(seen)
        expect([done.created, done.updated]).toEqual([Number(planned?.outcome === 'new'), Number(planned?.outcome === 'changed')])
        expect(await take(seen)).toMatchObject({ created: 0, updated: 0 })
      }
      expect(await stored()).toMatchObject(expected(observations))
    }),
    { numRuns: sized(15, 60) },
  )
})

test('complete observations end as the newest of them, whatever their order', async () => {
  const complete = fc.uniqueArray(
    fc.record({
      at: fc.integer({ min: 1, max: 9 }),
      memo: fc.constantFrom(null, 'x', 'y'),
      message: fc.constantFrom(null, 'p'),
      paidAt: fc.constantFrom(null, epoch),
      quantity: fc.integer({ min: 1, max: 3 }),
      title: fc.constantFrom('壳', '定制壳'),
    }),
    { selector: ({ at }) => at, minLength: 2, maxLength: 5 },
  )
  await fc.assert(
    fc.asyncProperty(complete, async (observations) => {
      await clear()
      for (const seen of observations) await take(seen)
      const newest = observations.reduce((one, other) => (one.at > other.at ? one : other))
      expect(await stored()).toMatchObject(expected([newest]))
    }),
    { numRuns: sized(10, 40) },
  )
})

test('a file that the seller filtered keeps the numbers of lines that the marketplace does not number', async () => {
  await clear()
  const choice = (name: string, at: number, change: Partial<GivenItem> = {}) =>
    line({ originalId: `1-${at}`, propertiesName: `颜色:${name}`, ...change })
  const lines = async () => (await stored()).orderItems.map((item) => [item.originalId, item.propertiesName, item.quantity])
  await shop.takeFrom(file(epoch), orderFrom({ orderItems: [choice('红', 1), choice('蓝', 2)] }))
  await shop.takeFrom(file(epoch), orderFrom({ orderItems: [choice('蓝', 1, { quantity: 5 })] }))
  expect(await lines()).toEqual(
    expect.arrayContaining([
      ['1-1', '颜色:红', 1],
      ['1-2', '颜色:蓝', 5],
    ]),
  )
  await shop.takeFrom(file(epoch), orderFrom({ orderItems: [choice('红', 2), choice('蓝', 3), choice('绿', 1)] }))
  expect(await lines()).toHaveLength(3)
  expect(await lines()).toEqual(
    expect.arrayContaining([
      ['1-1', '颜色:红', 1],
      ['1-2', '颜色:蓝', 1],
      ['1-3', '颜色:绿', 1],
    ]),
  )
})

test('a file that tells the time of an order only to the day keeps the time that is stored', async () => {
  await clear()
  await shop.take(orderOf('1', [itemOf('a', null)]))
  await shop.takeFrom(
    file(epoch + 10 * 365 * 24 * hour),
    orderFrom({ createdAt: epoch - hour, orderItems: [line({ quantity: 2 })] }),
  )
  expect(await stored()).toMatchObject({ createdAt: epoch, orderItems: [{ quantity: 2 }] })
})

test('a file that is split into parts, which come in any order, leaves the same orders as the whole one', async () => {
  const many = fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 30 }), observation), {
    selector: ([number]) => number,
    minLength: 1,
  })
  const parts = fc.tuple(
    many,
    many,
    fc.array(fc.nat(3), { minLength: 30, maxLength: 30 }),
    fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }),
  )
  const numbered = ([number, seen]: readonly [number, Observation]) => ({ ...write(seen), originalId: String(number) })
  const all = async () => {
    const orders = await Promise.all((await shop.list()).map(({ id }) => getOrder(shop.ctx, id)))
    return orders.map(({ originalId, sellerMemo, buyerMessage, paidAt, orderItems }) => [
      ...[originalId, sellerMemo, buyerMessage, paidAt],
      ...orderItems.map(({ quantity, title }) => [quantity, title]),
    ])
  }
  const sorted = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).sort()
  await fc.assert(
    fc.asyncProperty(parts, async ([before, rows, partOf, sequence]) => {
      const outcome = async (calls: readonly (readonly OrderWrite[])[]) => {
        await clear()
        await shop.takeFrom(file(epoch), ...before.map(numbered))
        for (const orders of calls) await shop.takeFrom(file(epoch + hour), ...orders)
        return sorted(await all())
      }
      const whole = rows.map(numbered)
      const split = sequence.map((part) => whole.filter((_, at) => partOf[at] === part)).filter(({ length }) => length > 0)
      expect(await outcome(split)).toEqual(await outcome([whole]))
    }),
    { numRuns: sized(5, 30) },
  )
})

test('the marketplace’s own words for a state stay with it, and go when another source says the state without words', async () => {
  await clear()
  const words = async () => (await stored()).orderItems.map(({ state, platformState }) => [state, platformState])
  const paid = line({ ...itemStateOf({ state: 'toMake' }), platformState: '待发货' })
  await shop.takeFrom(file(epoch), orderFrom({ orderItems: [paid] }))
  expect(await words()).toEqual([['toMake', '待发货']])
  expect(await shop.takeFrom(file(epoch), orderFrom({ orderItems: [paid] }))).toMatchObject({ updated: 0 })
  await shop.takeFrom(file(epoch + hour), orderFrom({ orderItems: [line({ quantity: 2 })] }))
  expect(await words()).toEqual([['toMake', '待发货']])
  await shop.take(orderOf('1', [itemOf('a', null, { state: 'shipped' })]))
  expect(await words()).toEqual([['shipped', undefined]])
})

test('the picture of a design in a file is for a line without a design, and another address of it changes nothing', async () => {
  await clear()
  const at = (url: string) => contentOf({ customizedImageUrl: url, previewImageUrl: url })
  const urls = async () => {
    const items = (await stored()).orderItems
    return Promise.all(items.flatMap(({ customizations }) => customizations.map((one) => imageOf(shop.ctx, one))))
  }
  const seen = (hours: number, url: string) =>
    shop.takeFrom(file(epoch + hours * hour), orderFrom({ orderItems: [line({ content: at(url) })] }))
  await seen(0, 'https://mmecimage.cn/p/1')
  expect(await urls()).toEqual(['https://mmecimage.cn/p/1'])
  expect(await seen(1, 'https://mmecimage.cn/p/1?signed=2')).toMatchObject({ updated: 0 })
  await shop.take(orderOf('1', [itemOf('a', at('https://img.alicdn.com/print.png'))]))
  await seen(10 * 365 * 24, 'https://mmecimage.cn/p/2')
  expect(await urls()).toEqual(['https://img.alicdn.com/print.png'])
})
