/** The dates, the numbers and the address of customization links. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSetting } from '../../contract/open-setting'
import { listUrls, renewLink, updateLink } from '../domain/shops/links'
import type { PublicCtx } from '../kernel/context'
import { type BuyerShop, buyer, openBuyerShop, submitted } from './buyer-shop'
import { type Domain, openDomain } from './domain'
import { itemOf, orderOf } from './order-shop'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

const day = 86_400_000
const countsOf = async (shop: BuyerShop) => {
  const urls = await listUrls(shop.ctx)
  const found = urls.flatMap(({ customizationUrls }) => customizationUrls)
  return found.find(({ shopCustomizationSetting }) => shopCustomizationSetting.id === shop.link.id)?.counts
}
const at = (visitor: PublicCtx, time: number): PublicCtx => ({ ...visitor, clock: { now: () => new Date(time) } })

describe('the dates of a link', () => {
  test('close it before and after them, and what was begun in time can be finished for seven days', async () => {
    const shop = await openBuyerShop(domain)
    const now = shop.ctx.clock.now().getTime()
    const dates = { startsAt: now - day, endsAt: now + day }
    const link = await updateLink(shop.ctx, shop.link.id, { ...openSetting, ...shop.link, name: ' 包裹卡', ...dates })
    expect(link).toMatchObject({ name: ' 包裹卡', ...dates })
    const begun = await shop.begin()
    const offerAt = (time: number) => buyer.link({ params: { token: shop.token } }, at(shop.visitor(), time))
    expect((await offerAt(now)).closedText).toBeNull()
    expect((await offerAt(now - 2 * day)).closedText).toMatch(/^定制还没有开始/)
    expect((await offerAt(now + 2 * day)).closedText).toMatch(/结束，如有需要请联系卖家$/)
    const beginAt = (time: number) =>
      buyer.begin(
        { params: { token: shop.token }, body: { ...shop.chosen, templateId: shop.template.id, preview: false } },
        at(shop.visitor(), time),
      )
    for (const closed of [now - 2 * day, now + 2 * day]) {
      await expect(beginAt(closed)).rejects.toMatchObject({ code: 'conflict' })
    }
    const submitAt = (time: number) =>
      buyer.submit(
        { params: { id: begun.design.id }, body: { revision: 1, consent: true } },
        at(shop.visitor(begun.secret), time),
      )
    await expect(submitAt(now + 9 * day)).rejects.toMatchObject({ code: 'conflict' })
    expect((await submitAt(now + 7 * day)).status).toBe('submitted')
    // Other fields that a call leaves out stay as they are; the end cannot come before the start.
    expect(await updateLink(shop.ctx, shop.link.id, { ...openSetting, customizationTiming: 1 })).toMatchObject(dates)
    const turned = { ...openSetting, customizationTiming: 1 as const, endsAt: now - 2 * day }
    await expect(updateLink(shop.ctx, shop.link.id, turned)).rejects.toMatchObject({ code: 'invalid' })
  })
})

describe('the numbers of a link', () => {
  test('count openings, and each design once however often it is submitted and bound; previews are left out', async () => {
    const shop = await openBuyerShop(domain)
    const none = { opened: 0, begun: 0, submitted: 0, ordered: 0 }
    expect(await countsOf(shop)).toEqual({ total: none, last30Days: none })
    // Many at once, as on the evening of a live sale.
    const open = () => buyer.opened({ params: { token: shop.token } }, shop.visitor())
    await Promise.all(Array.from({ length: 40 }, open))
    await shop.begin()
    const begun = await shop.begin()
    const design = await submitted(shop, begun, '#ff0000')
    await submitted(shop, { ...begun, design }, '#00ff00')
    await shop.take(orderOf('c1', [itemOf('c1-1', null)], { buyerMessage: design.code }))
    const preview = await shop.begin(shop.template.id, true)
    const previewed = await submitted(shop, preview, '#0000ff')
    await shop.take(orderOf('c2', [itemOf('c2-1', null)], { buyerMessage: previewed.code }))
    const total = { opened: 40, begun: 2, submitted: 1, ordered: 1 }
    expect(await countsOf(shop)).toEqual({ total, last30Days: total })
    const later = { ...shop, ctx: { ...shop.ctx, clock: { now: () => new Date(shop.ctx.clock.now().getTime() + 31 * day) } } }
    expect(await countsOf(later)).toEqual({ total, last30Days: none })
  })

  test('count only so many openings of one address in an hour, and those of other addresses all the same', async () => {
    const shop = await openBuyerShop(domain)
    const program = { ...shop.visitor(), address: '198.51.100.7' }
    for (let n = 0; n < 120; n++) await buyer.opened({ params: { token: shop.token } }, program)
    expect((await countsOf(shop))?.total.opened).toBe(100)
    await buyer.opened({ params: { token: shop.token } }, shop.visitor())
    expect((await countsOf(shop))?.total.opened).toBe(101)
  })

  test('the numbers of a link do not grow for an address that leads nowhere', async () => {
    const shop = await openBuyerShop(domain)
    await renewLink(shop.ctx, shop.link.id)
    await expect(buyer.opened({ params: { token: shop.token } }, shop.visitor())).rejects.toMatchObject({ code: 'not-found' })
    expect((await countsOf(shop))?.total.opened).toBe(0)
  })
})

test('a design finds the offer of its link after the link got another address, and not after it was switched off', async () => {
  const shop = await openBuyerShop(domain)
  const begun = await shop.begin()
  await renewLink(shop.ctx, shop.link.id)
  const offer = () => buyer.offer({ params: { id: begun.design.id } }, shop.visitor(begun.secret))
  expect((await offer()).templates.map(({ id }) => id)).toEqual([shop.template.id])
  await expect(buyer.offer({ params: { id: begun.design.id } }, shop.visitor('x'.repeat(43)))).rejects.toMatchObject({
    code: 'not-found',
  })
  await updateLink(shop.ctx, shop.link.id, { ...openSetting, ...shop.link, enabled: false })
  await expect(offer()).rejects.toMatchObject({ code: 'conflict' })
})
