/** 首页 on a real server: a shop with orders starts there, its to-dos lead to the same orders, and its steps tick themselves. */
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Shop } from '../../contract/types'
import { OrdersPage } from './pages/orders-page'
import { accessibilityFindings } from './support/axe'
import { journey } from './support/journey'

let page: Page
let orders: OrdersPage

const { call, visit } = journey(
  '首页店',
  (opened) => {
    page = opened.page
    orders = new OrdersPage(page)
  },
  { downloads: true },
)

const region = (name: string) => page.getByRole('region', { name, exact: true })

test('a new account starts with the phones, and with its first orders at 首页, whose to-dos lead to them', async () => {
  // A save dialog of the browser cannot be answered here; without it, the file is downloaded.
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'))
  await visit('/app')
  await page.waitForURL('**/app/phone_brand_model/brand')
  // The steps stand above the empty list too, and lead on.
  const way = page.getByRole('navigation', { name: '开店步骤' })
  expect(await way.getByRole('link', { name: '去授权' }).getAttribute('href')).toBe('/app/setting')
  await page.getByRole('link', { name: '首页', exact: true }).click()
  const steps = region('开店步骤')
  await steps.getByText('0 / 10').waitFor()
  expect(await steps.getByRole('link').first().getAttribute('href')).toBe('/app/setting')
  await region('待办').getByText('没有要处理的订单', { exact: false }).waitFor()

  const shop = await call<Shop>('POST', '/api/shops', { type: 'PINDUODUO', name: '拼多多一店' })
  const order = (index: number, state: string) => ({
    originalId: `26030${index}-1`,
    createdAt: Date.now() - 1000,
    isPlatformOrder: true,
    mergeSplitStatus: 'INDEPENDENT',
    orderItems: [
      {
        originalId: `26030${index}-1-1`,
        title: '定制手机壳',
        imageUrl: null,
        propertiesName: '黑',
        quantity: 1,
        content: null,
        state,
      },
    ],
    childOrders: [],
  })
  await call('POST', '/api/orders/import', {
    shopId: shop.id,
    orders: [order(1, 'toMake'), order(2, 'toMake'), order(3, 'refundAsked'), order(4, 'shipped')],
  })
  await visit('/app')
  await page.waitForURL('**/app/home')
  expect(await page.title()).toBe('首页 · 壳匠')
  await steps.getByText('2 / 10').waitFor()
  expect(await steps.getByRole('link').count()).toBe(8)
  const todos = region('待办').getByRole('link')
  expect(await todos.allTextContents()).toEqual(['1退款中先不要生产，已推送的和工厂核对', '2待推送还没有推送给工厂'])
  await region('今天').getByText('近 7 天 4').waitFor()
  await region('各店铺的订单').getByText('4 单').waitFor()
  await region('各店铺的订单').locator('canvas').waitFor()
  expect(await accessibilityFindings(page)).toEqual([])

  const saving = page.waitForEvent('download')
  await region('各店铺的订单').getByRole('button', { name: '导出' }).click()
  const saved = readFileSync(await (await saving).path(), 'utf8')
    .replaceAll('"', '')
    .split('\r\n')
  expect(saved[0]?.split(',').length).toBe(32)
  expect(saved[1]).toMatch(/^拼多多一店,4,0,.*,4$/)

  await todos.nth(1).click()
  await orders.order('260301-1').waitFor()
  expect(await orders.numbers()).toEqual(['260302-1', '260301-1'])
  expect(new URL(page.url()).search).toBe('?pushed=false&state=toMake')
})
