/** The seller's dialog 定制编号: a buyer's design bound by hand, taken out, sent back, returned and found. */
import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { BuyerPage } from './pages/buyer-page'
import { OrdersPage } from './pages/orders-page'
import { accessibilityFindings } from './support/axe'
import { openBrowser } from './support/browser'
import { type BuyerShop, openBuyerShop } from './support/buyer-shop'
import { enterWith } from './support/shop'

const baseUrl = inject('baseUrl')
const number = '2612345678909000066'
let browser: Browser
let shop: BuyerShop
const contexts: BrowserContext[] = []

beforeAll(async () => {
  browser = await openBrowser()
  shop = await openBuyerShop(baseUrl, '买家链接店')
})
afterAll(async () => {
  for (const context of contexts) await context.close()
  await browser?.close()
})

test('a code is bound by hand, taken out, bound again and sent back; what the buyer submits then returns by itself', async () => {
  const orderItems = [{ originalId: `${number}-1`, title: '来图定制壳', quantity: 1 }]
  const order = { originalId: number, createdAt: Date.UTC(2026, 2, 3), orderItems }
  await shop.call('POST', '/api/orders/import', { shopId: shop.shopId, orders: [order] })
  const phone = await BuyerPage.on(browser)
  contexts.push(phone.context)
  await phone.begin(shop.link.url)
  await phone.choosePhoto()
  await phone.saved()
  const code = await phone.submit()

  const seller = await browser.newContext({ viewport: { width: 1180, height: 760 }, locale: 'zh-CN' })
  contexts.push(seller)
  const desk = await seller.newPage()
  await enterWith(desk, baseUrl, shop.token, '/app/order_management')
  const orders = new OrdersPage(desk)
  await orders.open(number)
  await orders.button('定制编号').click()
  const dialog = desk.getByRole('dialog', { name: '定制编号' })
  const field = dialog.getByLabel('定制编号', { exact: true })
  await field.fill('AAAA-AAAB')
  await dialog.getByText('编号不对，请检查有没有输错').waitFor()
  const bind = async () => {
    await field.fill(code.toLowerCase())
    await field.press('Enter')
    await dialog.getByRole('listitem').getByText(code).waitFor()
  }
  await bind()
  expect(await accessibilityFindings(desk)).toEqual([])
  await dialog.getByRole('button', { name: '解除绑定' }).click()
  await orders.message('已解除绑定').waitFor()
  await expect.poll(() => dialog.getByRole('listitem').count()).toBe(0)
  await bind()
  await dialog.getByRole('button', { name: '退回', exact: true }).click()
  await desk.getByLabel('退回的原因').fill('照片太暗')
  await desk.locator('.arco-popconfirm').getByRole('button', { name: '退回', exact: true }).click()
  await orders.message('已退回给买家').waitFor()
  await expect.poll(() => dialog.getByRole('listitem').count()).toBe(0)

  await phone.page.reload()
  await phone.page.getByText('照片太暗', { exact: false }).waitFor()
  await phone.choosePhoto()
  await phone.saved()
  await phone.page.getByRole('button', { name: '完成' }).tap()
  await phone.page.getByRole('checkbox').check()
  await phone.page.getByRole('button', { name: '提交' }).tap()
  await phone.page.getByText('设计已经用于您的订单').waitFor()

  // The order is found by the code and by the phone of its design; it names neither itself.
  for (const keyword of [code, '小米 14']) {
    await enterWith(desk, baseUrl, shop.token, `/app/order_management?q=${encodeURIComponent(keyword)}`)
    await orders.order(number).waitFor()
    expect(await orders.numbers()).toEqual([number])
  }
})
