import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { orderTextNames } from '../../../contract/rules/order-texts'
import { orderImport } from '../../../contract/schemas/orders'
import type { Order } from '../../../contract/types'
import { type Domain, expectFailure, openDomain } from '../../test/domain'
import { buyCredits, childOf, contentOf, imageOf, itemOf, openOrderShop, orderOf } from '../../test/order-shop'
import { insertShop } from '../../test/rows'
import { charge } from '../credits/charge'
import { getOrder, listImages } from './detail'
import { readRules, writeRules } from './download-rules'
import { orderHandlers } from './handlers'
import { importOrders } from './import'
import { listOrders } from './list'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

const image = 'https://img.example.com/a.png'
const made = (order: Order | undefined) => order?.orderItems.flatMap(({ customizations }) => customizations) ?? []

describe('an order that is taken over', () => {
  test('an imported order is created once, unchanged when it is imported again, and updated when it changed', async () => {
    const shop = await openOrderShop(domain)
    const first = orderOf('1001', [itemOf('1001-1', contentOf(shop.infoOf('a', image)))])
    expect(await shop.take(first)).toMatchObject({ created: 1, updated: 0, unchanged: 0, orders: [{ originalId: '1001' }] })
    const before = await shop.list()
    expect(await shop.take(first)).toMatchObject({ created: 0, updated: 0, unchanged: 1 })
    expect(await shop.list()).toEqual(before)
    const held = orderOf('1001', [itemOf('1001-1', contentOf(shop.infoOf('a', image)), { hold: '买家申请了退款', quantity: 3 })])
    expect(await shop.take(held)).toMatchObject({ created: 0, updated: 1, unchanged: 0 })
    const [after] = await shop.list()
    expect(after?.orderItems[0]).toMatchObject({ id: before[0]?.orderItems[0]?.id, hold: '买家申请了退款', quantity: 3 })
    expect(made(after)).toEqual(made(before[0]))
  })

  test('an imported order keeps its items in order, and the rows of remaining items', async () => {
    const shop = await openOrderShop(domain)
    await shop.take(
      orderOf(
        '1',
        ['a', 'b', 'c'].map((id) => itemOf(id, null)),
      ),
    )
    const ids = new Map((await shop.list())[0]?.orderItems.map((item) => [item.originalId, item.id]))
    await shop.take(
      orderOf(
        '1',
        ['c', 'd', 'a'].map((id) => itemOf(id, null)),
      ),
    )
    const [order] = await shop.list()
    expect(order?.orderItems.map(({ originalId }) => originalId)).toEqual(['c', 'd', 'a'])
    expect(order?.orderItems[0]?.id).toBe(ids.get('c'))
    expect(order?.orderItems[2]?.id).toBe(ids.get('a'))
  })

  test.each(orderTextNames)(
    'the text %s of an order is stored, changed by an import, and removed where it is gone',
    async (name) => {
      const shop = await openOrderShop(domain)
      const take = (text: string | null) => shop.take(orderOf('1', [], { [name]: text }))
      const shown = async () => (await shop.list())[0]?.[name]
      await take('请发顺丰')
      expect(await shown()).toBe('请发顺丰')
      expect(await take('请发京东')).toMatchObject({ created: 0, updated: 1 })
      expect(await shown()).toBe('请发京东')
      expect(await take(null)).toMatchObject({ updated: 1 })
      expect(await shown()).toBeNull()
    },
  )

  test('an import stores all orders of a call or none', async () => {
    const shop = await openOrderShop(domain)
    const twice = [orderOf('7', []), orderOf('8', [], { childOrders: [childOf(orderOf('7', []), 'SPLIT_CHILD')] })]
    await expectFailure(shop.take(...twice), 'invalid', 'orders.1.childOrders.0.originalId', '订单 7 在一次导入中出现了多次')
    expect(await shop.list()).toEqual([])
  })

  test("an order is not imported into another account's shop, and another shop may have the same number", async () => {
    const [mine, theirs] = [await openOrderShop(domain), await openOrderShop(domain)]
    await expectFailure(importOrders(mine.ctx, theirs.shopId, [orderOf('1', [])], { source: 'api' }), 'not-found')
    await mine.take(orderOf('1', []))
    await theirs.take(orderOf('1', []))
    expect(await mine.list()).toHaveLength(1)
    const [order] = await theirs.list()
    await expectFailure(getOrder(mine.ctx, order?.id ?? 0), 'not-found')
    await expectFailure(listImages(mine.ctx, [order?.id ?? 0]), 'not-found')
    await expectFailure(listOrders(mine.ctx, { pageNo: 1, pageSize: 10, shopId: theirs.shopId }), 'not-found')
  })

  test('an order imported by two windows at once is one', async () => {
    const shop = await openOrderShop(domain)
    const order = orderOf('5', [itemOf('5-1', contentOf(shop.infoOf('a', image)))])
    const replies = await Promise.all(Array.from({ length: 6 }, () => shop.take(order)))
    expect(replies.map(({ created }) => created).sort()).toEqual([0, 0, 0, 0, 0, 1])
    expect(await shop.list()).toHaveLength(1)
  })
})

