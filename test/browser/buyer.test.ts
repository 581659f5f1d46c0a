/** A buyer on a phone: link, phone, template, photo by touch, submission, the code in the order's remark, the paid download. */
import { readFile } from 'node:fs/promises'
import JSZip from 'jszip'
import { type Browser, type BrowserContext, devices, type Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { fileKind, productMode } from '../../contract/constants'
import type { ShopCustomizationUrls } from '../../contract/types'
import { DownloadPage } from './pages/download-page'
import { OrdersPage } from './pages/orders-page'
import { accessibilityFindings } from './support/axe'
import { openBrowser } from './support/browser'
import { fingersOf } from './support/fingers'
import { buyCredits, makeCase } from './support/orders'
import { pngPicture } from './support/pictures'
import { type Caller, caller, enterWith, type Made, tokenOfMerchant, uploadPicture } from './support/shop'

const baseUrl = inject('baseUrl')
let browser: Browser
let call: Caller
let token: string
let shopId: number
let contexts: BrowserContext[] = []
const link = { url: '', id: 0 }
const setting = {
  isDefault: true,
  customizationTiming: 1,
  mode: productMode.templateCollectionsAndDiy,
  bindingTemplateCollectionIds: [] as number[],
}

const square = async (red: number, green: number, blue: number, size = 800) => ({
  ...(await pngPicture('照片.png', size, size)),
  buffer: await sharp({ create: { width: size, height: size, channels: 3, background: { r: red, g: green, b: blue } } })
    .png()
    .toBuffer(),
})

/** A photo whose left half is red and whose right half is blue. */
const halves = async () => {
  const half = (background: string) => ({ create: { width: 400, height: 800, channels: 3 as const, background } })
  const buffer = await sharp({ create: { width: 800, height: 800, channels: 3, background: '#f00' } })
    .composite([{ input: await sharp(half('#00f')).png().toBuffer(), left: 400, top: 0 }])
    .png()
    .toBuffer()
  return { name: '合影.png', mimeType: 'image/png', buffer }
}

beforeAll(async () => {
  browser = await openBrowser()
  token = await tokenOfMerchant(baseUrl, '买家店')
  call = caller(baseUrl, token)
  shopId = (await call<Made>('POST', '/api/shops', { type: 'DOUDIAN', name: '海边小店' })).id
  const size = { widthMm: 50.8, heightMm: 101.6 }
  await makeCase(call, baseUrl, await pngPicture('壳.png', 200, 400), size)
  const sample = await uploadPicture(call, baseUrl, fileKind.templateLayer, await square(200, 200, 200))
  const frame = await uploadPicture(call, baseUrl, fileKind.templateLayer, await square(0, 160, 0))
  const { id: collection } = await call<Made>('POST', '/api/design_template_collections', { name: '相框' })
  const fields = {
    id: null,
    type: 'IMAGE',
    rotation: 0,
    width: 200,
    height: 200,
    originalWidth: 800,
    originalHeight: 800,
    left: 0,
    locked: true,
    isBackground: false,
    horizontalFlip: false,
    verticalFlip: false,
  }
  const photo = {
    uuid: 'photo',
    name: '合影',
    top: 0,
    index: 0,
    imageFileId: sample.id,
    imageUrl: sample.url,
    isUserUploadImage: true,
  }
  const edge = {
    uuid: 'edge',
    name: '边框',
    top: 200,
    index: 1,
    imageFileId: frame.id,
    imageUrl: frame.url,
    isUserUploadImage: false,
  }
  await call('POST', '/api/design_templates', {
    collectionId: collection,
    name: '合影壳',
    width: 200,
    height: 400,
    thumbnailFileId: null,
    layers: [
      { ...fields, ...photo },
      { ...fields, ...edge },
    ],
  })
  setting.bindingTemplateCollectionIds = [collection]
  link.id = (await call<Made>('POST', '/api/shop_customization_settings', { shopId, ...setting })).id
  const urls = await call<ShopCustomizationUrls[]>('GET', '/api/shop_customization_urls')
  link.url = urls[0]?.customizationUrls[0]?.url ?? ''
  await buyCredits(call, baseUrl, 1000)
})
afterEach(async () => {
  for (const context of contexts) await context.close()
  contexts = []
})
afterAll(() => browser?.close())

async function openPhone(): Promise<{ page: Page; context: BrowserContext; complaints: string[] }> {
  const context = await browser.newContext({
    ...devices['Pixel 5'],
    viewport: { width: 390, height: 844 },
    locale: 'zh-CN',
    reducedMotion: 'reduce',
    userAgent: 'Mozilla/5.0 (Linux; Android 14; 小米 14 Build/UKQ1) AppleWebKit/537.36 Chrome/120.0 Mobile Safari/537.36',
  })
  contexts = [...contexts, context]
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  return { page, context, complaints }
}

/** From the link to the open template. */
async function begin(page: Page): Promise<void> {
  await page.goto(link.url)
  await page.getByRole('button', { name: /小米 14.*是这一款/ }).tap()
  await page.getByRole('button', { name: '合影壳' }).tap()
  await page.locator('.stage canvas').waitFor()
}

/** Puts a photo into the template's place for it. */
async function choosePhoto(page: Page): Promise<void> {
  await page.getByLabel('选照片：合影').setInputFiles(await halves())
  await expect.poll(() => page.getByRole('button', { name: '撤销' }).isEnabled()).toBe(true)
}

const saved = (page: Page) =>
  page
    .getByRole('status')
    .and(page.getByText('已保存', { exact: true }))
    .waitFor()

async function submit(page: Page): Promise<string> {
  await page.getByRole('button', { name: '完成' }).tap()
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: '提交' }).tap()
  await page.getByText('设计已提交').waitFor()
  return (await page.locator('.code').textContent()) ?? ''
}

