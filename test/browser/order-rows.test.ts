/** A seller's day with many orders on a real server: how many of them a window shows. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Shop } from '../../contract/types'
import { OrdersPage } from './pages/orders-page'
import { journey } from './support/journey'
import { makeCase, takeOrders } from './support/orders'
import { pngPicture } from './support/pictures'
import { uploadPicture } from './support/shop'

let page: Page
let orders: OrdersPage

const { baseUrl, call, ownComplaints, visit } = journey('多单店', (opened) => {
  page = opened.page
  orders = new OrdersPage(page)
})

const total = 300
const number = (index: number) => `8800000000000000${String(index).padStart(3, '0')}`

/** Of several orders of the same time, the one that came in last stands first. */
const newest = number(total - 50)

/** Creates 300 orders of one design each, as an import brings them. */
async function createOrders(): Promise<void> {
  const picture = await pngPicture('定制图.png', 851, 1773)
  const { url } = await uploadPicture(call, baseUrl, 5, picture)
  const on = await makeCase(call, baseUrl, await pngPicture('前景.png', 300, 625), { widthMm: 72, heightMm: 150 })
  const shop = await call<Shop>('POST', '/api/shops', { type: 'DOUDIAN', name: '多单测试店' })
  for (let at = 0; at < total; at += 50) {
    const some = Array.from({ length: 50 }, (_, of) => ({ originalId: number(at + of), title: '来图定制手机壳', images: [url] }))
    await takeOrders(call, shop.id, on, some)
  }
}

/** Number of orders of which the whole row is in the window, between the head of the table and the footer. */
const wholeRows = () =>
  page.evaluate(() => {
    const edge = (selector: string, side: 'top' | 'bottom') =>
      document.querySelector(selector)?.getBoundingClientRect()[side] ?? 0
    const [top, bottom] = [edge('.orders-table thead', 'bottom') - 1, edge('.list-footer', 'top') + 1]
    const rows = [...document.querySelectorAll('.orders-block')].map((row) => row.getBoundingClientRect())
    return rows.filter((row) => row.top >= top && row.bottom <= bottom).length
  })

test('a window shows at least 9 orders, a large one 14, and the large pictures that the seller wants stay', async () => {
  await createOrders()
  await page.setViewportSize({ width: 1180, height: 760 })
  await visit('/app/order_management')
  await orders.order(newest).waitFor()
  await expect.poll(wholeRows).toBeGreaterThanOrEqual(9)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await page.setViewportSize({ width: 1920, height: 1080 })
  await expect.poll(wholeRows).toBeGreaterThanOrEqual(14)

  await orders.button('列设置').click()
  await page.getByRole('menuitemcheckbox', { name: /^大图/ }).click()
  await expect.poll(wholeRows).toBeLessThan(9)
  await page.reload()
  await orders.order(newest).waitFor()
  await expect.poll(wholeRows).toBeLessThan(9)
  expect(ownComplaints()).toEqual([])
})
