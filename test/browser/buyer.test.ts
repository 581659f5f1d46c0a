/**
 * A buyer on a phone: link, phone, template, photo by touch, submission, the code in the order's remark, and from there the paid
 * download or the factory.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import JSZip from 'jszip'
import sharp from 'sharp'
import { expect, inject, test } from 'vitest'
import { fileKind } from '../../contract/constants'
import type { Shop, ShopCustomizationUrls } from '../../contract/types'
import { DownloadPage } from './pages/download-page'
import { OrdersPage } from './pages/orders-page'
import { PushDialogPage } from './pages/push-page'
import { accessibilityFindings } from './support/axe'
import { buyerPhonesOf } from './support/buyer-phones'
import { halvesPicture, squarePicture } from './support/buyer-shop'
import { meanDifference } from './support/compare'
import { factoryName, openFactory, ordersAtFactory } from './support/factory'
import { fingersOf } from './support/fingers'
import { enterWith, type Made, uploadPicture } from './support/shop'

const baseUrl = inject('baseUrl')
const phones = buyerPhonesOf('买家店')

/** The colours of a picture at shares of its width and height. */
async function colorsOf(bytes: Uint8Array, ...places: readonly (readonly [number, number])[]) {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return places.map(([x, y]) => {
    const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * 3
    return [...data.subarray(at, at + 3)].map((value) => Math.round(value / 255))
  })
}

/** What a print shows where the red half of the photo alone was left in its place over the green frame. */
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
  await page.getByRole('button', { name: '＋ 素材' }).tap()
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

test('while fingers move a photo in its place, the case is drawn as it is afterwards', async () => {
  const phone = await phones.openPhone()
  const { page } = phone
  await phone.begin(phones.shop.link.url)
  await phone.choosePhoto()
  await phone.saved()
  const box = await page.locator('.case').boundingBox()
  if (!box) throw new Error('no stage')
  const fingers = await fingersOf(page)
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 4]
  await fingers.down({ x: x - 20, y }, { x: x + 20, y })
  for (const by of [25, 32, 40]) await fingers.move({ x: x - by, y }, { x: x + by, y })
  await fingers.up()
  // Only now is there something beside the place to drag into it.
  const before = await phone.seeCase()
  await fingers.down({ x, y })
  for (const by of [20, 45, 70]) await fingers.move({ x: x + by, y })
  await expect.poll(async () => meanDifference(before, await phone.seeCase()).worst).toBeGreaterThan(100)
  expect((await phone.changeAfterLifting(fingers)).worst).toBeLessThan(2)
})

test('without a network the design waits on the phone, and a second tab is asked which one to keep', async () => {
  const phone = await phones.openPhone()
  const { page, context } = phone
  await phone.begin(phones.shop.link.url)
  await phone.choosePhoto()
  await phone.saved()
  await context.setOffline(true)
  await page.getByRole('button', { name: '撤销' }).tap()
  await page.getByText('已存在手机上，联网后自动保存').waitFor()
  await context.setOffline(false)
  await page.reload()
  await phone.saved()

  const second = phone.another(await context.newPage())
  const other = second.page
  await other.goto(page.url())
  await other.reload()
  await other.locator('.stage canvas').waitFor()
  await phone.choosePhoto()
  await phone.saved()
  await second.choosePhoto()
  await other.getByText('这个设计在另一处修改过，请选择保留哪一个').waitFor()
  await other.getByRole('button', { name: '保留这里的' }).tap()
  await second.saved()
})

test('a page that is loaded anew without a network shows the same design, which is saved once when there is one again', async () => {
  const phone = await phones.openPhone()
  const { page, context } = phone
  await phone.begin(phones.shop.link.url)
  await phone.choosePhoto()
  await phone.saved()
  const [, id, secret] = /#d=(\d+)\.(.+)$/.exec(page.url()) ?? []
  const revision = async (): Promise<number> => {
    const reply = await fetch(`${baseUrl}/api/buyer/designs/${id}`, { headers: { authorization: `Bearer ${secret}` } })
    return ((await reply.json()) as { revision: number }).revision
  }
  const saved = await revision()
  await page.evaluate(() => navigator.serviceWorker.ready)
  await context.setOffline(true)
  await phone.showLeftHalf()
  const waits = () => page.getByText('已存在手机上，联网后自动保存').waitFor()
  await waits()
  const drawn = () =>
    page.locator('.stage canvas').evaluate((canvas: HTMLCanvasElement) => {
      const { width, height } = canvas
      const at = (x: number, y: number) =>
        canvas
          .getContext('2d')
          ?.getImageData(x * width, y * height, 1, 1)
          .data.slice(0, 3)
      return [at(0.1, 0.25), at(0.9, 0.25), at(0.5, 0.75)].map((color) => [...(color ?? [])])
    })
  const before = await drawn()
  expect(before.slice(0, 2)).toEqual([
    [255, 0, 0],
    [255, 0, 0],
  ])

  await page.reload()
  await waits()
  await expect.poll(drawn).toEqual(before)
  await context.setOffline(false)
  await phone.saved()
  expect(await revision()).toBe(saved + 1)
  await page.reload()
  await expect.poll(drawn).toEqual(before)
})