/** The colours of a picture at shares of its width and height. */
async function colorsOf(bytes: Uint8Array, ...places: readonly (readonly [number, number])[]) {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return places.map(([x, y]) => {
    const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * 3
    return [...data.subarray(at, at + 3)].map((value) => Math.round(value / 255))
  })
}

test('a photo goes from a phone through the remark into the paid zip, and the design is locked then', async () => {
  const { page, complaints } = await openPhone()
  await begin(page)
  expect(await accessibilityFindings(page)).toEqual([])
  await choosePhoto(page)
  await saved(page)

  // Pinched to twice its size and dragged right, the place shows the red half alone.
  const stage = await page.locator('.case').boundingBox()
  if (!stage) throw new Error('no stage')
  const fingers = await fingersOf(page)
  const middle = { x: stage.x + stage.width / 2, y: stage.y + stage.height / 4 }
  const apart = (by: number) =>
    [
      { x: middle.x - by, y: middle.y },
      { x: middle.x + by, y: middle.y },
    ] as const
  await fingers.down(...apart(20))
  for (const by of [25, 30, 36, 40]) await fingers.move(...apart(by))
  await fingers.up()
  await fingers.drag(middle, { x: middle.x + 150, y: middle.y })
  await saved(page)

  await page.reload()
  await page.locator('.stage canvas').waitFor()
  const code = await submit(page)
  expect(code).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/)
  expect(await accessibilityFindings(page)).toEqual([])

  const number = '2612345678909000077'
  const orderItems = [{ originalId: `${number}-1`, title: '合影壳', quantity: 1 }]
  const order = { originalId: number, createdAt: Date.UTC(2026, 2, 3), buyerMessage: `定制编号 ${code}，谢谢`, orderItems }
  await call('POST', '/api/orders/import', { shopId, orders: [order] })
  const seller = await browser.newContext({ viewport: { width: 1180, height: 760 }, locale: 'zh-CN', acceptDownloads: true })
  contexts = [...contexts, seller]
  const desk = await seller.newPage()
  await desk.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'))
  await enterWith(desk, baseUrl, token, '/app/order_management?days=2026-03-01_2026-03-05')
  const orders = new OrdersPage(desk)
  await orders.order(number).waitFor()
  const downloads = new DownloadPage(desk)
  await downloads.tick('合影壳')
  await downloads.button('下载定制图').click()
  const file = await downloads.saves(() => downloads.button('确认下载，扣 60 点').click())
  const zip = await JSZip.loadAsync(await readFile(await file.path()))
  const [print] = zip.file(/\.png$/)
  if (!print) throw new Error('the zip holds no print')
  const colors = await colorsOf(await print.async('uint8array'), [0.1, 0.25], [0.9, 0.25], [0.5, 0.75])
  expect(colors).toEqual([
    [1, 0, 0],
    [1, 0, 0],
    [0, 1, 0],
  ])

  await page.reload()
  await page.getByText('已开始制作，如需修改请联系客服').waitFor()
  expect(await page.getByRole('button', { name: '还想改一改' }).count()).toBe(0)
  expect(complaints).toEqual([])
})

test('stickers of the shop are added, moved by keys and removed', async () => {
  const { id: collectionId } = await call<Made>('POST', '/api/design_asset_collections', { type: 2, name: '可爱' })
  const sticker = await uploadPicture(call, baseUrl, fileKind.designAsset, await square(255, 0, 255, 100))
  await call('POST', '/api/design_assets', { type: 2, collectionId, fileId: sticker.id })
  const { page, complaints } = await openPhone()
  await begin(page)
  await page.getByRole('button', { name: '＋ 素材' }).tap()
  expect(await accessibilityFindings(page)).toEqual([])
  await page.getByRole('region', { name: '素材' }).getByRole('listitem').getByRole('button').first().tap()
  const row = page.getByRole('button', { name: /方向键移动/ })
  await row.waitFor()
  await page.getByRole('button', { name: '关闭' }).tap()
  const frame = page.locator('.frame')
  const left = async () => (await frame.boundingBox())?.x ?? 0
  const before = await left()
  await row.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect.poll(left).toBeGreaterThan(before + 5)
  await saved(page)
  await page.getByRole('button', { name: /^删除/ }).tap()
  await expect.poll(() => row.count()).toBe(0)
  await saved(page)
  expect(complaints).toEqual([])
})

test('without a network the design waits on the phone, and a second tab is asked which one to keep', async () => {
  const { page, context } = await openPhone()
  await begin(page)
  await choosePhoto(page)
  await saved(page)
  await context.setOffline(true)
  await page.getByRole('button', { name: '撤销' }).tap()
  await page.getByText('已存在手机上，联网后自动保存').waitFor()
  await context.setOffline(false)
  await page.reload()
  await saved(page)

  const other = await context.newPage()
  await other.goto(page.url())
  await other.reload()
  await other.locator('.stage canvas').waitFor()
  await choosePhoto(page)
  await saved(page)
  await choosePhoto(other)
  await other.getByText('这个设计在另一处修改过，请选择保留哪一个').waitFor()
  await other.getByRole('button', { name: '保留这里的' }).tap()
  await saved(other)
})

test('a link that is switched off says so to the buyer', async () => {
  await call('PATCH', `/api/shop_customization_settings/${link.id}`, { ...setting, enabled: false })
  const { page } = await openPhone()
  await page.goto(link.url)
  await page.getByText('这个定制链接已经失效，请联系卖家获取新的链接').waitFor()
  await call('PATCH', `/api/shop_customization_settings/${link.id}`, { ...setting, enabled: true })
})
