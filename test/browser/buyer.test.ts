/**
 * A buyer on a phone: link, phone, template, photo by touch, submission, the code in the order's remark, and from there the paid
 * download or the factory.
 */
import { readFile } from 'node:fs/promises'
import JSZip from 'jszip'
import { expect, inject, test } from 'vitest'
import { fileKind } from '../../contract/constants'
import type { Shop, ShopCustomizationUrls } from '../../contract/types'
import { DownloadPage } from './pages/download-page'
import { OrdersPage } from './pages/orders-page'
import { PushDialogPage } from './pages/push-page'
import { accessibilityFindings } from './support/axe'
import { buyerPhonesOf } from './support/buyer-phones'
import { squarePicture } from './support/buyer-shop'
import { colorsOf } from './support/compare'
import { factoryName, openFactory, ordersAtFactory } from './support/factory'
import { enterWith, type Made, uploadPicture } from './support/shop'

const baseUrl = inject('baseUrl')
const phones = buyerPhonesOf('买家店')

/** Colours of a print where only the red half of the photo was left in its place over the green frame. */
const redOverGreen = [
  [1, 0, 0],
  [1, 0, 0],
  [0, 1, 0],
]
const printedColors = (bytes: Uint8Array) => colorsOf(bytes, [0.1, 0.25], [0.9, 0.25], [0.5, 0.75])

/** Begins a design whose photo is pinched to twice its size and dragged right, so that the place shows the red half alone. */
async function beginWithLeftHalf(link: string) {
  const phone = await phones.openPhone()
  await phone.begin(link)
  await phone.choosePhoto()
  await phone.saved()
  await phone.showLeftHalf()
  await phone.saved()
  return phone
}

async function openDesk(path: string) {
  const seller = await phones.openContext({ viewport: { width: 1180, height: 760 }, acceptDownloads: true })
  const desk = await seller.newPage()
  await desk.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'))
  await enterWith(desk, baseUrl, phones.shop.token, path)
  return desk
}

test('a photo goes from a phone through the remark into the paid zip, and the design is locked then', async () => {
  const phone = await beginWithLeftHalf(phones.shop.link.url)
  const { page, complaints } = phone
  expect(await accessibilityFindings(page)).toEqual([])
  await page.reload()
  await page.locator('.stage canvas').waitFor()
  const code = await phone.submit()
  expect(code).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/)
  expect(await accessibilityFindings(page)).toEqual([])

  const number = '2612345678909000077'
  const orderItems = [{ originalId: `${number}-1`, title: '合影壳', quantity: 1 }]
  const order = { originalId: number, createdAt: Date.UTC(2026, 2, 3), buyerMessage: `定制编号 ${code}，谢谢`, orderItems }
  await phones.shop.call('POST', '/api/orders/import', { shopId: phones.shop.shopId, orders: [order] })
  const desk = await openDesk('/app/order_management?days=2026-03-01_2026-03-05')
  const orders = new OrdersPage(desk)
  await orders.order(number).waitFor()
  const downloads = new DownloadPage(desk)
  await downloads.tick('合影壳')
  await downloads.button('下载定制图').click()
  const file = await downloads.saves(() => downloads.button('确认下载，扣 60 点').click())
  const zip = await JSZip.loadAsync(await readFile(await file.path()))
  const [print] = zip.file(/\.png$/)
  if (!print) throw new Error('the zip holds no print')
  expect(await printedColors(await print.async('uint8array'))).toEqual(redOverGreen)

  await page.reload()
  await page.getByText('已开始制作，如需修改请联系客服').waitFor()
  expect(await page.getByRole('button', { name: '还想改一改' }).count()).toBe(0)
  expect(complaints).toEqual([])
})

