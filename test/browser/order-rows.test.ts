/** A seller's day with many orders on a real server: how many of them a window shows, and how they are gone through by keys. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Shop } from '../../contract/types'
import { sized } from '../setup/size'
import { OrdersPage } from './pages/orders-page'
import { accessibilityFindings } from './support/axe'
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

/** The number of orders; larger in `npm run test:all`. */
const total = sized(100, 300)
const number = (index: number) => `8800000000000000${String(index).padStart(3, '0')}`

/** Of several orders of the same time, the one that came in last stands first. */
const newest = number(total - 50)
/** The order at the top, with a message of the buyer. */
const messageNumber = '8800000000000000999'

/** Creates the orders, of one design each, as an import brings them. */
async function createOrders(): Promise<void> {
  const picture = await pngPicture('定制图.png', 851, 1773)
  const { url } = await uploadPicture(call, baseUrl, 5, picture)
  const on = await makeCase(call, baseUrl, await pngPicture('前景.png', 300, 625), { widthMm: 72, heightMm: 150 })
  const shop = await call<Shop>('POST', '/api/shops', { type: 'DOUDIAN', name: '多单测试店' })
  for (let at = 0; at < total; at += 50) {
    const some = Array.from({ length: 50 }, (_, of) => ({ originalId: number(at + of), title: '来图定制手机壳', images: [url] }))
    await takeOrders(call, shop.id, on, some)
  }
  const withMessage = { originalId: messageNumber, createdAt: Date.UTC(2026, 2, 4), buyerMessage: '名字写 LILI', orderItems: [] }
  await call('POST', '/api/orders/import', { shopId: shop.id, orders: [withMessage] })
}
/** The tests of this file share the orders. */
let creating: Promise<void> | undefined
const ordersExist = () => (creating ??= createOrders())

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
  await ordersExist()
  await page.setViewportSize({ width: 1180, height: 760 })
  await visit('/app/order_management')
  await orders.order(newest).waitFor()
  await expect.poll(wholeRows).toBeGreaterThanOrEqual(9)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await page.setViewportSize({ width: 1920, height: 1080 })
  await expect.poll(wholeRows).toBeGreaterThanOrEqual(14)

  await orders.button('列设置').click()
  await page.getByRole('dialog', { name: '列设置' }).getByText('大图', { exact: true }).click()
  await expect.poll(wholeRows).toBeLessThan(9)
  await page.reload()
  await orders.order(newest).waitFor()
  await expect.poll(wholeRows).toBeLessThan(9)
  expect(ownComplaints()).toEqual([])
})

