import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Order } from '../../../contract/types'
import { type Domain, expectFailure, openDomain } from '../../test/domain'
import { buyCredits, contentOf, itemOf, openOrderShop, orderOf } from '../../test/order-shop'
import { createModel, removeModels } from '../catalogue/models'
import { charge } from '../credits/charge'
import { readCatalogueUse } from './catalogue-use'
import { setCase } from './set-case'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

const image = 'https://img.example.com/a.png'
const made = (orders: readonly Order[]) =>
  orders.flatMap(({ orderItems }) => orderItems.flatMap(({ customizations }) => customizations)).sort((a, b) => a.id - b.id)

async function openShop() {
  const shop = await openOrderShop(domain)
  const put = (number: string, url = image) =>
    shop.take(orderOf(number, [itemOf(`${number}-1`, contentOf(shop.infoOf(number, url)))]))
  return { ...shop, put, designs: async () => made(await shop.list()) }
}

describe('a design whose model was deleted', () => {
  test('a design with a deleted model gets another, which a new import and a later picture keep', async () => {
    const shop = await openShop()
    await shop.put('1')
    await shop.put('2')
    await removeModels(shop.ctx, shop.brand.id, [shop.model.id])
    const [one, two] = await shop.designs()
    expect([one?.modelKnown, one?.caseByHand]).toEqual([false, false])
    const model = await createModel(shop.ctx, shop.brand.id, { name: 'iPhone 15 新' })
    const given = { customizationIds: [one?.id ?? 0], phoneModelId: model.id, alike: false }
    expect(await setCase(shop.ctx, given)).toEqual({ changed: 1 })
    const now = { phoneModelId: model.id, phoneModelName: 'iPhone 15 新', modelKnown: true, caseByHand: true }
    expect(await shop.designs()).toMatchObject([now, { id: two?.id, modelKnown: false }])
    await shop.put('1', 'https://img.example.com/b.png')
    expect((await shop.designs())[0]).toMatchObject({ ...now, customizedImageUrl: expect.stringMatching(/^\/files\/previews\//) })
    // After payment a later picture is a design of its own, on the same case.
    await buyCredits(shop.ctx, 6000)
    await charge(shop.ctx, [one?.id ?? 0])
    await shop.put('1', 'https://img.example.com/c.png')
    const later = (await shop.designs()).find(({ id }) => id !== one?.id && id !== two?.id)
    expect(later).toMatchObject(now)
  })

  test('a model is also given to the designs of the same name', async () => {
    const shop = await openShop()
    for (const number of ['1', '2', '3']) await shop.put(number)
    const [one] = await shop.designs()
    const model = await createModel(shop.ctx, shop.brand.id, { name: 'iPhone 15 新' })
    await setCase(shop.ctx, { customizationIds: [one?.id ?? 0], phoneModelId: model.id, alike: true })
    expect((await shop.designs()).map(({ phoneModelId }) => phoneModelId)).toEqual([model.id, model.id, model.id])
  })

  test('a model cannot be given to a design of another account', async () => {
    const [mine, theirs] = [await openShop(), await openShop()]
    await theirs.put('1')
    const [one] = await theirs.designs()
    const given = { customizationIds: [one?.id ?? 0], alike: true }
    await expectFailure(setCase(mine.ctx, { ...given, phoneModelId: mine.model.id }), 'not-found')
    await expectFailure(setCase(theirs.ctx, { ...given, phoneModelId: mine.model.id }), 'not-found')
  })
})

test('catalogue use counts what refers to a row, of this account alone', async () => {
  const [shop, other] = [await openShop(), await openShop()]
  for (const number of ['1', '2']) await shop.put(number)
  await other.put('1')
  const use = (kind: 'brand' | 'model' | 'material' | 'color', id: number) => readCatalogueUse(shop.ctx, { kind, ids: [id] })
  expect(await use('model', shop.model.id)).toMatchObject({ openOrders: 2, designs: 2, products: 0 })
  expect(await use('color', shop.color.id)).toMatchObject({ openOrders: 2, designs: 2, products: 0 })
  expect(await use('model', other.model.id)).toMatchObject({ openOrders: 0, designs: 0, products: 0 })
  expect(await use('brand', shop.brand.id)).toMatchObject({ models: 2, wireframes: 1, onShelf: 1 })
  await shop.ctx.db
    .insertInto('customization_setting')
    .values({
      account_id: shop.ctx.actor.accountId,
      shop_id: shop.shopId,
      product_original_id: '7',
      data: JSON.stringify({
        bindingMaterialIds: [shop.material.id],
        bindingPhoneBrands: [{ id: shop.brand.id, modelIds: [shop.model.id] }],
      }),
    })
    .execute()
  expect(await use('model', shop.model.id)).toMatchObject({ products: 1 })
  expect(await use('brand', shop.brand.id)).toMatchObject({ products: 1 })
  expect(await use('material', shop.material.id)).toMatchObject({ products: 1 })
})
