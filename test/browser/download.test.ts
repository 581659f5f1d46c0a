/**
 * Downloads of customized images: charged once, named, packed, converted to TIF; with too few credits, with a failed picture, and
 * resumed after a closed tab.
 */
import { readFile } from 'node:fs/promises'
import JSZip from 'jszip'
import type { Browser, BrowserContext, Download, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { fileKind } from '../../contract/constants'
import type { AccountCredits, Order } from '../../contract/types'
import { allTests } from '../setup/size'
import { DownloadPage } from './pages/download-page'
import { accessibilityFindings } from './support/axe'
import { logIfFailed, newPage, openBrowser } from './support/browser'
import { buyCredits, makeCase, takeOrders } from './support/orders'
import { pngPicture } from './support/pictures'
import { type Caller, caller, enterWith, type Made, tokenOfMerchant, uploadPicture } from './support/shop'

const baseUrl = inject('baseUrl')
/** Size of the case; `pixels` is the same at 300 dpi. */
const size = { widthMm: 70, heightMm: 140 }
const pixels = { width: 827, height: 1654 }

let browser: Browser
let context: BrowserContext
let token: string
let call: Caller
let page: Page
let complaints: string[]
let downloads: DownloadPage
let orders: Order[]
/** Bytes of the customized image of each order, by order number. */
const printed = new Map<string, Buffer>()
const addresses = new Map<string, string>()

beforeAll(async () => {
  browser = await openBrowser()
  ;({ context, page, complaints } = await newPage(browser, { downloads: true }))
  // The browser's save dialog cannot be answered here, so the page must use its own download.
  await context.addInitScript(() => {
    Reflect.deleteProperty(window, 'showSaveFilePicker')
    // A folder that needs no dialog: the root of the browser's private file system.
    Reflect.set(window, 'showDirectoryPicker', () => navigator.storage.getDirectory())
  })
  token = await tokenOfMerchant(baseUrl, '下载店')
  call = caller(baseUrl, token)
  const on = await makeCase(call, baseUrl, await pngPicture('壳.png', 300, 600), size)
  const { id: shopId } = await call<Made>('POST', '/api/shops', { type: 'DOUDIAN', name: '海边小店' })
  const send = async (originalId: string, index: number) => {
    const buffer = await sharp((await pngPicture('花.png', pixels.width, pixels.height)).buffer)
      .modulate({ hue: index * 40 })
      .png()
      .toBuffer()
    const { url } = await uploadPicture(call, baseUrl, fileKind.order, {
      name: 'a.png',
      mimeType: 'image/png',
      buffer,
      ...pixels,
    })
    printed.set(originalId, Buffer.from(await (await fetch(new URL(url, baseUrl))).arrayBuffer()))
    addresses.set(originalId, url)
    return url
  }
  const ids = ['2612345678901234561', '2612345678901234562', '2612345678901234563', '2612345678901234564', '2612345678901234565']
  const urls = await Promise.all(ids.map(send))
  const titles = ['海浪壳', '日落壳', '森林壳', '断线壳', '好图壳']
  orders = await takeOrders(call, shopId, on, [
    ...ids.map((originalId, index) => ({
      originalId,
      title: titles[index] ?? '',
      quantity: index === 0 ? 2 : 1,
      images: [urls[index] ?? ''],
      effects: [urls[index] ?? ''],
    })),
    { originalId: '2612345678901234570', title: '团购壳', images: Array.from({ length: 20 }, () => urls[0] ?? '') },
    { originalId: '2612345678901234571', title: '空白壳', images: [] },
  ])
  await buyCredits(call, baseUrl, 1000)
})
beforeEach(async () => {
  complaints.length = 0
  downloads = new DownloadPage(page)
  await enterWith(page, baseUrl, token, '/app/order_management?days=2026-03-01_2026-03-05')
  await page.getByRole('checkbox', { name: '选择「海浪壳」' }).waitFor()
  // Each test starts with the default settings.
  await page.evaluate(() => localStorage.setItem('kejiang.download.settings', '{}'))
})
afterEach(async () => {
  await logIfFailed(page, complaints)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})
afterAll(() => browser?.close())

const credits = async () => (await call<AccountCredits>('GET', '/api/account_credits/current')).credits
const orderId = (originalId: string) => orders.find((order) => order.originalId === originalId)?.id
/** Path of an order's customized image, which the order reveals only once it is paid for. */
const urlOf = (originalId: string) => addresses.get(originalId) ?? ''
async function unzip(download: Download) {
  const zip = await JSZip.loadAsync(await readFile(await download.path()), { checkCRC32: true })
  const text = async (name: string) => (await zip.file(name)?.async('string')) ?? ''
  const bytes = async (name: string) => (await zip.file(name)?.async('nodebuffer')) ?? Buffer.alloc(0)
  return { names: Object.keys(zip.files), text, bytes }
}

test('three orders are downloaded as PNG and as TIF: named by the rules, charged once, with a table', async () => {
  await downloads.button('下载定制图').click()
  await downloads.message('请至少勾选一个商品').waitFor()
  await downloads.tick('空白壳')
  await downloads.button('下载定制图').click()
  await downloads.message('请至少勾选一个有定制图的商品').waitFor()
  await downloads.tick('空白壳')

  await downloads.button('下载设置').click()
  const settings = downloads.dialogNamed('下载设置')
  await settings.getByRole('button', { name: '拖动排序「平台订单号」' }).click()
  await page.getByRole('menuitem', { name: '置顶' }).click()
  await settings.getByText('2612345678901234567_10086_苹果-iPhone 15 Pro-硅胶-黑色_1_01_定制2张.png').waitFor()
  await settings.getByText('每个店铺附一个平台订单号文本文件').click()
  expect(await accessibilityFindings(page)).toEqual([])
  await downloads.button('保存下载设置').click()
  await settings.waitFor({ state: 'detached' })

  await downloads.tick('海浪壳', '日落壳', '森林壳')
  await downloads.button('下载定制图').click()
  const startDialog = downloads.dialogNamed('下载定制图')
  await startDialog.getByText('3 张新图 × 60 = 180 点').waitFor()
  await startDialog.getByText('1,000 点，下载后剩余 820 点').waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  const download = await downloads.saves(() => downloads.button('确认下载，扣 180 点').dblclick())
  expect(download.suggestedFilename()).toMatch(/^定制图_\d{14}_1\.zip$/)
  await downloads.message('已交给浏览器保存').waitFor()
  expect(await credits()).toBe(820)
  const saved = await unzip(download)
  const name = (id: string, quantity: number) => `海边小店/${id}_${orderId(id)}_小米 14-硅胶-黑_1_01_定制${quantity}张`
  const first = name('2612345678901234561', 2)
  expect(saved.names.sort()).toEqual(
    [
      `${first}.png`,
      `${name('2612345678901234562', 1)}.png`,
      `${name('2612345678901234563', 1)}.png`,
      '海边小店/平台订单号.txt',
      '下载清单.csv',
      '下载清单.xlsx',
    ].sort(),
  )
  for (const id of ['2612345678901234562', '2612345678901234563']) {
    const png = await saved.bytes(`${name(id, 1)}.png`)
    expect((await sharp(png).raw().toBuffer()).equals(await sharp(printed.get(id)).raw().toBuffer())).toBe(true)
    // The density makes Photoshop open the picture as large as the case.
    expect((pixels.width / ((await sharp(png).metadata()).density ?? 0)) * 25.4).toBeCloseTo(size.widthMm, 0)
  }
  expect(await saved.text('海边小店/平台订单号.txt')).toBe(
    '2612345678901234561\r\n2612345678901234562\r\n2612345678901234563\r\n',
  )
  const table = await saved.text('下载清单.csv')
  expect(table.split('\r\n')).toHaveLength(5)
  expect(table).toContain('"2612345678901234561\t"')
  expect(table).toContain('"827×1654",300,"70×140","","","","成功"')
  await page.getByText('已下载', { exact: true }).nth(2).waitFor()
  expect(await accessibilityFindings(page)).toEqual([])

  // The same customized images as TIF print files are free now.
  await downloads.button('知道了').click()
  await downloads.button('下载设置').click()
  await settings.getByText('TIF 印刷文件').click()
  await downloads.button('保存下载设置').click()
  await settings.waitFor({ state: 'detached' })
  await downloads.button('下载定制图').click()
  await startDialog.getByText('0 张新图 × 60 = 0 点，3 张已付费免费').waitFor()
  const tifs = await unzip(await downloads.saves(() => downloads.button('确认下载，免费').click()))
  expect(await credits()).toBe(820)
  const tif = await tifs.bytes(`${first}.tif`)
  expect(await sharp(tif).metadata()).toMatchObject({
    format: 'tiff',
    ...pixels,
    hasAlpha: true,
    space: 'srgb',
  })
  const inch = (await sharp(tif).metadata()).density ?? 0
  expect(Math.abs((pixels.width / inch) * 25.4 - size.widthMm)).toBeLessThan(0.1)
  expect((await sharp(tif).metadata()).icc?.length).toBeGreaterThan(500)
  const wanted = await sharp(printed.get('2612345678901234561')).ensureAlpha().raw().toBuffer()
  expect((await sharp(tif).raw().toBuffer()).equals(wanted)).toBe(true)
  expect(complaints).toEqual([])
})

test.runIf(allTests)('a picture that fails to download is reported with its order, and its retry is free', async () => {
  await page.route(`**${urlOf('2612345678901234564')}`, (route) => route.fulfill({ status: 500, body: 'no' }))
  await downloads.tick('断线壳', '好图壳')
  await downloads.button('下载定制图').click()
  const firstFiles = await unzip(await downloads.saves(() => downloads.button(/^确认下载/).click()))
  expect(firstFiles.names.filter((name) => name.endsWith('.png'))).toHaveLength(1)
  expect(await firstFiles.text('下载清单.csv')).toContain('失败：图片服务器没有给出图片（500）')
  const failureDialog = downloads.dialogNamed('1 张定制图下载失败')
  await failureDialog.getByText('2612345678901234564 失败原因：图片服务器没有给出图片（500）').waitFor()
  await failureDialog.getByText('失败的图片已扣点，重新下载免费。').waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  const before = await credits()
  await page.unrouteAll()
  const retriedFiles = await unzip(await downloads.saves(() => downloads.button('重试失败项').click()))
  expect(retriedFiles.names.filter((name) => name.endsWith('.png'))).toEqual([expect.stringContaining('2612345678901234564')])
  expect(await credits()).toBe(before)

  // Effect images cost nothing, so no confirmation is asked for.
  const effects = await downloads.saves(() => downloads.button('下载效果图').click())
  expect(effects.suggestedFilename()).toMatch(/^效果图_/)
  await page.evaluate(() => localStorage.setItem('kejiang.download.settings', '{"place":"folder"}'))
  await downloads.card('效果图').getByRole('button', { name: '知道了' }).click()
  // The card still shows the first download's result, which is the text awaited for the next one.
  await downloads.card('效果图').waitFor({ state: 'detached' })
  await downloads.button('下载效果图').click()
  await downloads.card('效果图').getByText('下载完成：2 张效果图，1 个压缩包').waitFor()
  const written = await page.evaluate(async () => {
    const folder = (await navigator.storage.getDirectory()) as FileSystemDirectoryHandle & { keys(): AsyncIterable<string> }
    for await (const name of folder.keys()) {
      if (!name.startsWith('效果图_')) continue
      const bytes = new Uint8Array(await (await (await folder.getFileHandle(name)).getFile()).arrayBuffer())
      return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    }
    return ''
  })
  const folder = await JSZip.loadAsync(Buffer.from(written, 'base64'), { checkCRC32: true })
  expect(Object.keys(folder.files).filter((name) => name.endsWith('.png'))).toHaveLength(2)
  expect(await credits()).toBe(before)
  expect(complaints.filter((line) => !line.includes('Failed to load resource'))).toEqual([])
})

test('a download resumes after its tab was closed, without a second charge or fetching a picture twice', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(`**${urlOf('2612345678901234564')}`, async (route) => {
    await held
    await route.abort().catch(() => undefined)
  })
  await downloads.tick('海浪壳', '断线壳')
  await downloads.button('下载定制图').click()
  await downloads.button(/^确认下载/).click()
  await downloads.card('定制图').getByText('正在下载定制图 1/2').waitFor()
  // Like every task it is in the tray, and pausing it there causes no second charge and no second fetch.
  const tray = page.getByRole('region', { name: '任务' })
  await page.getByRole('button', { name: '任务：1 个进行中' }).click()
  await tray.getByRole('button', { name: '暂停' }).click()
  await downloads.card('定制图').getByText('已暂停（定制图 1/2）').waitFor()
  await tray.getByRole('button', { name: '继续' }).click()
  await downloads.card('定制图').getByText('正在下载定制图 1/2').waitFor()
  const before = await credits()
  await page.close()
  release()

  page = await context.newPage()
  downloads = new DownloadPage(page)
  const fetched: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'fetch') fetched.push(new URL(request.url()).pathname)
  })
  await enterWith(page, baseUrl, token, '/app/order_management?days=2026-03-01_2026-03-05')
  await downloads.card('定制图').getByText('下载没有完成（1/2）').waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  const all = await unzip(await downloads.saves(() => downloads.card('定制图').getByRole('button', { name: '继续' }).click()))
  expect(all.names.filter((name) => name.endsWith('.png'))).toHaveLength(2)
  expect(fetched).toContain(urlOf('2612345678901234564'))
  expect(fetched).not.toContain(urlOf('2612345678901234561'))
  expect(fetched).not.toContain('/api/credit_usage_records')
  expect(await credits()).toBe(before)
})

