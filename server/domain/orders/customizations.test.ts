import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Order } from '../../../contract/types'
import { type Domain, openDomain } from '../../test/domain'
import { buyCredits, childOf, contentOf, imageOf, itemOf, openOrderShop, orderOf, storedPicture } from '../../test/order-shop'
import { insertTemplate } from '../../test/rows'
import { charge } from '../credits/charge'
import { createCollection } from '../templates/collections'
import { getOrder, listImages } from './detail'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

const image = 'https://img.example.com/a.png'
const made = (order: Order | undefined) => order?.orderItems.flatMap(({ customizations }) => customizations) ?? []

describe('what a buyer made', () => {
  test('a customization is the same row under a merged order and its parts, and is listed once for a download', async () => {
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

  test('a customization follows its order until it is paid for, and then a later picture is another one', async () => {
    const shop = await openOrderShop(domain)
    const put = (url: string) => shop.take(orderOf('1', [itemOf('1-1', contentOf(shop.infoOf('design', url)))]))
    const seen = async () => made((await shop.list())[0])[0]
    await put(image)
    const first = await seen()
    await put('https://img.example.com/b.png')
    expect((await seen())?.id).toBe(first?.id)
    expect(await imageOf(shop.ctx, first)).toBe('https://img.example.com/b.png')
    await buyCredits(shop.ctx, 6000)
    await charge(shop.ctx, [first?.id ?? 0])
    await put('https://img.example.com/c.png')
    const later = await seen()
    expect(later?.creditDeducted).toBe(false)
    expect(await imageOf(shop.ctx, later)).toBe('https://img.example.com/c.png')
    expect(later?.id).not.toBe(first?.id)
    await put('https://img.example.com/b.png')
    expect(await seen()).toMatchObject({
      id: first?.id,
      creditDeducted: true,
      customizedImageUrl: 'https://img.example.com/b.png',
    })
  })

  test('a customization that no order shows any more is deleted, unless it was paid for', async () => {
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

  test('a customization refers only to rows of the account, and keeps all names', async () => {
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
  ])('a customization with the picture %j shows %j', async (came, shown) => {
    const shop = await openOrderShop(domain)
    await shop.take(orderOf('1', [itemOf('1', contentOf(shop.infoOf('a', came as string)))]))
    const [one] = made((await shop.list())[0])
    expect(await imageOf(shop.ctx, one)).toBe(shown)
    expect(one?.customizedImageUrl === null).toBe(shown === null)
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
  ])('unreadable content (%s) is stored and ignored', async (content) => {
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
  test('a snapshot keeps what a customization was made from, whatever is changed later', async () => {
    const shop = await openOrderShop(domain)
    const { ctx } = shop
    await ctx.db.updateTable('wireframe').set({ width_mm: 75, height_mm: null }).where('id', '=', shop.wireframe.id).execute()
    const [picture, print] = [await storedPicture(ctx), await storedPicture(ctx, { width: 886, height: 1850 })]
    const collection = await createCollection(ctx, { name: '春季' })
    const templateId = await insertTemplate(ctx.db, ctx.actor.accountId, collection.id, { name: '樱花' })
    const design = {
      templateId,
      templateRevision: 1,
      canvas: { width: 500, height: 1044 },
      layers: [{ uuid: 'l', type: 'IMAGE', imageUrl: `https://elsewhere.example.com${picture.url}`, left: 3 }],
    }
    await shop.take(orderOf('1', [itemOf('1', contentOf(shop.infoOf('a', print.url, { design })))]))
    const [unpaid] = await shop.list()
    await buyCredits(ctx, 1000)
    await charge(
      ctx,
      made(unpaid).map(({ id }) => id),
    )
    const [order] = await shop.list()
    const before = await getOrder(ctx, order?.id ?? 0)
    expect(before.snapshots).toEqual([
      {
        customizationId: made(order)[0]?.id,
        takenAt: ctx.clock.now().getTime(),
        snapshot: {
          templateId,
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
    await ctx.db.updateTable('template').set({ name: '改名', revision: 7 }).where('id', '=', templateId).execute()
    await ctx.db.updateTable('phone_model').set({ name: '改名' }).where('id', '=', shop.model.id).execute()
    await shop.take(orderOf('1', [itemOf('1', contentOf(shop.infoOf('a', print.url, { design })), { quantity: 9 })]))
    const after = await getOrder(ctx, order?.id ?? 0)
    expect(after.snapshots).toEqual(before.snapshots)
    expect(made(after)).toEqual(made(before))
  })
})
