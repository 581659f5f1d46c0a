/** 新建订单 on a real server: an order is written by hand, kept over a failure, numbered, changed and deleted. */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Order, OrderDetail, Shop } from '../../contract/types'
import { OrdersPage } from './pages/orders-page'
import { accessibilityFindings } from './support/axe'
import { journey } from './support/journey'
import { makeCase } from './support/orders'
import { pngPicture } from './support/pictures'

let page: Page
let orders: OrdersPage

const { call, visit, baseUrl, refuse } = journey('手工店', (opened) => {
  page = opened.page
  orders = new OrdersPage(page)
})
let shop: Shop

beforeAll(async () => {
  shop = await call<Shop>('POST', '/api/shops', { type: 'OFFLINE_STORE', name: '街角小店' })
  await makeCase(call, baseUrl, await pngPicture('壳.png', 200, 400), { widthMm: 70, heightMm: 140 })
})

const stored = async () => (await call<{ items: Order[] }>('GET', `/api/orders?shopId=${shop.id}`)).items
const chooseCase = async (line: number) => {
  await orders.chooseOption(`第 ${line} 个商品的品牌`, '小米', orders.dialog)
  await expect.poll(() => page.getByRole('option').count()).toBe(0)
  await orders.chooseOption(`第 ${line} 个商品的型号`, '小米 14', orders.dialog)
  await expect.poll(() => page.getByRole('option').count()).toBe(0)
}

test('an order is written by hand, with a picture and with a design that follows later, and nothing typed is lost by a failure', async () => {
  await visit('/app/order_management')
  await orders.act('新建订单')
  const { dialog } = orders
  const number = dialog.getByRole('textbox', { name: '订单号', exact: true })
  await expect.poll(() => number.getAttribute('placeholder')).toMatch(/^自动编号：X\d{12}$/)
  await chooseCase(1)
  await orders.chooseOption('第 1 个商品的材质和颜色', '硅胶 · 黑', dialog)
  await orders.button('新建', dialog).click()
  await dialog.getByText('第 1 个商品：请上传定制图，或选择“以后再说”', { exact: true }).waitFor()
  await page.getByLabel('选择第 1 个商品的定制图', { exact: true }).setInputFiles(await pngPicture('合影.png', 830, 1654))
  await dialog.getByRole('img', { name: '合影.png' }).waitFor()
  await orders.button('再加一个商品', dialog).click()
  await chooseCase(2)
  await dialog.getByRole('group', { name: '商品 2' }).getByText('以后再说', { exact: true }).click()
  await orders.field('卖家备注', dialog).fill('周五来取')
  expect(await accessibilityFindings(page)).toEqual([])

  await refuse('**/api/manual_orders')
  await orders.button('新建', dialog).click()
  await dialog.getByText('服务器内部错误', { exact: false }).waitFor()
  expect(await orders.field('卖家备注', dialog).inputValue()).toBe('周五来取')
  await page.unroute('**/api/manual_orders')
  await orders.button('新建', dialog).dblclick()
  await orders.message(/^已新建订单 X\d{12}$/).waitFor()
  const [order, ...others] = await stored()
  expect(others).toEqual([])
  expect(order).toMatchObject({
    source: 'manual',
    sellerMemo: '周五来取',
    orderItems: [
      {
        propertiesName: '适用手机型号:小米 小米 14;材质:硅胶;颜色分类:黑',
        customizations: [{ phoneModelName: '小米 14', modelKnown: true }],
      },
      { customizations: [] },
    ],
  })
  await orders.order(order?.originalId ?? '').waitFor()
})

test('the number of an order that the shop has shows that order, and an order by hand is changed and deleted', async () => {
  const [before] = await stored()
  const number = before?.originalId ?? ''
  await visit('/app/order_management')
  await orders.act('新建订单')
  await orders.field('订单号', orders.dialog).fill(number)
  await chooseCase(1)
  await orders.chooseOption('第 1 个商品的材质和颜色', '硅胶 · 黑', orders.dialog)
  await orders.dialog.getByText('以后再说', { exact: true }).click()
  await orders.button('新建', orders.dialog).click()
  await orders.dialog.getByText(`订单 ${number} 已经在这个店铺里。`, { exact: true }).waitFor()
  expect(await stored()).toEqual([before])
  await orders.dialog.getByRole('link', { name: '打开已有的订单' }).click()
  await orders.dialogWith('订单详情').getByText(number, { exact: true }).waitFor()

  await orders.button('修改订单', orders.dialog).click()
  await orders.button('修改第 2 个商品', orders.dialog).waitFor()
  await orders.button('删除第 2 个商品', orders.dialog).click()
  await orders.field('卖家备注', orders.dialog).fill('改成周六')
  await orders.button('保存', orders.dialog).click()
  await orders.message('订单已修改').waitFor()
  const after = await call<OrderDetail>('GET', `/api/orders/${before?.id}`)
  expect(after).toMatchObject({ sellerMemo: '改成周六', orderItems: [{ id: before?.orderItems[0]?.id }] })

  await orders.button('删除订单', orders.dialog).click()
  await orders.dialogWith(`删除订单 ${number}？`).waitFor()
  await orders.button('删除', orders.dialogWith(`删除订单 ${number}？`)).click()
  await orders.message('订单已删除').waitFor()
  expect(await stored()).toEqual([])
})