test('a seller goes through the orders by keys alone, with a look at each, and ticks and opens them', async () => {
  await ordersExist()
  await page.setViewportSize({ width: 1180, height: 760 })
  await visit('/app/order_management')
  await orders.order(newest).waitFor()
  const peek = page.getByRole('region', { name: '订单速览' })
  const focusedOrder = () => page.evaluate(() => document.activeElement?.querySelector('.orders-number-text')?.textContent)

  await page.keyboard.press('ArrowDown')
  expect(await focusedOrder()).toBe(messageNumber)
  await page.keyboard.press('Space')
  await peek.getByText('名字写 LILI').waitFor()
  await page.keyboard.press('ArrowRight')
  await peek.getByText(newest, { exact: true }).waitFor()
  await peek.getByRole('img', { name: '小米 14的定制图' }).waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  await page.keyboard.press('x')
  expect(await orders.picked.textContent()).toBe('已选 1 项，1 张定制图')
  await page.keyboard.press('Escape')
  await peek.waitFor({ state: 'detached' })
  expect(await focusedOrder()).toBe(newest)

  // Shift with an arrow key ticks a range of rows; going back unticks them again.
  await page.keyboard.press('j')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  expect(await orders.picked.textContent()).toBe('已选 4 项，4 张定制图')
  await page.keyboard.press('Shift+ArrowUp')
  expect(await orders.picked.textContent()).toBe('已选 3 项，3 张定制图')
  await page.keyboard.press('k')
  await page.keyboard.press('Enter')
  await orders.dialog.getByText(number(total - 100), { exact: true }).waitFor()
  // In a dialog the keys are the dialog's.
  await page.keyboard.press('x')
  await page.keyboard.press('Escape')
  await orders.dialog.waitFor({ state: 'detached' })
  await expect.poll(focusedOrder).toBe(number(total - 100))
  expect(await orders.picked.textContent()).toBe('已选 3 项，3 张定制图')

  await page.keyboard.press('d')
  await page.getByRole('dialog', { name: '下载定制图' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('p')
  await page.getByRole('dialog', { name: '推送到工厂' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  // Digits are tabs on the page, and digits in the search field.
  await page.keyboard.press('6')
  await expect.poll(() => page.getByRole('link', { name: /^全部/ }).getAttribute('aria-current')).toBe('page')
  await page.keyboard.press('/')
  await page.keyboard.type('xjd1')
  expect(await page.getByRole('textbox', { name: '搜索订单' }).inputValue()).toBe('xjd1')
  await page.getByText('没有符合这些条件的订单。').waitFor()
  expect(await orders.picked.textContent()).toBe('已选 3 项，3 张定制图')
  expect(ownComplaints()).toEqual([])
})

/** Number of sheets of A4 that the page prints. */
const printedSheets = async () =>
  (await page.pdf({ preferCSSPageSize: true })).toString('latin1').match(/\/Type\s*\/Page\b/g)?.length

test('the pieces of each case are summed up for what is filtered or ticked, copied and printed', async () => {
  await ordersExist()
  await page.setViewportSize({ width: 1180, height: 760 })
  await visit('/app/order_management')
  await orders.order(newest).waitFor()
  const sums = page.getByRole('dialog', { name: '备货汇总' })
  await orders.act('备货汇总')
  await sums.getByText(`全部订单，一共 ${total} 件`).waitFor()
  await sums.getByRole('row', { name: `小米 14 ${total} ${total}` }).waitFor()
  expect(await sums.getByRole('columnheader').allTextContents()).toEqual(['型号', '硅胶 · 黑', '合计'])
  expect(await accessibilityFindings(page)).toEqual([])
  expect(await printedSheets()).toBe(1)
  await orders.button('关闭').click()
  await sums.waitFor({ state: 'detached' })

  await orders.tickOrder(newest).click()
  await orders.act('备货汇总')
  await sums.getByText('勾选的 1 项，一共 1 件').waitFor()
  expect(ownComplaints()).toEqual([])
})

test('a seller places columns by keys and saves the list as a view, which another computer has, too', async () => {
  await ordersExist()
  await page.setViewportSize({ width: 1180, height: 760 })
  await visit('/app/order_management?pushed=false')
  await orders.order(newest).waitFor()
  const heads = () => page.locator('.orders-table thead th').allTextContents()
  const settings = page.getByRole('dialog', { name: '列设置' })
  const tabs = page.getByRole('navigation', { name: '订单分类' })

  await page.getByRole('textbox', { name: '搜索订单' }).fill('来图')
  await page.getByText(`共 ${total} 个订单`).waitFor()
  await orders.button('存为视图').click()
  const name = orders.dialog.getByRole('textbox', { name: '名称' })
  expect(await name.inputValue()).toBe('待处理、搜索：来图')
  await name.fill('来图待推送')
  await orders.button('保存视图').click()
  await tabs.getByRole('link', { name: '来图待推送' }).and(page.locator('[aria-current=page]')).waitFor()

  // Columns of the view: one is moved up by keys, one is hidden.
  await orders.button('列设置').click()
  const handle = settings.getByRole('button', { name: '拖动排序「推送状态」' })
  await handle.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: '置顶' }).click()
  await settings.getByText('效果图', { exact: true }).click()
  expect(await accessibilityFindings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await settings.waitFor({ state: 'detached' })
  await expect.poll(async () => (await heads())[1]).toBe('推送状态')
  expect(await heads()).not.toContain('效果图')
  await tabs.getByText('已改动').waitFor()
  await orders.button('视图「来图待推送」的操作').click()
  await page.getByRole('menuitem', { name: '保存改动' }).click()
  await tabs.getByText('已改动').waitFor({ state: 'detached' })

  // Outside of the view the list is as it was; the view is there after a new start without this browser's memory.
  await tabs.getByRole('link', { name: /^全部/ }).click()
  await expect.poll(async () => (await heads())[1]).toBe('订单')
  await page.evaluate(() => localStorage.clear())
  await visit('/app/order_management')
  await tabs.getByRole('link', { name: '来图待推送' }).click()
  await page.getByText(`共 ${total} 个订单`).waitFor()
  await expect.poll(async () => (await heads())[1]).toBe('推送状态')
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)

  await orders.button('视图「来图待推送」的操作').click()
  await page.getByRole('menuitem', { name: '重命名…' }).click()
  await name.fill('今天的来图')
  await orders.button('保存名称').click()
  await tabs.getByRole('link', { name: '今天的来图' }).waitFor()
  await orders.button('视图「今天的来图」的操作').click()
  await page.getByRole('menuitem', { name: '删除' }).click()
  await tabs.getByRole('link', { name: '今天的来图' }).waitFor({ state: 'detached' })
  await orders.button('撤销').click()
  await tabs.getByRole('link', { name: '今天的来图' }).waitFor()
  expect(ownComplaints()).toEqual([])
})

test('the orders are printed as a list on A4, the head of the table on each sheet, with their pictures and notes, and as labels', async () => {
  await ordersExist()
  await visit('/app/order_management')
  await orders.order(newest).waitFor()
  await orders.act('打印清单')
  const list = page.getByRole('dialog', { name: '打印清单' })
  await list.getByText(`全部订单，${total} 个订单，${total} 行`).waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  // Without a printer: the page's own command would open the browser's dialog.
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '')
  })
  await list.getByRole('button', { name: '打印' }).click()
  await page.locator('body[data-printed]').waitFor()
  expect(
    await page.locator('.print-sheet img').evaluateAll((all) => all.every((one) => (one as HTMLImageElement).naturalWidth > 0)),
  ).toBe(true)
  const sheets = (await printedSheets()) ?? 0
  expect(sheets).toBeGreaterThan(total / 20)
  expect(sheets).toBeLessThan(total / 10)

  await page.evaluate(() => document.body.removeAttribute('data-printed'))
  await list.getByText('标签（100 × 60 mm）', { exact: true }).click()
  await list.getByText(`全部订单，${total} 个订单，${total} 张标签`).waitFor()
  await list.getByRole('img', { name: `订单 ${newest} 的二维码` }).waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  await list.getByRole('button', { name: '打印' }).click()
  await page.locator('body[data-printed]').waitFor()
  const labels = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(labels.match(/\/Type\s*\/Page\b/g)).toHaveLength(total)
  // 100 × 60 mm in points.
  const boxes = [...labels.matchAll(/\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, wide, high]) => [
    Number(wide),
    Number(high),
  ])
  const [[wide = 0, high = 0] = []] = boxes
  // Chromium rounds a page to whole px.
  expect(Math.abs(wide - 283.46)).toBeLessThan(0.75)
  expect(Math.abs(high - 170.08)).toBeLessThan(0.75)
  await orders.button('关闭').click()
  await list.waitFor({ state: 'detached' })
  expect(ownComplaints()).toEqual([])
})