test.runIf(allTests)(
  'with too few credits the affordable pictures are downloaded, and the dialog links to buying credits',
  async () => {
    const balance = await credits()
    const affordable = Math.floor(balance / 60)
    await downloads.tick('团购壳')
    await downloads.button('下载定制图').click()
    const startDialog = downloads.dialogNamed('下载定制图')
    const words = `点数不足：账户余额 ${balance.toLocaleString('zh-CN')} 点，可下载 ${affordable} 张新图，还差 ${1200 - balance} 点。`
    await startDialog.getByText(words).waitFor()
    expect(await accessibilityFindings(page)).toEqual([])
    const [pay] = await Promise.all([context.waitForEvent('page'), downloads.button('立即充值').click()])
    await pay.waitForURL('**/app/pay*')
    await pay.close()
    const paidFiles = await unzip(await downloads.saves(() => downloads.button(`继续下载（${affordable} 张）`).click()))
    expect(paidFiles.names.filter((name) => name.endsWith('.png'))).toHaveLength(affordable)
    expect(await credits()).toBe(balance - affordable * 60)
    const failureDialog = downloads.dialogNamed(`${20 - affordable} 张定制图下载失败`)
    const line = failureDialog.getByText('2612345678901234570 失败原因：点数不足，没有扣点，也没有下载')
    await expect.poll(() => line.count()).toBe(20 - affordable)
    expect(await failureDialog.getByRole('button', { name: '重试失败项' }).count()).toBe(0)
  },
)