describe('merged and split orders', () => {
  const plain = (id: string) => orderOf(id, [])

  test('merged and split orders are children of their parent, and move with it', async () => {
    const shop = await openOrderShop(domain)
    const tree = async () =>
      (await shop.list()).map((order) => [order.originalId, ...order.childOrders.map((c) => c.originalId)].join('<'))
    await shop.take(plain('a'), plain('b'), plain('c'))
    const child = (id: string) => childOf(plain(id), 'MERGE_CHILD')
    await shop.take({ ...plain('m'), mergeSplitStatus: 'MERGE_PARENT', childOrders: [child('a'), child('b')] })
    expect((await tree()).sort()).toEqual(['c', 'm<a<b'])
    // One child moves to another parent; the remaining child keeps its parent.
    await shop.take({ ...plain('n'), mergeSplitStatus: 'MERGE_PARENT', childOrders: [child('b'), child('c')] })
    expect((await tree()).sort()).toEqual(['m<a', 'n<b<c'])
    // Imported alone as a child, it keeps its parent; imported alone as an independent order, it becomes one.
    await shop.take({ ...plain('b'), mergeSplitStatus: 'MERGE_CHILD' })
    expect((await tree()).sort()).toEqual(['m<a', 'n<b<c'])
    await shop.take({ ...plain('b'), mergeSplitStatus: 'MANUAL_INDEPENDENT' })
    expect((await tree()).sort()).toEqual(['b', 'm<a', 'n<c'])
    // An order that is imported without its former children releases them.
    await shop.take(plain('n'))
    expect((await tree()).sort()).toEqual(['b', 'c', 'm<a', 'n'])
    expect((await shop.list()).find(({ originalId }) => originalId === 'c')?.mergeSplitStatus).toBe('INDEPENDENT')
    // A merged order that is split again does not lose its own children.
    const split = childOf({ ...plain('m') }, 'SPLIT_CHILD')
    await shop.take({ ...plain('top'), mergeSplitStatus: 'MERGE_THEN_SPLIT_PARENT', childOrders: [split] })
    expect((await tree()).sort()).toEqual(['a', 'b', 'c', 'n', 'top<m'])
  })

  test('merged and split orders stay as they are when the marketplace lists their parts', async () => {
    const shop = await openOrderShop(domain)
    const parts = [childOf(plain('a'), 'MERGE_CHILD')]
    await shop.take({ ...plain('m'), mergeSplitStatus: 'MERGE_PARENT', childOrders: parts })
    const changed = orderOf('a', [itemOf('1', null)])
    expect(await importOrders(shop.ctx, shop.shopId, [changed], { source: 'sync' })).toMatchObject({ updated: 1 })
    const [order] = await shop.list()
    expect(order?.childOrders[0]).toMatchObject({
      originalId: 'a',
      mergeSplitStatus: 'MERGE_CHILD',
      orderItems: [{ originalId: '1' }],
    })
  })
})