test('a page that cannot be reached says so, and opens when it is tried again', async () => {
  const phone = await phones.openPhone()
  const { page } = phone
  await page.route('**/api/buyer/links/*', (route) => route.abort())
  await page.goto(phones.shop.link.url)
  await page.getByText('网络不通，请检查网络后重试').waitFor()
  await page.unroute('**/api/buyer/links/*')
  await page.getByRole('button', { name: '再试一次' }).tap()
  await phone.chooseTemplate()
})

test('one phone makes two designs, changes the case of one, and deletes the other', async () => {
  const phone = await phones.openPhone()
  const { page } = phone
  await phone.begin(phones.shop.link.url)
  await phone.choosePhoto()
  await phone.saved()
  const shapeOf = async () => {
    const { width, height } = (await page.locator('.case').boundingBox()) ?? { width: 0, height: 1 }
    return width / height
  }
  const first = page.url()
  expect(await shapeOf()).toBeCloseTo(200 / 400, 2)
  await page.getByRole('button', { name: /^换手机或颜色/ }).tap()
  await page.getByRole('button', { name: '小米 15', exact: true }).tap()
  await page.getByRole('button', { name: /现在是小米 15/ }).waitFor()
  await phone.saved()
  await expect.poll(shapeOf).toBeCloseTo(200 / 360, 2)

  await phone.chooseInMenu('再做一个')
  await page.getByRole('button', { name: /小米 15.*是这一款/ }).tap()
  await page.getByRole('button', { name: '空白设计' }).tap()
  await page.getByText('＋ 照片').waitFor()
  expect(page.url()).not.toBe(first)

  await phone.chooseInMenu('我的设计')
  expect(await accessibilityFindings(page)).toEqual([])
  await page
    .getByRole('button', { name: /小米 15.*还没有提交/ })
    .last()
    .tap()
  await page.locator('.stage canvas').waitFor()
  await expect.poll(() => page.url()).toBe(first)

  await phone.chooseInMenu('删除这个设计')
  await page.getByRole('dialog', { name: '删除这个设计？' }).getByRole('button', { name: '删除', exact: true }).tap()
  await page.getByText('设计已经删除').waitFor()
  await page.goto(first)
  await page.reload()
  await page.getByText('这个设计已经不在了').waitFor()
})

test('a design that is deleted while its page is open says so at the next change, and another one is begun', async () => {
  const phone = await phones.openPhone()
  const { page } = phone
  const removeDesign = async () => {
    const [, id, secret] = /#d=(\d+)\.(.+)$/.exec(page.url()) ?? []
    const headers = { authorization: `Bearer ${secret}` }
    expect((await fetch(`${baseUrl}/api/buyer/designs/${id}`, { method: 'DELETE', headers })).status).toBe(200)
  }
  await phone.begin(phones.shop.link.url)
  await removeDesign()
  await page.getByRole('button', { name: /^换手机或颜色/ }).tap()
  await page.getByRole('button', { name: '小米 15', exact: true }).tap()
  await page.getByRole('alert').getByText('这个设计已经不在了').waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  await page.getByRole('button', { name: '重新开始' }).tap()
  await page.getByRole('button', { name: /小米 15.*是这一款/ }).tap()
  await page.getByRole('button', { name: '合影壳' }).tap()
  await page.locator('.stage canvas').waitFor()

  // Choosing a photo after the deletion gives the same message.
  await removeDesign()
  await page.getByLabel('选照片：合影').setInputFiles(await halvesPicture())
  await phone.agree()
  await page.getByRole('alert').getByText('这个设计已经不在了').waitFor()
  await page.getByRole('button', { name: '重新开始' }).tap()
  await page.getByText('您的手机是哪一款？').waitFor()
})

