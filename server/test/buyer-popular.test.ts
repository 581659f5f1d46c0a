/** The phones that the page of a shop shows first. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { catalogueHandlers as catalogue } from '../domain/catalogue/handlers'
import { type BuyerShop, buyer, openBuyerShop, submitted } from './buyer-shop'
import { type Domain, openDomain } from './domain'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

const day = 86_400_000

/** Puts another phone on sale in the case of the first one. */
async function addPhone({ ctx, brand, ids, wireframe }: BuyerShop, name: string): Promise<number> {
  const { id } = await catalogue.phoneModels.create({ params: { brandId: brand.id }, body: { name } }, ctx)
  const body = { ...ids, phoneModelId: id, wireframeId: wireframe.id, enabled: true }
  await catalogue.phoneCaseSkus.create({ body }, ctx)
  return id
}

test('the phones that buyers submitted in the last 90 days come first, and the newest of the catalogue after them', async () => {
  const shop = await openBuyerShop(domain)
  const first = shop.chosen.phoneModelId
  const second = await addPhone(shop, 'iPhone 17')
  const third = await addPhone(shop, 'iPhone 17 Pro')
  const popularAt = async (time: number) => {
    const visitor = { ...shop.visitor(), clock: { now: () => new Date(time) } }
    return (await buyer.link({ params: { token: shop.token } }, visitor)).popularModelIds
  }
  const now = shop.ctx.clock.now().getTime()
  expect(await popularAt(now)).toEqual([third, second, first])
  await submitted(shop, await shop.begin(), '#ff0000')
  // A seller who looks at his page, and a buyer who submitted nothing, say nothing about phones.
  const previewed = { ...shop, chosen: { ...shop.chosen, phoneModelId: third } }
  await submitted(previewed, await shop.begin(undefined, true), '#00ff00')
  await shop.begin()
  expect(await popularAt(now)).toEqual([first, third, second])
  expect(await popularAt(now + 91 * day)).toEqual([third, second, first])
})
