import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Order } from '../../../contract/types'
import { type Domain, expectFailure, openDomain } from '../../test/domain'
import { buyCredits, childOf, contentOf, itemOf, openOrderShop, orderOf, storedPicture } from '../../test/order-shop'
import { charge } from '../credits/charge'
import { createCollection } from '../templates/collections'
import { getOrder, listImages } from './detail'
import { readRules, writeRules } from './download-rules'
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
  test('is created once, left alone when it comes again, and updated when it changed', async () => {
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

  test('keeps its items in their order, and the rows of those that stay', async () => {
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

  test('is all of a call or nothing', async () => {
    const shop = await openOrderShop(domain)
    const twice = [orderOf('7', []), orderOf('8', [], { childOrders: [childOf(orderOf('7', []), 'SPLIT_CHILD')] })]
    await expectFailure(shop.take(...twice), 'invalid', 'orders.1.childOrders.0.originalId', '订单 7 在一次导入中出现了多次')
    expect(await shop.list()).toEqual([])
  })

  test("is not put into another account's shop, and another shop may have the same number", async () => {
    const [mine, theirs] = [await openOrderShop(domain), await openOrderShop(domain)]
    await expectFailure(importOrders(mine.ctx, theirs.shopId, [orderOf('1', [])]), 'not-found')
    await mine.take(orderOf('1', []))
    await theirs.take(orderOf('1', []))
    expect(await mine.list()).toHaveLength(1)
    const [order] = await theirs.list()
    await expectFailure(getOrder(mine.ctx, order?.id ?? 0), 'not-found')
    await expectFailure(listImages(mine.ctx, [order?.id ?? 0]), 'not-found')
    await expectFailure(listOrders(mine.ctx, { pageNo: 1, pageSize: 10, shopId: theirs.shopId }), 'not-found')
  })

  test('taken over by two windows at once is one', async () => {
    const shop = await openOrderShop(domain)
    const order = orderOf('5', [itemOf('5-1', contentOf(shop.infoOf('a', image)))])
    const replies = await Promise.all(Array.from({ length: 6 }, () => shop.take(order)))
    expect(replies.map(({ created }) => created).sort()).toEqual([0, 0, 0, 0, 0, 1])
    expect(await shop.list()).toHaveLength(1)
  })
})

describe('what a buyer made', () => {
  test('is one customization under a merged order and its parts, and is named once for a download', async () => {
    const shop = await openOrderShop(domain)
    const item = itemOf('oid-1', contentOf(shop.infoOf(undefined, image)))
    const other = itemOf('oid-2', contentOf(shop.infoOf(undefined, image)))
    const child = (id: string, of: typeof item) => childOf(orderOf(id, [of]), 'MERGE_CHILD')
    await shop.take(
      orderOf('merged', [item, other], {
        mergeSplitStatus: 'MERGE_PARENT',
        childOrders: [child('c1', item), child('c2', other)],
      }),
    )
    const [order] = await shop.list()
    const [one, two] = made(order).map(({ id }) => id)
    expect(one).not.toBe(two)
    expect(order?.childOrders.map(({ orderItems }) => orderItems[0]?.customizations[0]?.id)).toEqual([one, two])
    const images = await listImages(shop.ctx, [order?.id ?? 0, ...(order?.childOrders.map(({ id }) => id) ?? [])])
    expect(images.map(({ customizedImageUrls }) => customizedImageUrls.length)).toEqual([2, 0, 0])
    await buyCredits(shop.ctx, 6000)
    await charge(shop.ctx, [one ?? 0])
    const [paid] = await shop.list()
    expect(made(paid).map(({ creditDeducted }) => creditDeducted)).toEqual([true, false])
    const below = paid?.childOrders.flatMap(({ orderItems }) => orderItems.flatMap(({ customizations }) => customizations)) ?? []
    expect(below.map(({ creditDeducted }) => creditDeducted)).toEqual([true, false])
  })

  test('follows its order until it is paid for; then a later picture is another one', async () => {
    const shop = await openOrderShop(domain)
    const put = (url: string) => shop.take(orderOf('1', [itemOf('1-1', contentOf(shop.infoOf('design', url)))]))
    const seen = async () => made((await shop.list())[0])[0]
    await put(image)
    const first = await seen()
    await put('https://img.example.com/b.png')
    expect(await seen()).toMatchObject({ id: first?.id, customizedImageUrl: 'https://img.example.com/b.png' })
    await buyCredits(shop.ctx, 6000)
    await charge(shop.ctx, [first?.id ?? 0])
    await put('https://img.example.com/c.png')
    const later = await seen()
    expect(later).toMatchObject({ customizedImageUrl: 'https://img.example.com/c.png', creditDeducted: false })
    expect(later?.id).not.toBe(first?.id)
    await put('https://img.example.com/b.png')
    expect(await seen()).toMatchObject({
      id: first?.id,
      creditDeducted: true,
      customizedImageUrl: 'https://img.example.com/b.png',
    })
  })

  test('and nobody shows any more goes, unless it was paid for', async () => {
    const shop = await openOrderShop(domain)
    const { db, actor } = shop.ctx
    const put = (...ids: string[]) =>
      shop.take(orderOf('1', [itemOf('1', contentOf(...ids.map((id) => shop.infoOf(id, image))))]))
    await put('kept', 'dropped')
    await buyCredits(shop.ctx, 6000)
    await charge(shop.ctx, [made((await shop.list())[0])[0]?.id ?? 0])
    await put('new')
    const left = await db
      .selectFrom('customization')
      .select('key')
      .where('account_id', '=', actor.accountId)
      .orderBy('key')
      .execute()
    expect(left.map(({ key }) => key)).toEqual(['id:kept', 'id:new'])
  })

  test('names only what the account has; the names stay', async () => {
    const [shop, stranger] = [await openOrderShop(domain), await openOrderShop(domain)]
    const theirs = await storedPicture(stranger.ctx)
    const foreign = { phoneBrandId: stranger.brand.id, phoneModelId: stranger.model.id, phoneCaseMaterialColorId: 999_999 }
    await shop.take(orderOf('1', [itemOf('1', contentOf(shop.infoOf('a', theirs.url, foreign)))]))
    const [row] = made((await shop.list())[0])
    expect(row).toMatchObject({
      phoneBrandId: null,
      phoneModelId: null,
      phoneCaseMaterialColorId: null,
      phoneModelName: 'iPhone 15',
    })
    expect(row).toMatchObject({ customizedImage: null, widthMm: null, phoneCaseMaterialId: shop.material.id })
  })

  test.each([
    ['http://img.example.com/a.png', null],
    ['javascript:alert(1)', null],
    ['data:image/png;base64,AAAA', null],
    ['//img.example.com/a.png', 'https://img.example.com/a.png'],
    [' https://img.example.com/a.png ', 'https://img.example.com/a.png'],
    ['/files/gone/a.png', '/files/gone/a.png'],
    ['', null],
    [null, null],
    [42, null],
  ])('with the picture %j shows %j', async (came, shown) => {
    const shop = await openOrderShop(domain)
    await shop.take(orderOf('1', [itemOf('1', contentOf(shop.infoOf('a', came as string)))]))
    expect(made((await shop.list())[0])[0]?.customizedImageUrl).toBe(shown)
  })

  test.each([
    '',
    'x',
    '{}',
    '[]',
    'null',
    '{"v":2,"phoneCaseCustomizationInfos":[{}]}',
    '{"v":1}',
    '{"v":1,"phoneCaseCustomizationInfos":[1]}',
  ])('and cannot be read (%s) is kept and ignored', async (content) => {
    const shop = await openOrderShop(domain)
    await shop.take(orderOf('1', [itemOf('1', content)]))
    expect((await shop.list())[0]?.orderItems[0]?.customizations).toEqual([])
    const row = await shop.ctx.db
      .selectFrom('order_item')
      .select('content')
      .where('account_id', '=', shop.ctx.actor.accountId)
      .executeTakeFirst()
    expect(row?.content).toBe(content)
  })
})

describe('a snapshot', () => {
  test('is what it was made from, whatever is changed later', async () => {
    const shop = await openOrderShop(domain)
    const { ctx } = shop
    await ctx.db.updateTable('wireframe').set({ width_mm: 75, height_mm: null }).where('id', '=', shop.wireframe.id).execute()
    const [picture, print] = [await storedPicture(ctx), await storedPicture(ctx, { width: 886, height: 1850 })]
    const collection = await createCollection(ctx, { name: '春季' })
    const template = await ctx.db
      .insertInto('template')
      .values({
        account_id: ctx.actor.accountId,
        collection_id: collection.id,
        name: '樱花',
        width: 500,
        height: 1044,
        position: 1,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const design = {
      templateId: template.id,
      templateRevision: 1,
      canvas: { width: 500, height: 1044 },
      layers: [{ uuid: 'l', type: 'IMAGE', imageUrl: `https://elsewhere.example.com${picture.url}`, left: 3 }],
    }
    await shop.take(orderOf('1', [itemOf('1', contentOf(shop.infoOf('a', print.url, { design })))]))
    const [order] = await shop.list()
    const before = await getOrder(ctx, order?.id ?? 0)
    expect(before.snapshots).toEqual([
      {
        customizationId: made(order)[0]?.id,
        takenAt: ctx.clock.now().getTime(),
        snapshot: {
          templateId: template.id,
          templateName: '樱花',
          templateRevision: 1,
          canvas: { width: 500, height: 1044 },
          layers: [{ uuid: 'l', type: 'IMAGE', imageUrl: picture.url, left: 3 }],
          wireframe: { width: 500, height: 1044, backgroundUrl: null, foregroundUrl: expect.stringContaining('/files/') },
        },
      },
    ])
    expect(made(order)[0]).toMatchObject({ customizedImage: { width: 886, height: 1850 }, widthMm: 75 })
    expect(made(order)[0]?.heightMm).toBeCloseTo(156.6)
    await ctx.db.updateTable('wireframe').set({ width: 700, width_mm: 99 }).where('id', '=', shop.wireframe.id).execute()
    await ctx.db.updateTable('template').set({ name: '改名', revision: 7 }).where('id', '=', template.id).execute()
    await ctx.db.updateTable('phone_model').set({ name: '改名' }).where('id', '=', shop.model.id).execute()
    await shop.take(orderOf('1', [itemOf('1', contentOf(shop.infoOf('a', print.url, { design })), { quantity: 9 })]))
    const after = await getOrder(ctx, order?.id ?? 0)
    expect(after.snapshots).toEqual(before.snapshots)
    expect(made(after)).toEqual(made(before))
  })
})

describe('merged and split orders', () => {
  const plain = (id: string) => orderOf(id, [])

  test('hang below the order they belong to, and move with it', async () => {
    const shop = await openOrderShop(domain)
    const tree = async () =>
      (await shop.list()).map((order) => [order.originalId, ...order.childOrders.map((c) => c.originalId)].join('<'))
    await shop.take(plain('a'), plain('b'), plain('c'))
    const child = (id: string) => childOf(plain(id), 'MERGE_CHILD')
    await shop.take({ ...plain('m'), mergeSplitStatus: 'MERGE_PARENT', childOrders: [child('a'), child('b')] })
    expect((await tree()).sort()).toEqual(['c', 'm<a<b'])
    // To another parent; what is left behind stays where it is.
    await shop.take({ ...plain('n'), mergeSplitStatus: 'MERGE_PARENT', childOrders: [child('b'), child('c')] })
    expect((await tree()).sort()).toEqual(['m<a', 'n<b<c'])
    // Given alone as a part, it stays; given alone as an order of its own, it is one.
    await shop.take({ ...plain('b'), mergeSplitStatus: 'MERGE_CHILD' })
    expect((await tree()).sort()).toEqual(['m<a', 'n<b<c'])
    await shop.take({ ...plain('b'), mergeSplitStatus: 'MANUAL_INDEPENDENT' })
    expect((await tree()).sort()).toEqual(['b', 'm<a', 'n<c'])
    // An order that is no longer given with its parts lets them go.
    await shop.take(plain('n'))
    expect((await tree()).sort()).toEqual(['b', 'c', 'm<a', 'n'])
    expect((await shop.list()).find(({ originalId }) => originalId === 'c')?.mergeSplitStatus).toBe('INDEPENDENT')
    // A merged order that is split again: its own parts are not lost.
    const split = childOf({ ...plain('m') }, 'SPLIT_CHILD')
    await shop.take({ ...plain('top'), mergeSplitStatus: 'MERGE_THEN_SPLIT_PARENT', childOrders: [split] })
    expect((await tree()).sort()).toEqual(['a', 'b', 'c', 'n', 'top<m'])
  })

  test('stay as they are when the marketplace names their parts', async () => {
    const shop = await openOrderShop(domain)
    const parts = [childOf(plain('a'), 'MERGE_CHILD')]
    await shop.take({ ...plain('m'), mergeSplitStatus: 'MERGE_PARENT', childOrders: parts })
    const changed = orderOf('a', [itemOf('1', null)])
    expect(await importOrders(shop.ctx, shop.shopId, [changed], { relations: false })).toMatchObject({ updated: 1 })
    const [order] = await shop.list()
    expect(order?.childOrders[0]).toMatchObject({
      originalId: 'a',
      mergeSplitStatus: 'MERGE_CHILD',
      orderItems: [{ originalId: '1' }],
    })
  })
})

test('a design that came another way is kept when the marketplace does not know it', async () => {
  const shop = await openOrderShop(domain)
  const sync = (content: string | null, hold: string | null = null) =>
    importOrders(shop.ctx, shop.shopId, [orderOf('1', [itemOf('1-1', content, { hold })])], { relations: false })
  await shop.take(orderOf('1', [itemOf('1-1', contentOf(shop.infoOf('a', image)))]))
  expect(await sync(null)).toMatchObject({ unchanged: 1 })
  expect(await sync('{"text":[]}', '买家申请了退款')).toMatchObject({ updated: 1 })
  const [order] = await shop.list()
  expect(made(order)).toMatchObject([{ customizedImageUrl: image }])
  expect(order?.orderItems[0]?.hold).toBe('买家申请了退款')
  // A design of its own is the marketplace's to change.
  await sync(contentOf(shop.infoOf('b', 'https://img.example.com/b.png')))
  expect(made((await shop.list())[0])).toMatchObject([{ customizedImageUrl: 'https://img.example.com/b.png' }])
})

describe('the list', () => {
  test('is newest first, in pages', async () => {
    const shop = await openOrderShop(domain)
    const at = (n: number) => Date.parse('2026-02-01T00:00:00Z') + n * 60_000
    await shop.take(...[3, 1, 2, 5, 4].map((n) => orderOf(`${n}`, [], { createdAt: at(n) })))
    const page = async (pageNo: number) => listOrders(shop.ctx, { pageNo, pageSize: 2 })
    expect((await page(1)).totalItems).toBe(5)
    const pages = [await page(1), await page(2), await page(3), await page(4)]
    expect(pages.map(({ items }) => items.map(({ originalId }) => originalId).join(''))).toEqual(['54', '32', '1', ''])
  })

  test('is found by shop, number, words, time, status, and what became of it', async () => {
    const shop = await openOrderShop(domain)
    const { id: second } = await shop.ctx.db
      .insertInto('shop')
      .values({ account_id: shop.ctx.actor.accountId, type: 'OFFLINE_STORE', name: '线下' })
      .returning('id')
      .executeTakeFirstOrThrow()
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
    await importOrders(shop.ctx, second, [orderOf('500', [], { createdAt: at + 4000 })])
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

  test('costs the same few questions for one order and for many', async () => {
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
    expect(await cost(1)).toBe(await cost(60))
    expect(questions).toBeLessThanOrEqual(5)
  })
})

describe('download rules', () => {
  const all = ['ORDER_ID', 'CUSTOMIZATION_INFO', 'ORIGINAL_ID', 'ORDER_ITEM_INDEX', 'SKU_INDEX', 'QUANTITY'] as const

  test('are the default until others are saved, and again when a part is missing', async () => {
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
