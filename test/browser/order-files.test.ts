/** 导入订单 on a real server: a marketplace's own export file brings its orders in, and again changes nothing. */
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Order, Shop } from '../../contract/types'
import { OrdersPage } from './pages/orders-page'
import { accessibilityFindings } from './support/axe'
import { journey } from './support/journey'

let page: Page
let orders: OrdersPage

const { call, visit } = journey(
  '文件店',
  (opened) => {
    page = opened.page
    orders = new OrdersPage(page)
  },
  { downloads: true },
)
let shop: Shop

beforeAll(async () => {
  shop = await call<Shop>('POST', '/api/shops', { type: 'PINDUODUO', name: '拼多多一店' })
})

const number = (index: number) => `260301-12345678901234${index}`
const headings = '订单号,收货人,商品,商品规格,商品数量(件),样式ID,订单状态,售后状态,商家备注,订单成交时间'
const row = (index: number, { state = '待发货', memo = '', quantity = '1' } = {}) =>
  `${number(index)}\t,张三\t,定制手机壳\t,"黑色,iPhone 15"\t,${quantity},77${index}\t,"${state}",无售后或售后取消,${memo}\t,2026-03-01 10:0${index}:00\t`
const csv = (...rows: readonly string[]) => ({
  name: '订单.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(`\ufeff${[headings, ...rows].join('\r\n')}`),
})
const open = async (file: ReturnType<typeof csv>) => {
  await orders.button('导入订单').click()
  await page.getByLabel('选择表格文件', { exact: true }).setInputFiles(file)
  await orders.dialog.getByRole('region', { name: file.name }).waitFor()
}
const stored = async () => (await call<{ items: Order[] }>('GET', `/api/orders?shopId=${shop.id}`)).items

test('a file of Pinduoduo brings its orders in, and the same file again changes nothing', async () => {
  await visit('/app/order_management')
  await open(csv(row(1, { memo: '加急' }), row(2, { state: '备货中' }), row(3, { state: '已签收' }), row(4, { quantity: '二' })))
  const { dialog } = orders
  await dialog.getByText('拼多多订单', { exact: true }).waitFor()
  await dialog.getByText('拼多多一店', { exact: false }).first().waitFor()
  await orders.chooseOption('「备货中」的含义', '要生产', dialog)
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.postData() ?? ''))
  await orders.button('试算', dialog).click()
  await dialog.getByText('新 2', { exact: true }).waitFor()
  await dialog.getByText('跳过 1', { exact: true }).waitFor()
  await dialog.getByText('拒绝 1', { exact: true }).waitFor()
  await dialog.getByText('数量「二」不是整数', { exact: true }).waitFor()
  expect(await stored()).toEqual([])
  expect(await accessibilityFindings(page)).toEqual([])
  await orders.button('导入 2 个订单', dialog).click()
  await orders.message('导入完成：新增 2 个订单，更新 0 个').waitFor()
  await orders.order(number(1)).waitFor()
  expect(sent.join()).not.toContain('张三')
  expect(await stored()).toMatchObject([
    { originalId: number(2), orderItems: [{ state: 'toMake' }] },
    {
      originalId: number(1),
      sellerMemo: '加急',
      orderItems: [{ originalId: `${number(1)}-1`, propertiesName: '规格1:黑色;规格2:iPhone 15', state: 'toMake' }],
    },
  ])

  // The answers are remembered: the word is not asked again.
  await open(csv(row(1, { memo: '加急' }), row(2, { state: '备货中' })))
  await orders.button('试算', orders.dialog).click()
  await orders.dialog.getByText('相同 2', { exact: true }).waitFor()
  expect(await orders.dialog.getByText('这些状态还不认识', { exact: false }).count()).toBe(0)
})

test('rows that are pasted from a spreadsheet are read once the seller says which columns they have, and so again', async () => {
  await visit('/app/order_management')
  const paste = async (...rows: readonly string[]) => {
    await orders.button('导入订单').click()
    await orders.field('或者从表格里复制几行（连同列名）粘贴到这里', orders.dialog).fill(rows.join('\n'))
    await orders.button('读取', orders.dialog).click()
  }
  await paste('订单号\t品名\t件数\t下单时间', 'A-1\t手工壳\t2\t2026/3/2 9:05')
  const { dialog } = orders
  await dialog.getByRole('alert').getByText('请选择哪一列是数量', { exact: true }).waitFor()
  await orders.chooseOption('数量的列', '件数', dialog)
  // The list of the next field has the same options.
  await expect.poll(() => page.getByRole('option').count()).toBe(0)
  await orders.chooseOption('商品标题的列', '品名', dialog)
  await orders.button('试算', dialog).click()
  await orders.button('导入 1 个订单', dialog).click()
  await orders.message('导入完成：新增 1 个订单，更新 0 个').waitFor()
  expect((await stored())[0]).toMatchObject({
    originalId: 'A-1',
    createdAt: Date.parse('2026-03-02T09:05:00+08:00'),
    orderItems: [{ originalId: 'A-1-1', title: '手工壳', quantity: 2, state: 'unknown' }],
  })

  await paste('品名\t订单号\t下单时间\t件数', '手工壳\tA-1\t2026/3/2 9:05\t3')
  await orders.button('试算', orders.dialog).click()
  await orders.dialog.getByText('有变化 1', { exact: true }).waitFor()
})

