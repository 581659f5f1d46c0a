/** Cutting out for buyers: whose pictures get a ticket, in which queue, and how many. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSetting } from '../../contract/open-setting'
import { buyerHandlers } from '../domain/buyer/handlers'
import { checkTicket } from '../domain/cutout/ticket'
import { addressedKey } from '../domain/files/addresses'
import { updateLink } from '../domain/shops/links'
import { buyer, cutoutSecret, openBuyerShop, photoFor } from './buyer-shop'
import { type Domain, openDomain } from './domain'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

const body = (imageFileId: number) => ({ imageFileId, type: 'head' as const })

test('a photo of the design gets a ticket of the buyers’ queue for exactly the request that comes with it', async () => {
  const shop = await openBuyerShop(domain)
  const { secret, design } = await shop.begin()
  const photo = await photoFor(shop, design.id, '#ff0000')
  const given = await buyer.cutout({ params: { id: design.id }, body: body(photo) }, shop.visitor(secret))
  const { storage_key: source } = await shop.ctx.db
    .selectFrom('file')
    .select('storage_key')
    .where('id', '=', photo)
    .executeTakeFirstOrThrow()
  const keys = { secret: cutoutSecret, now: shop.ctx.clock.now() }
  expect(checkTicket(given.token, given.request, keys)).toMatchObject({
    accountId: shop.ctx.actor.accountId,
    class: 'buyer',
    type: 'head',
    source: addressedKey(shop.ctx, source),
  })
  expect(() => checkTicket(given.token, { ...given.request, type: 'body' }, keys)).toThrow('抠图凭证已失效')
})

test('pictures of the template, of other designs and of nobody get the same refusal', async () => {
  const shop = await openBuyerShop(domain)
  const [own, other] = [await shop.begin(), await shop.begin()]
  const pictures = [own.design.layers[0]?.imageFileId ?? 0, await photoFor(shop, other.design.id, '#00ff00'), 999_999]
  for (const picture of pictures) {
    const asked = buyer.cutout({ params: { id: own.design.id }, body: body(picture) }, shop.visitor(own.secret))
    await expect(asked).rejects.toMatchObject({ code: 'not-found', message: '照片不存在或已被删除' })
  }
})

test('a design gets six tickets a day and an address thirty an hour', async () => {
  const shop = await openBuyerShop(domain)
  const visitor = shop.visitor()
  for (let designs = 0; designs < 5; designs++) {
    const { secret, design } = await shop.begin()
    const photo = await photoFor(shop, design.id, '#ff0000')
    const ask = (from: typeof visitor) =>
      buyer.cutout({ params: { id: design.id }, body: body(photo) }, { ...from, bearer: secret })
    for (let tickets = 0; tickets < 6; tickets++) await ask(visitor)
    await expect(ask(shop.visitor())).rejects.toMatchObject({ code: 'too-many-requests' })
  }
  const { secret, design } = await shop.begin()
  const photo = await photoFor(shop, design.id, '#ff0000')
  const ask = (from: typeof visitor) =>
    buyer.cutout({ params: { id: design.id }, body: body(photo) }, { ...from, bearer: secret })
  await expect(ask(visitor)).rejects.toMatchObject({ code: 'too-many-requests' })
  await ask(shop.visitor())
})

test('a link without uploads and a server without cutting out give no ticket, and the offer says so', async () => {
  const shop = await openBuyerShop(domain)
  const { secret, design } = await shop.begin()
  const call = { params: { id: design.id }, body: body(await photoFor(shop, design.id, '#ff0000')) }
  const offers = async (handlers: typeof buyer) =>
    (await handlers.link({ params: { token: shop.token } }, shop.visitor())).cutoutEnabled
  const without = buyerHandlers({ tickets: null }).buyer
  expect([await offers(buyer), await offers(without)]).toEqual([true, false])
  await expect(without.cutout(call, shop.visitor(secret))).rejects.toMatchObject({ code: 'unavailable' })
  await updateLink(shop.ctx, shop.link.id, { ...openSetting, ...shop.link, imageUploadEnabled: false })
  expect(await offers(buyer)).toBe(false)
  await expect(buyer.cutout(call, shop.visitor(secret))).rejects.toMatchObject({ code: 'forbidden' })
})