test('states that come with an import hold, ask or end the work, and an import without them is as before', async () => {
  const shop = await openOrderShop(domain)
  const given = [
    {},
    { hold: '买家要改地址' },
    { state: 'refundAsked' },
    { state: 'shipped' },
    { state: 'partRefunded', hold: null },
  ]
  const orderItems = given.map((one, at) => ({ originalId: `1-${at}`, quantity: 1, ...one }))
  const body = { shopId: shop.shopId, orders: [{ originalId: '1', createdAt: Date.parse('2026-02-20T08:00:00Z'), orderItems }] }
  await orderHandlers.orders.import({ body: orderImport.parse(body) }, shop.ctx)
  const [order] = await shop.list({ state: 'partlyShipped' })
  expect(order?.orderItems.map(({ state, hold }) => [state, hold])).toEqual([
    ['toMake', null],
    ['held', '买家要改地址'],
    ['refundAsked', '买家申请了退款，请先不要生产'],
    ['shipped', null],
    ['partRefunded', null],
  ])
  expect(orderImport.safeParse({ ...body, orders: [{ ...body.orders[0], orderItems: [{ state: 'lost' }] }] }).success).toBe(false)
})

test('a design from another source is kept when the marketplace does not know it', async () => {
  const shop = await openOrderShop(domain)
  const sync = (content: string | null, hold: string | null = null) =>
    importOrders(shop.ctx, shop.shopId, [orderOf('1', [itemOf('1-1', content, { hold })])], { source: 'sync' })
  await shop.take(orderOf('1', [itemOf('1-1', contentOf(shop.infoOf('a', image)))]))
  expect(await sync(null)).toMatchObject({ unchanged: 1 })
  expect(await sync('{"text":[]}', '买家申请了退款')).toMatchObject({ updated: 1 })
  const [order] = await shop.list()
  expect(await imageOf(shop.ctx, made(order)[0])).toBe(image)
  expect(order?.orderItems[0]?.hold).toBe('买家申请了退款')
  // A design from the marketplace itself may be changed by it.
  await sync(contentOf(shop.infoOf('b', 'https://img.example.com/b.png')))
  expect(await imageOf(shop.ctx, made((await shop.list())[0])[0])).toBe('https://img.example.com/b.png')
})