test('a photo that is too large for the phone’s canvas arrives whole all the same', async () => {
  const phone = await phones.openPhone()
  const { page } = phone
  // An iPhone draws nothing from pictures of more than 16,777,216 px.
  await page.addInitScript(() => {
    const draw = CanvasRenderingContext2D.prototype.drawImage as (...args: unknown[]) => void
    CanvasRenderingContext2D.prototype.drawImage = function (this: CanvasRenderingContext2D, ...args: unknown[]) {
      const [picture] = args
      const isTooLarge = picture instanceof HTMLImageElement && picture.naturalWidth * picture.naturalHeight > 16_777_216
      if (!isTooLarge) draw.apply(this, args)
    }
  })
  await phone.begin(phones.shop.link.url)
  await page.getByLabel('选照片：合影').setInputFiles(await halvesPicture(5000, 4000))
  await phone.agree()
  await expect.poll(() => page.getByRole('button', { name: '撤销' }).isEnabled()).toBe(true)
  const address = await page.getByRole('button', { name: '选择合影' }).locator('img').getAttribute('src')
  const bytes = new Uint8Array(await (await fetch(new URL(address ?? '', baseUrl))).arrayBuffer())
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 4096, height: 3277 })
  expect(await colorsOf(bytes, [0.1, 0.5], [0.9, 0.5])).toEqual([
    [1, 0, 0],
    [0, 0, 1],
  ])
})

test('the head of a photo is cut out by the server’s own models, and put back by one undo', async () => {
  const phone = await phones.openPhone()
  const { page, complaints } = phone
  await phone.begin(phones.shop.link.url)
  const photo = await readFile(join(import.meta.dirname, '../../fixtures/photos/astronaut.jpg'))
  await page.getByLabel('选照片：合影').setInputFiles({ name: '宇航员.jpg', mimeType: 'image/jpeg', buffer: photo })
  await phone.agree()
  const thumb = page.getByRole('button', { name: '选择合影' }).locator('img')
  /** The alpha of the upper left corner of the place's picture. */
  const cornerAlpha = async () => {
    const reply = await fetch(new URL((await thumb.getAttribute('src')) ?? '', baseUrl))
    const { data } = await sharp(Buffer.from(await reply.arrayBuffer()))
      .ensureAlpha()
      .extract({ left: 4, top: 4, width: 1, height: 1 })
      .raw()
      .toBuffer({ resolveWithObject: true })
    return data[3]
  }
  await page.getByRole('button', { name: '头像', exact: true }).tap()
  await page.getByText('正在抠图，请稍等…').waitFor()
  await expect.poll(cornerAlpha).toBe(0)
  await phone.saved()
  await page.getByRole('button', { name: '撤销' }).tap()
  await expect.poll(cornerAlpha).toBe(255)
  await phone.saved()
  expect(complaints).toEqual([])
})

test('before submission the case is seen in light and turned', async () => {
  const phone = await phones.openPhone()
  const { page, complaints } = phone
  await phone.begin(phones.shop.link.url)
  await phone.choosePhoto()
  await phone.saved()
  await page.getByRole('button', { name: '完成' }).tap()
  await page.getByRole('img', { name: '带光影的效果图' }).waitFor()
  await page.getByRole('button', { name: '转动看看' }).tap()
  const solid = page.getByRole('application', { name: /立体的手机壳/ })
  await solid.locator('canvas').waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  await page.getByRole('button', { name: '关闭' }).tap()
  await expect.poll(() => solid.count()).toBe(0)
  expect(complaints).toEqual([])
})

test('a link that is switched off says so to the buyer', async () => {
  await phones.shop.call('PATCH', `/api/shop_customization_settings/${phones.shop.link.id}`, {
    ...phones.shop.setting,
    enabled: false,
  })
  const { page } = await phones.openPhone()
  await page.goto(phones.shop.link.url)
  await page.getByText('这个定制链接已经失效，请联系卖家获取新的链接').waitFor()
  await phones.shop.call('PATCH', `/api/shop_customization_settings/${phones.shop.link.id}`, {
    ...phones.shop.setting,
    enabled: true,
  })
})