const many = Array.from({ length: 250 }, (_, at) => {
  const order = `260302-1${String(at).padStart(14, '0')}`
  return `${order}\t,张三\t,定制手机壳\t,"黑色,iPhone 15"\t,1,88${at}\t,待发货,无售后或售后取消,\t,2026-03-02 10:00:00\t`
})
const history = () => page.getByRole('region', { name: '导入记录' })
/** Lets no call after the first one reach the server until `release`. */
async function stopAfterFirstCall() {
  let calls = 0
  await page.route('**/api/orders/import', async (route) => (++calls === 1 ? route.fallback() : route.abort()))
  return () => page.unroute('**/api/orders/import')
}
const importFile = async (file: ReturnType<typeof csv>) => {
  await open(file)
  await orders.button('试算', orders.dialog).click()
  await orders.button(/^导入 \d+ 个订单$/, orders.dialog).click()
}

test('an import that was cancelled halfway says how far it came, and the same file again imports the rest without doubling', async () => {
  // A save dialog of the browser cannot be answered here; without it, the file is downloaded.
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'))
  await visit('/app/order_management')
  const release = await stopAfterFirstCall()
  const file = { ...csv(...many, row(9, { state: '已签收' }), row(8, { quantity: '三个' })), name: '二月.csv' }
  await importFile(file)
  await expect.poll(async () => (await stored()).length).toBeGreaterThan(19)
  const cancel = orders.button('取消', page.getByRole('region', { name: /^导入 250 个订单/ }))
  await cancel.click()
  // A page that is loaded anew in the same moment would go on with what it has not stored as cancelled yet.
  await cancel.waitFor({ state: 'detached' })
  await release()
  await page.reload()
  await open(file)
  await history().getByText('还没有导入完 200/250', { exact: true }).waitFor()
  await orders.dialog.getByText(/「二月.csv」在 .* 导入到一半（200\/250 个订单）。再导入会把没有导入的补上/).waitFor()
  await orders.button('试算', orders.dialog).click()
  await orders.dialog.getByText('相同 200', { exact: true }).waitFor()
  await orders.button('导入 250 个订单', orders.dialog).click()
  await orders.message('导入完成：新增 50 个订单，更新 0 个').waitFor()

  await orders.button('导入订单').click()
  const latest = history().getByRole('listitem').first()
  await latest.getByText('新 50', { exact: true }).waitFor()
  await latest.getByText('相同 200', { exact: true }).waitFor()
  await latest.getByText('拒绝 1', { exact: true }).waitFor()
  expect(await latest.getByText('还没有导入完', { exact: false }).count()).toBe(0)
  expect(await accessibilityFindings(page)).toEqual([])
  const [download] = await Promise.all([page.waitForEvent('download'), orders.button('保存没有导入的行', latest).click()])
  const saved = readFileSync(await download.path(), 'utf8')
  expect(saved.split('\r\n').filter(Boolean)).toHaveLength(3)
  expect(saved).toContain('"253"')
  expect(saved).toContain('数量不是整数')
  expect(saved).not.toMatch(/张三|三个/)
})

test('the table of a large file stays in a worker, which ends with it, and is read again with what the seller says', async () => {
  await visit('/app/order_management')
  const before = page.workers().length
  const lines = Array.from({ length: 1500 }, (_, at) => {
    const order = `260304-1${String(at).padStart(14, '0')}`
    const state = at < 300 ? '备妥' : '待发货'
    return `${order}\t,张三\t,定制手机壳\t,"黑色,iPhone 15"\t,1,99${at}\t,${state},无售后或售后取消,\t,2026-03-04 10:00:00\t`
  })
  await open({ ...csv(...lines), name: '四月.csv' })
  const { dialog } = orders
  expect(page.workers()).toHaveLength(before + 1)
  await dialog.getByText('1500 行', { exact: true }).waitFor()
  await orders.chooseOption('「备妥」的含义', '已发货', dialog)
  await orders.button('试算', dialog).click()
  await dialog.getByText('新 1200', { exact: true }).waitFor()
  await dialog.getByText('跳过 300', { exact: true }).waitFor()
  await orders.button('移除', dialog).click()
  await expect.poll(() => page.workers().length).toBe(before)
})

test('an import goes on by itself after the page was reloaded', async () => {
  await visit('/app/order_management')
  const release = await stopAfterFirstCall()
  await importFile({ ...csv(...many.map((line) => line.replace('260302-', '260303-'))), name: '三月.csv' })
  await expect
    .poll(async () => (await call<{ totalItems: number }>('GET', `/api/orders?shopId=${shop.id}&keyword=260303-`)).totalItems)
    .toBe(200)
  await release()
  await page.reload()
  await expect
    .poll(async () => (await call<{ totalItems: number }>('GET', `/api/orders?shopId=${shop.id}&keyword=260303-`)).totalItems)
    .toBe(250)
  await orders.button('导入订单').click()
  await history().getByRole('listitem').first().getByText('新 250', { exact: true }).waitFor()
})