describe('the list', () => {
  test('orders are listed newest first, in pages', async () => {
    const shop = await openOrderShop(domain)
    const at = (n: number) => Date.parse('2026-02-01T00:00:00Z') + n * 60_000
    await shop.take(...[3, 1, 2, 5, 4].map((n) => orderOf(`${n}`, [], { createdAt: at(n) })))
    const page = async (pageNo: number) => listOrders(shop.ctx, { pageNo, pageSize: 2 })
    expect((await page(1)).totalItems).toBe(5)
    const pages = [await page(1), await page(2), await page(3), await page(4)]
    expect(pages.map(({ items }) => items.map(({ originalId }) => originalId).join(''))).toEqual(['54', '32', '1', ''])
  })

  test('orders are filtered by shop, number, words, time, status, and what became of them', async () => {
    const shop = await openOrderShop(domain)
    const second = await insertShop(shop.ctx.db, shop.ctx.actor.accountId, { type: 'OFFLINE_STORE', name: '线下' })
    const at = Date.parse('2026-02-10T00:00:00Z')
    const withImage = (id: string, url: string | null) => itemOf(`${id}-1`, contentOf(shop.infoOf(id, url)))
    await shop.take(
      orderOf('900719925474099301', [withImage('x', image)], { createdAt: at }),
      orderOf('200', [itemOf('200-1', null, { title: '100%_纯棉 Case' })], { createdAt: at + 1000 }),
      orderOf('300', [withImage('y', null)], { createdAt: at + 2000 }),
      orderOf('400', [], {
        createdAt: at + 3000,
        mergeSplitStatus: 'SPLIT_PARENT',
        childOrders: [childOf(orderOf('401', [withImage('z', image)]), 'SPLIT_CHILD')],
      }),
    )
    await importOrders(shop.ctx, second, [orderOf('500', [], { createdAt: at + 4000 })], { source: 'api' })
    const found = async (query: object) => (await shop.list(query)).map(({ originalId }) => originalId)
    expect(await found({ shopId: second })).toEqual(['500'])
    expect(await found({ keyword: '900719925474099301' })).toEqual(['900719925474099301'])
    expect(await found({ keyword: '401' })).toEqual(['400'])
    expect(await found({ keyword: '100%_纯棉 case' })).toEqual(['200'])
    expect(await found({ keyword: '%' })).toEqual(['200'])
    expect(await found({ keyword: 'iphone 15' })).toEqual(['400', '300', '200', '900719925474099301'])
    expect(await found({ createdAtStart: at + 1000, createdAtEnd: at + 2000 })).toEqual(['300', '200'])
    expect(await found({ mergeSplitStatus: 'SPLIT_CHILD' })).toEqual(['400'])
    expect(await found({ mergeSplitStatus: 'SPLIT_PARENT' })).toEqual(['400'])
    expect(await found({ downloaded: false })).toEqual(['400', '900719925474099301'])
    expect(await found({ downloaded: true })).toEqual([])
    const [{ childOrders = [] } = {}] = await shop.list({ keyword: '401' })
    await buyCredits(shop.ctx, 6000)
    await charge(shop.ctx, [childOrders[0]?.orderItems[0]?.customizations[0]?.id ?? 0])
    expect(await found({ downloaded: true })).toEqual(['400'])
    expect(await found({ downloaded: false })).toEqual(['900719925474099301'])
    await shop.ctx.db
      .updateTable('shop_order')
      .set({ push_status: 'pushed' })
      .where('original_id', 'in', ['200', '401'])
      .execute()
    expect(await found({ pushed: true })).toEqual(['400', '200'])
    expect(await found({ pushed: false, shopId: shop.shopId })).toEqual(['300', '900719925474099301'])
  })

  test('listing orders takes the same few queries for one order and for many', async () => {
    const shop = await openOrderShop(domain)
    const orders = Array.from({ length: 60 }, (_, n) => orderOf(`${n}`, [itemOf(`${n}`, contentOf(shop.infoOf(`${n}`, image)))]))
    await shop.take(...orders)
    let questions = 0
    const counting = shop.ctx.db.withPlugin({
      transformQuery: ({ node }) => {
        questions += 1
        return node
      },
      transformResult: async ({ result }) => result,
    })
    const cost = async (pageSize: number) => {
      questions = 0
      const { items } = await listOrders({ ...shop.ctx, db: counting }, { pageNo: 1, pageSize })
      expect(items).toHaveLength(pageSize)
      return questions
    }
    // The first page is counted, and no further one until an order changes.
    expect(await cost(1)).toBe(4)
    expect(await cost(60)).toBe(3)
    expect(await cost(1)).toBe(3)
    await shop.take(orderOf('further', []))
    expect(await cost(60)).toBe(4)
  })
})

describe('download rules', () => {
  const all = ['ORDER_ID', 'CUSTOMIZATION_INFO', 'ORIGINAL_ID', 'ORDER_ITEM_INDEX', 'SKU_INDEX', 'QUANTITY'] as const

  test('download rules are the default until others are saved, and again when a part is missing', async () => {
    const ctx = await domain.seller()
    expect(await readRules(ctx)).toEqual({ rules: all, withOrderIdFile: false })
    const own = [...all].reverse()
    expect(await writeRules(ctx, { rules: [...own, 'QUANTITY'], withOrderIdFile: true })).toEqual({
      rules: own,
      withOrderIdFile: true,
    })
    expect(await readRules(ctx)).toEqual({ rules: own, withOrderIdFile: true })
    await writeRules(ctx, { rules: own.slice(1), withOrderIdFile: true })
    expect(await readRules(ctx)).toEqual({ rules: all, withOrderIdFile: true })
    expect(await readRules(await domain.seller())).toEqual({ rules: all, withOrderIdFile: false })
  })
})
