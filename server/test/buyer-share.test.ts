/** Showing a buyer's design to others: what they see, what they cannot do, and the end of it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSetting } from '../../contract/open-setting'
import { updateLink } from '../domain/shops/links'
import { type BuyerShop, buyer, openBuyerShop, submitted, toWrite } from './buyer-shop'
import { type Domain, openDomain } from './domain'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

const look = (shop: BuyerShop, id: number, token: string) => buyer.shared({ params: { id } }, shop.visitor(token))

test('others see the picture and the case of a shared design, not its code or order, and can change nothing', async () => {
  const shop = await openBuyerShop(domain)
  const begun = await shop.begin()
  const { id } = begun.design
  const own = () => shop.visitor(begun.secret)
  await submitted(shop, begun, '#ff0000')
  const { token } = await buyer.share({ params: { id } }, own())
  const seen = await look(shop, id, token)
  expect(seen).toMatchObject({ shopName: '抖店一号', closedText: null, model: 'iPhone 15', width: 200, height: 400 })
  expect(seen.layers.map(({ uuid }) => uuid)).toEqual(['photo', 'frame'])
  expect(JSON.stringify(seen)).not.toMatch(new RegExp(`${begun.design.code}|${begun.secret}|${token}`))
  expect((await buyer.get({ params: { id } }, own())).isShared).toBe(true)
  const { design } = begun
  const body = { ...shop.chosen, revision: 2, layers: toWrite(design.layers) }
  for (const forbidden of [
    () => buyer.get({ params: { id } }, shop.visitor(token)),
    () => buyer.save({ params: { id }, body }, shop.visitor(token)),
    () => buyer.share({ params: { id } }, shop.visitor(token)),
    () => buyer.remove({ params: { id } }, shop.visitor(token)),
    () => look(shop, id, begun.secret),
    async () => look(shop, (await shop.begin()).design.id, token),
  ])
    await expect(forbidden()).rejects.toMatchObject({ code: 'not-found', message: '这个设计不存在或已被删除' })
})

test('sharing again gives the same address; taken back, it leads nowhere, and the next one is another', async () => {
  const shop = await openBuyerShop(domain)
  const { secret, design } = await shop.begin()
  const call = () => [{ params: { id: design.id } }, shop.visitor(secret)] as const
  const both = await Promise.all([buyer.share(...call()), buyer.share(...call())])
  const { token } = await buyer.share(...call())
  expect(both.map((one) => one.token)).toEqual([token, token])
  await buyer.unshare(...call())
  await expect(look(shop, design.id, token)).rejects.toMatchObject({ code: 'not-found' })
  expect((await buyer.get(...call())).isShared).toBe(false)
  const next = await buyer.share(...call())
  expect(next.token).not.toBe(token)
  await expect(look(shop, design.id, token)).rejects.toMatchObject({ code: 'not-found' })
  expect((await look(shop, design.id, next.token)).shopName).toBe('抖店一号')
  const row = await shop.ctx.db
    .selectFrom('buyer_design')
    .select(['share_hash', 'share_salt'])
    .where('id', '=', design.id)
    .executeTakeFirstOrThrow()
  expect(Object.values(row)).not.toContain(next.token)
})

test('a shared design of a link that was switched off is still seen, and says that none can be begun', async () => {
  const shop = await openBuyerShop(domain)
  const { secret, design } = await shop.begin()
  const { token } = await buyer.share({ params: { id: design.id } }, shop.visitor(secret))
  await updateLink(shop.ctx, shop.link.id, { ...openSetting, ...shop.link, enabled: false })
  expect((await look(shop, design.id, token)).closedText).toBe('这个定制链接已经失效')
})