test('a photo goes from a phone through the remark of a synced order to the factory, and the design is locked then', async () => {
  const { call, on, setting } = phones.shop
  await openFactory(call, on)
  const [taobao] = (await call<Shop[]>('GET', '/api/shops')).filter(({ type }) => type === 'TAOBAO')
  await call('POST', '/api/shop_customization_settings', { ...setting, shopId: taobao?.id })
  const urls = await call<ShopCustomizationUrls[]>('GET', '/api/shop_customization_urls')
  const link = urls.find(({ shop }) => shop.id === taobao?.id)?.customizationUrls[0]
  const phone = await beginWithLeftHalf(link?.url ?? '')
  const { page, complaints } = phone
  const code = await phone.submit()

  const tid = '3999000000000000078'
  const order = { nick: taobao?.name, tid, title: '推送的合影壳', buyerMessage: `定制编号 ${code}，谢谢` }
  await call('POST', '/simulator/taobao/orders', order)
  const desk = await openDesk('/app/order_management')
  const orders = new OrdersPage(desk)
  await orders.button('同步订单').first().click()
  await orders.button('开始同步').click()
  await desk.getByText(/同步成功，新增 \d+ 个订单/).waitFor()
  await orders.order(tid).getByText('小米 14').first().waitFor()
  await orders.tickOrder(tid).press(' ')
  await orders.button('推送到工厂').click()
  const push = new PushDialogPage(desk)
  await push.chooseFactory(factoryName)
  await push.button('推送 1 个订单').click()
  await push.status('推送完成：成功 1 个').waitFor()
  const made = (await ordersAtFactory(call)).filter(({ orderOriginalId }) => orderOriginalId === tid)
  expect(made).toMatchObject([{ modelCode: 'MI14', materialCode: 'PC-MS', colorCode: 'BK', quantity: 1 }])
  const print = new Uint8Array(await (await fetch(made[0]?.pictureUrl ?? '')).arrayBuffer())
  expect(await printedColors(print)).toEqual(redOverGreen)

  await page.reload()
  await page.getByText('已开始制作，如需修改请联系客服').waitFor()
  expect(await page.getByRole('button', { name: '还想改一改' }).count()).toBe(0)
  expect(complaints).toEqual([])
  const [, id, secret] = /#d=(\d+)\.(.+)$/.exec(page.url()) ?? []
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
  const design = await (await fetch(`${baseUrl}/api/buyer/designs/${id}`, { headers })).json()
  const body = JSON.stringify({ ...design, layers: design.layers.map((layer: object) => ({ ...layer, id: null })) })
  const refused = await fetch(`${baseUrl}/api/buyer/designs/${id}`, { method: 'PUT', headers, body })
  expect([refused.status, await refused.json()]).toMatchObject([409, { message: '已开始制作，如需修改请联系客服' }])
})

test('stickers of the shop are added, moved by keys and removed', async () => {
  const { id: collectionId } = await phones.shop.call<Made>('POST', '/api/design_asset_collections', { type: 2, name: '可爱' })
  const sticker = await uploadPicture(phones.shop.call, baseUrl, fileKind.designAsset, await squarePicture(255, 0, 255, 100))
  await phones.shop.call('POST', '/api/design_assets', { type: 2, collectionId, fileId: sticker.id })
  const phone = await phones.openPhone()
  const { page, complaints } = phone
  await phone.begin(phones.shop.link.url)
  await page.getByRole('button', { name: '添加素材' }).tap()
  expect(await accessibilityFindings(page)).toEqual([])
  await page.getByRole('region', { name: '素材' }).getByRole('listitem').getByRole('button').first().tap()
  const row = page.getByRole('button', { name: /方向键移动/ })
  await page.getByRole('button', { name: '关闭' }).tap()
  await row.waitFor()
  const frame = page.locator('.frame')
  const left = async () => (await frame.boundingBox())?.x ?? 0
  const before = await left()
  await row.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect.poll(left).toBeGreaterThan(before + 5)
  await phone.saved()
  await page.getByRole('button', { name: /^删除/ }).tap()
  await expect.poll(() => row.count()).toBe(0)
  await phone.saved()
  expect(complaints).toEqual([])
})
