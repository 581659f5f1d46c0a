/** Orders by hand: numbered one after another, never doubled, of their account alone, and unchanged where they are paid for. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shopTypes } from '../../../contract/rules/shop-types'
import { manualOrderCreate, manualOrderUpdate } from '../../../contract/schemas/order-entries'
import type { ManualOrderCreate, ManualOrderUpdate } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'
import { openBuyerShop, submitted } from '../../test/buyer-shop'
import { type Domain, expectFailure, openDomain } from '../../test/domain'
import { buyCredits, imageOf, itemOf, openOrderShop, orderOf, storedPicture } from '../../test/order-shop'
import { charge } from '../credits/charge'
import { getOrder } from './detail'
import { createManualOrder, proposeNumber, removeManualOrder, updateManualOrder } from './manual-orders'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

type Line = ManualOrderCreate['lines'][number]
async function openShop() {
  const shop = await openOrderShop(domain)
  const line = (change: Partial<Line> = {}): Line => ({
    phoneModelId: shop.model.id,
    materialColorId: shop.color.id,
    quantity: 1,
    design: { kind: 'later' },
    ...change,
  })
  const create = (change: Partial<ManualOrderCreate> = {}, ctx: Ctx = shop.ctx) =>
    createManualOrder(ctx, manualOrderCreate.parse({ shopId: shop.shopId, originalId: null, lines: [line()], ...change }))
  const update = (id: number, body: ManualOrderUpdate) => updateManualOrder(shop.ctx, id, manualOrderUpdate.parse(body))
  const stored = (id: number) => getOrder(shop.ctx, id)
  return { ...shop, line, create, update, stored }
}

describe('an order that is written by hand', () => {
  test('an order by hand has the choice of its lines from the catalogue, and the picture of each as a design of that case', async () => {
    const shop = await openShop()
    const picture = await storedPicture(shop.ctx)
    const { orderId, originalId, isKnown } = await shop.create({
      buyerMessage: ' 要快 ',
      lines: [
        shop.line({ title: '情侣壳', quantity: 2, design: { kind: 'picture', fileId: picture.id } }),
        shop.line({ quantity: 3 }),
      ],
    })
    expect([originalId, isKnown]).toEqual(['X202603010001', false])
    const order = await shop.stored(orderId)
    expect(order).toMatchObject({ source: 'manual', isPlatformOrder: false, buyerMessage: '要快', sellerMemo: null })
    expect(order.orderItems).toMatchObject([
      {
        originalId: `${originalId}-1`,
        title: '情侣壳',
        quantity: 2,
        state: 'toMake',
        propertiesName: '适用手机型号:苹果 iPhone 15;材质:硅胶;颜色分类:黑',
        customizations: [
          { phoneModelId: shop.model.id, phoneCaseMaterialColorId: shop.color.id, creditDeducted: false, modelKnown: true },
        ],
      },
      { originalId: `${originalId}-2`, title: '定制手机壳', quantity: 3, customizations: [] },
    ])
    expect(await imageOf(shop.ctx, order.orderItems[0]?.customizations[0])).toBe(picture.url)
  })

  test.each(shopTypes)('an order by hand can be of a shop of the type %s', async (type) => {
    const shop = await openShop()
    await shop.ctx.db.updateTable('shop').set({ type }).where('id', '=', shop.shopId).execute()
    expect(await shop.create()).toMatchObject({ isKnown: false })
  })

  test('an order by hand gets the design that its line names by code, and is not made at all where no design has that code', async () => {
    const shop = await openBuyerShop(domain)
    const design = await submitted(shop, await shop.begin(), '#ff0000')
    const body = (code: string) =>
      manualOrderCreate.parse({
        shopId: shop.shopId,
        originalId: null,
        lines: [{ phoneModelId: shop.model.id, materialColorId: shop.color.id, quantity: 1, design: { kind: 'code', code } }],
      })
    await expect(createManualOrder(shop.ctx, body('KJ-2222-2222'))).rejects.toMatchObject({
      code: 'invalid',
      message: /定制编号/,
      issues: [{ path: 'body.lines.0.design.code' }],
    })
    expect(await shop.list()).toEqual([])
    const { orderId } = await createManualOrder(shop.ctx, body(design.code))
    expect((await getOrder(shop.ctx, orderId)).orderItems).toMatchObject([{ customizations: [{}] }])
    await expectFailure(removeManualOrder(shop.ctx, orderId), 'conflict')
  })
})

describe('the number of an order by hand', () => {
  test('the number of an order by hand is the next of its day over all shops of the account, whatever else begins like it', async () => {
    const shop = await openShop()
    expect(await proposeNumber(shop.ctx)).toEqual({ originalId: 'X202603010001' })
    await shop.create({ originalId: 'X202603010007' })
    await shop.create({ originalId: 'X20260301abc' })
    await shop.create({ originalId: 'X20260301999999999999' })
    await shop.create({ originalId: 'X202602280099' })
    expect(await proposeNumber(shop.ctx)).toEqual({ originalId: 'X202603010008' })
    expect(await shop.create()).toMatchObject({ originalId: 'X202603010008' })
    expect(await proposeNumber((await openShop()).ctx)).toEqual({ originalId: 'X202603010001' })
  })

  test('a number is given once when many orders are written at a time', async () => {
    const shop = await openShop()
    const made = await Promise.all(Array.from({ length: 6 }, () => shop.create()))
    expect(new Set(made.map(({ originalId }) => originalId)).size).toBe(6)
  })

  test('the number of an order that the shop has shows that order, and changes nothing of it', async () => {
    const shop = await openShop()
    await shop.take(orderOf('260301-1', [itemOf('a', null)], { sellerMemo: '平台' }))
    const [before] = await shop.list()
    expect(await shop.create({ originalId: '260301-1', sellerMemo: '手写' })).toEqual({
      orderId: before?.id,
      originalId: '260301-1',
      isKnown: true,
    })
    expect(await shop.list()).toEqual([before])
  })
})

describe('an order by hand that is changed', () => {
  test('an order that is changed has the lines that were kept, changed and added, and not the ones that were left out', async () => {
    const shop = await openShop()
    const picture = await storedPicture(shop.ctx)
    const { orderId, originalId } = await shop.create({
      lines: [
        shop.line({ title: '一', design: { kind: 'picture', fileId: picture.id } }),
        shop.line({ title: '二' }),
        shop.line({ title: '三' }),
      ],
    })
    const [one, two] = (await shop.stored(orderId)).orderItems
    await shop.update(orderId, {
      sellerMemo: '改过',
      lines: [
        { itemId: one?.id ?? 0, keep: true },
        { ...shop.line({ title: '二改', quantity: 5, design: { kind: 'picture', fileId: picture.id } }), itemId: two?.id ?? 0 },
        { ...shop.line({ title: '四' }), itemId: null },
      ],
    })
    const after = await shop.stored(orderId)
    expect(after).toMatchObject({ sellerMemo: '改过', source: 'manual' })
    expect(after.orderItems).toMatchObject([
      { id: one?.id, title: '一', customizations: [{ id: one?.customizations[0]?.id }] },
      { id: two?.id, title: '二改', quantity: 5, customizations: [{}] },
      { originalId: `${originalId}-4`, title: '四', customizations: [] },
    ])
  })

  test('a change keeps the picture of a line whose model changes, now as a design of the other case', async () => {
    const shop = await openShop()
    const picture = await storedPicture(shop.ctx)
    const { orderId } = await shop.create({ lines: [shop.line({ design: { kind: 'picture', fileId: picture.id } })] })
    const [item] = (await shop.stored(orderId)).orderItems
    const other = await shop.ctx.db
      .insertInto('phone_model')
      .values({ account_id: shop.ctx.actor.accountId, phone_brand_id: shop.brand.id, name: 'iPhone 16', position: 99 })
      .returning('id')
      .executeTakeFirstOrThrow()
    await shop.update(orderId, { lines: [{ ...shop.line({ phoneModelId: other.id }), itemId: item?.id ?? 0 }] })
    const [after] = (await shop.stored(orderId)).orderItems
    expect(after?.customizations).toMatchObject([{ id: item?.customizations[0]?.id, phoneModelName: 'iPhone 16' }])
    expect(await imageOf(shop.ctx, after?.customizations[0])).toBe(picture.url)
  })

  test('a change is refused where a line that is paid for would change or go, and its texts may change', async () => {
    const shop = await openShop()
    const picture = await storedPicture(shop.ctx)
    const { orderId } = await shop.create({
      lines: [shop.line({ design: { kind: 'picture', fileId: picture.id } }), shop.line()],
    })
    const [paid, free] = (await shop.stored(orderId)).orderItems
    await buyCredits(shop.ctx, 100)
    const ids = paid?.customizations.map(({ id }) => id) ?? []
    await charge(shop.ctx, ids, ids)
    const kept = { itemId: paid?.id ?? 0, keep: true } as const
    await expect(
      shop.update(orderId, { lines: [{ ...shop.line({ quantity: 2 }), itemId: paid?.id ?? 0 }] }),
    ).rejects.toMatchObject({
      code: 'conflict',
      message: /已经扣点，不能修改/,
    })
    await expect(shop.update(orderId, { lines: [{ itemId: free?.id ?? 0, keep: true }] })).rejects.toMatchObject({
      message: /不能删除/,
    })
    await expectFailure(removeManualOrder(shop.ctx, orderId), 'conflict')
    await shop.update(orderId, { buyerMessage: '改地址', lines: [kept] })
    expect(await shop.stored(orderId)).toMatchObject({
      buyerMessage: '改地址',
      orderItems: [{ id: paid?.id, quantity: 1, change: null, customizations: [{ creditDeducted: true }] }],
    })
  })
})

test('an order by hand of which nothing is made is deleted with its designs, and its number is free again', async () => {
  const shop = await openShop()
  const picture = await storedPicture(shop.ctx)
  const { orderId, originalId } = await shop.create({ lines: [shop.line({ design: { kind: 'picture', fileId: picture.id } })] })
  await removeManualOrder(shop.ctx, orderId)
  expect(await shop.list()).toEqual([])
  const left = shop.ctx.db.selectFrom('customization').select('id').where('shop_id', '=', shop.shopId)
  expect(await left.execute()).toEqual([])
  expect(await shop.create()).toMatchObject({ originalId })
})

test('an order that came another way is neither changed nor deleted by hand', async () => {
  const shop = await openShop()
  await shop.take(orderOf('1', [itemOf('a', null)]))
  const [order] = await shop.list()
  await expectFailure(removeManualOrder(shop.ctx, order?.id ?? 0), 'conflict')
  await expectFailure(shop.update(order?.id ?? 0, { lines: [{ ...shop.line(), itemId: null }] }), 'conflict')
})

test('nobody writes into the shop of another account, with its catalogue, its pictures, or into its orders', async () => {
  const [mine, theirs] = [await openShop(), await openShop()]
  const picture = await storedPicture(theirs.ctx)
  await expectFailure(mine.create({ shopId: theirs.shopId }), 'not-found')
  await expectFailure(mine.create({ lines: [theirs.line()] }), 'not-found')
  await expectFailure(mine.create({ lines: [mine.line({ materialColorId: theirs.color.id })] }), 'not-found')
  await expectFailure(mine.create({ lines: [mine.line({ design: { kind: 'picture', fileId: picture.id } })] }), 'not-found')
  const { orderId } = await theirs.create()
  await expectFailure(removeManualOrder(mine.ctx, orderId), 'not-found')
  await expectFailure(mine.update(orderId, { lines: [{ ...mine.line(), itemId: null }] }), 'not-found')
  expect(await mine.list()).toEqual([])
})
