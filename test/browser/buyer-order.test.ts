/** A buyer who has ordered already: the design goes into the order by its number, and the seller sees it there. */
import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { BuyerPage } from './pages/buyer-page'
import { OrdersPage } from './pages/orders-page'
import { accessibilityFindings } from './support/axe'
import { openBrowser } from './support/browser'
import { type BuyerShop, openBuyerShop } from './support/buyer-shop'
import { enterWith } from './support/shop'

const baseUrl = inject('baseUrl')
let browser: Browser
let shop: BuyerShop
let contexts: BrowserContext[] = []

beforeAll(async () => {
  browser = await openBrowser()
  shop = await openBuyerShop(baseUrl, '先拍店')
  await shop.call('PATCH', `/api/shop_customization_settings/${shop.link.id}`, { ...shop.setting, customizationTiming: 2 })
})
afterEach(async () => {
  for (const context of contexts) await context.close()
  contexts = []
})
afterAll(() => browser?.close())

const number = '2612345678909000088'

test('a submitted design is put into the order of the number that the buyer types, after a wrong one is explained', async () => {
  const orderItems = [{ originalId: `${number}-1`, title: '来图定制壳', quantity: 1 }]
  const order = { originalId: number, createdAt: Date.UTC(2026, 2, 3), orderItems }
  await shop.call('POST', '/api/orders/import', { shopId: shop.shopId, orders: [order] })
  const phone = await BuyerPage.on(browser)
  contexts = [...contexts, phone.context]
  const { page, complaints } = phone
  await phone.begin(shop.link.url)
  await phone.choosePhoto()
  await phone.saved()
  await phone.submit()

  const field = page.getByLabel('填写订单号，把设计放进您的订单')
  expect(await accessibilityFindings(page)).toEqual([])
  await field.fill('2612345678909000099')
  await page.getByRole('button', { name: '放进这个订单' }).tap()
  await page
    .getByRole('alert')
    .getByText(/没有找到这个订单/)
    .waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  // Chromium itself reports the refused call.
  expect(complaints.splice(0).filter((text) => !text.includes('422'))).toEqual([])
  await field.fill(` ${number.slice(0, 10)} ${number.slice(10)} `)
  await page.getByRole('button', { name: '放进这个订单' }).tap()
  await page
    .getByRole('status')
    .getByText(/设计已放进订单/)
    .waitFor()
  await page.reload()
  await page.getByText('设计已经用于您的订单').waitFor()
  expect(await field.count()).toBe(0)
  expect(complaints).toEqual([])

  const seller = await browser.newContext({ viewport: { width: 1180, height: 760 }, locale: 'zh-CN' })
  contexts = [...contexts, seller]
  const desk = await seller.newPage()
  await enterWith(desk, baseUrl, shop.token, '/app/order_management?days=2026-03-01_2026-03-05')
  await new OrdersPage(desk).order(number).waitFor()
  await desk.getByText('小米 14').first().waitFor()
})
