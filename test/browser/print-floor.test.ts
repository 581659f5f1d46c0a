/** 打印车间 on a real server: from an empty floor over a jig, a batch and its sheet to scanned, packed and shipped pieces. */
import { readdir, readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { fileKind } from '../../contract/constants'
import { mmToPx } from '../../contract/rules/lengths'
import { printPresets } from '../../contract/rules/print-profile'
import type { Factory, Order, PrintBatch, PrintPiece, Shop } from '../../contract/types'
import { readTiff } from '../../imaging/tiff/tiff-reader'
import { isInstalled, run, withFile } from '../print-floor/tools'
import { DownloadPage } from './pages/download-page'
import { OrdersPage } from './pages/orders-page'
import { PushDialogPage } from './pages/push-page'
import { accessibilityFindings } from './support/axe'
import { journey } from './support/journey'
import { buyCredits, makeCase, takeOrders } from './support/orders'
import { pngPicture } from './support/pictures'
import { uploadPicture } from './support/shop'

let page: Page
let screen: DownloadPage
const { call, visit, baseUrl, ownComplaints } = journey(
  '车间店',
  (opened) => {
    page = opened.page
    screen = new DownloadPage(page)
  },
  { downloads: true },
)

const numbers = ['2812345678901234561', '2812345678901234562'] as const
const nested = '2812345678901234563'
const size = { widthMm: 70, heightMm: 140 } as const
const pixels = { width: 827, height: 1654 }
/** Of the sheet, which is soon written then. */
const dpi = 150

let takeNested: () => Promise<readonly Order[]>

beforeAll(async () => {
  const on = await makeCase(call, baseUrl, await pngPicture('壳.png', 300, 600), size)
  const shop = await call<Shop>('POST', '/api/shops', { type: 'DOUDIAN', name: '车间小店' })
  const art = await pngPicture('花.png', pixels.width, pixels.height)
  const { url } = await uploadPicture(call, baseUrl, fileKind.order, art)
  await takeOrders(
    call,
    shop.id,
    on,
    numbers.map((originalId, at) => ({ originalId, title: `定制壳 ${at + 1}`, quantity: at + 1, images: [url], effects: [url] })),
  )
  takeNested = () => takeOrders(call, shop.id, on, [{ originalId: nested, title: '贴纸', quantity: 5, images: [url] }])
  const { plates, ...settings } = printPresets.rgb.profile
  await call('POST', '/api/print_profiles', { name: '一号机', settings: { ...settings, dpi, plates: [...plates] }, icc: null })
  await buyCredits(call, baseUrl, 1000)
})

const pieces = async (state: PrintPiece['state']) =>
  (await call<{ items: PrintPiece[] }>('GET', `/api/print_pieces?state=${state}&pageSize=50`)).items
const piece = (slot: string): Locator => page.getByRole('button', { name: new RegExp(`^工位 ${slot} 的 `) })
const tab = (name: RegExp) => page.getByRole('tab', { name })

test('an empty floor leads over its three steps: the factory, the printer with its jig, and the orders to push', async () => {
  await visit('/app/print_floor')
  await page.getByText('自己有打印机？从这里排版打印', { exact: true }).waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  await screen.button('启用自有工厂').click()
  await screen.message('自有工厂已启用，推送订单时可以选它').waitFor()
  await page.getByRole('link', { name: '去设置' }).click()

  await screen.button('添加打印机').click()
  const printer = page.getByRole('dialog', { name: '添加打印机' })
  await printer.getByRole('textbox', { name: '名称', exact: true }).fill('UV 3042')
  await screen.chooseOption('打印配置', '一号机', printer)
  await printer.getByText('例如：B0012_1-3.tif', { exact: true }).waitFor()
  await printer.getByRole('button', { name: '添加', exact: true }).click()
  await screen.message('已添加「UV 3042」').waitFor()
  await printer.waitFor({ state: 'detached' })

  await screen.button('添加治具').click()
  const jig = page.getByRole('dialog', { name: '添加治具' })
  await jig.getByRole('textbox', { name: '名称', exact: true }).fill('六位')
  await jig.getByRole('img', { name: '治具 300 × 420 mm，6 个工位' }).waitFor()
  await jig.getByLabel('第 1 组的左右间距').fill('70')
  await jig.getByText('工位 S1 和 S2 重叠，请检查尺寸和间距').first().waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  await jig.getByRole('button', { name: '排满并居中' }).click()
  await jig.getByRole('img', { name: '治具 300 × 420 mm，6 个工位' }).waitFor()
  await jig.getByRole('button', { name: '添加', exact: true }).click()
  await screen.message('已添加「六位」').waitFor()
  expect(ownComplaints()).toEqual([])
})

test('orders that are pushed to the own factory wait on the floor, and become a batch', async () => {
  const orders = new OrdersPage(page)
  const push = new PushDialogPage(page)
  await visit('/app/order_management')
  for (const number of numbers) await orders.tickOrder(number).press(' ')
  await orders.button('推送到工厂').click()
  await push.chooseFactory('自有工厂')
  await push.status('共 2 个订单：推送 2 个').waitFor()
  await push.button('推送 2 个订单').click()
  await push.status('推送完成：成功 2 个').waitFor()
  await push.button('关闭').click()
  await orders.order(numbers[0]).getByText('自有工厂').waitFor()

  await page.getByRole('link', { name: '打印车间', exact: true }).click()
  await tab(/^待打印 3$/).waitFor()
  await screen.row(numbers[1]).first().waitFor()
  await page.getByRole('checkbox', { name: '选择全部' }).check({ force: true })
  await screen.bulkAction('排版').click()
  const plan = page.getByRole('dialog', { name: '排版勾选的 3 件' })
  expect(await accessibilityFindings(page)).toEqual([])
  await plan.getByRole('button', { name: '排版', exact: true }).dblclick()
  await page.getByRole('heading', { name: '批次 B0001' }).waitFor()
  await piece('S3').waitFor()
  expect((await call<{ totalItems: number }>('GET', '/api/print_batches')).totalItems).toBe(1)
  expect(await accessibilityFindings(page)).toEqual([])
  expect(ownComplaints()).toEqual([])
})

test('a piece is dragged to another slot, exchanged by the keyboard, and the sheet is made, paid for once and downloaded', async () => {
  await visit('/app/print_floor/batches')
  await page.getByRole('link', { name: 'B0001' }).click()
  const code = async (slot: string) => (await piece(slot).getAttribute('aria-label'))?.slice(-9)
  const first = await code('S1')
  const sheet = page.getByRole('group', { name: '第 1 版' })
  const box = await sheet.boundingBox()
  if (!box) throw new Error('the sheet is not drawn')
  const from = await screen.middleOf(piece('S1'))
  // The sixth slot has its middle at five sixths of the width and three quarters of the height.
  const to = { x: box.x + box.width * (5 / 6), y: box.y + box.height * 0.74 }
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 5 })
  await page.mouse.move(to.x, to.y, { steps: 5 })
  await page.getByText('放到工位 S6', { exact: true }).waitFor()
  await page.mouse.up()
  await piece('S6').waitFor()
  expect(await code('S6')).toBe(first)

  await piece('S2').press('Enter')
  await screen.chooseOption('移到', '第 1 版 S6（与 小米 14 交换）')
  await expect.poll(() => code('S2')).toBe(first)

  await screen.button('生成拼版').click()
  const question = page.getByRole('dialog').filter({ hasText: '2 张定制图还没有付过，每张 60 点，一共扣 120 点' })
  await question.getByRole('button', { name: '生成拼版，扣 120 点' }).dblclick()
  const download = page.getByRole('link', { name: '下载 B0001_1-1.tif' })
  await download.waitFor()
  const saved = await screen.saves(() => download.click())
  expect(saved.suggestedFilename()).toBe('B0001_1-1.tif')
  const file = await readFile(await saved.path())
  const info = await readTiff(async (offset, length) => file.subarray(offset, offset + length))
  expect(info).toMatchObject({ width: Math.round(mmToPx(300, dpi)), height: Math.round(mmToPx(420, dpi)), dpi })
  const { credits } = await call<{ credits: number }>('GET', '/api/account_credits/current')
  expect(credits).toBe(880)
  expect(await accessibilityFindings(page)).toEqual([])
  expect(ownComplaints()).toEqual([])
})

test('the slip lists each slot with its case, and a failed piece is the first of the next batch', async () => {
  await visit('/app/print_floor/batches')
  await page.getByRole('link', { name: 'B0001' }).click()
  await screen.button('打印上料单').click()
  const lists = page.getByRole('dialog', { name: '打印上料单' })
  await lists.getByRole('row', { name: /S2 小米 14 硅胶 · 黑/ }).waitFor()
  await lists.getByText('备壳单', { exact: true }).click()
  await lists.getByRole('row', { name: '小米 14 硅胶 · 黑 3' }).waitFor()
  await lists.getByRole('button', { name: '关闭', exact: true }).click()

  await screen.button('登记打印').click()
  const finish = page.getByRole('dialog', { name: '登记打印：批次 B0001' })
  await finish.getByText('漏白', { exact: true }).click()
  await finish.getByRole('button', { name: /^S2 / }).click()
  expect(await accessibilityFindings(page)).toEqual([])
  await finish.getByRole('button', { name: '登记：2 件打好，1 件打坏' }).dblclick()
  await screen.message('已打印 2 件，1 件排到下一批最前面').waitFor()
  const [failed] = await pieces('waiting')
  expect(failed).toMatchObject({ failures: 1, failure: '漏白' })

  await visit('/app/print_floor/waiting')
  await page.getByText('打坏 1 次：漏白', { exact: true }).waitFor()
  await screen.button('排版').click()
  const plan = page.getByRole('dialog', { name: '排版', exact: true })
  await plan.getByRole('button', { name: '排版', exact: true }).click()
  await page.getByRole('heading', { name: '批次 B0002' }).waitFor()
  expect(await piece('S1').getAttribute('aria-label')).toContain(failed?.code ?? '?')
  const batches = await call<{ items: PrintBatch[] }>('GET', '/api/print_batches')
  expect(batches.items.map(({ state, failedCount }) => [state, failedCount])).toEqual([
    ['planned', 0],
    ['printed', 1],
  ])
  // The design is paid for, so that the second sheet costs nothing.
  await screen.button('生成拼版').click()
  const question = page.getByRole('dialog').filter({ hasText: '定制图都已付过，不再扣点' })
  await question.getByRole('button', { name: '生成拼版', exact: true }).click()
  await page.getByRole('link', { name: '下载 B0002_1-1.tif' }).waitFor()
  await screen.button('登记打印').click()
  const again = page.getByRole('dialog', { name: '登记打印：批次 B0002' })
  await again.getByRole('button', { name: '1 件都打好了', exact: true }).click()
  await expect.poll(async () => (await pieces('printed')).length).toBe(3)
  expect(ownComplaints()).toEqual([])
})

test('labels are downloaded as PDF and ZPL, and a reader that is not ours finds the code of each piece on its page', async () => {
  const printed = await pieces('printed')
  await visit('/app/print_floor/batches')
  await page.getByRole('link', { name: 'B0001' }).click()
  await screen.button('标签').click()
  const labels = page.getByRole('dialog', { name: '3 张标签' })
  const shown = labels.getByRole('img', { name: / 的标签$/ })
  await expect.poll(() => shown.count()).toBe(3)
  const codes = (await shown.evaluateAll((images) => images.map((image) => image.getAttribute('alt')))).map((alt) =>
    alt?.slice(0, 9),
  )
  expect([...codes].sort()).toEqual(printed.map(({ code }) => code).sort())
  expect(await accessibilityFindings(page)).toEqual([])

  const zpl = await screen.saves(() => labels.getByRole('button', { name: '下载 ZPL' }).click())
  expect(zpl.suggestedFilename()).toBe('标签_B0001.zpl')
  const text = await readFile(await zpl.path(), 'utf8')
  expect(text.match(/\^XA\^PW800\^LL480\^LH0,0\^FO0,0\^GFA,/g)).toHaveLength(3)
  await labels.getByText('300 dpi', { exact: true }).click()
  const pdf = await screen.saves(() => labels.getByRole('button', { name: '下载 PDF' }).click())
  expect(pdf.suggestedFilename()).toBe('标签_B0001.pdf')
  const bytes = await readFile(await pdf.path())
  expect(bytes.toString('latin1').match(/\/Width 1200 \/Height 720/g)).toHaveLength(3)
  if (['gs', 'zbarimg'].every(isInstalled)) expect(await labelCodes(bytes)).toEqual(codes)
  expect(ownComplaints()).toEqual([])
})

/** Lets Ghostscript draw the pages of a PDF, and zbar read them; returns the codes page by page. */
const labelCodes = (pdf: Uint8Array) =>
  withFile('labels.pdf', pdf, async (path, folder) => {
    run('gs', ['-q', '-dNOPAUSE', '-dBATCH', '-dSAFER', '-sDEVICE=pnggray', '-r300', `-sOutputFile=${folder}/%03d.png`, path])
    const drawn = (await readdir(folder)).filter((name) => name.endsWith('.png')).sort()
    return drawn.map((name) => run('zbarimg', ['-q', '--raw', `${folder}/${name}`]).split('\n')[0])
  })

test('a scanner finds a piece with its parcel, and takes pieces to packed and shipped, each once', async () => {
  const printed = await pieces('printed')
  // Of the order with two pieces, so that its parcel has both.
  const one = printed.find(({ orderNumber }) => orderNumber === numbers[1])
  if (!one) throw new Error('no piece of the second order is printed')
  await visit('/app/print_floor/scan')
  const field = screen.field('件码')
  await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true)
  const scan = async (text: string) => {
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
  }
  const answer = page.getByRole('region', { name: '扫到的件' })
  await scan(one.code.toLowerCase())
  await answer.getByText('登记已包装', { exact: true }).waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  await page.getByText('登记已包装', { exact: true }).first().click()
  for (const { code } of printed) {
    await scan(code)
    await answer.getByRole('status').filter({ hasText: '已包装' }).filter({ hasText: code }).waitFor()
  }
  await scan(one.code)
  await answer.getByText('之前已经登记过（已包装）', { exact: true }).waitFor()
  await answer.getByText('同一个包裹 2 件，已包装 2 件', { exact: true }).waitFor()
  // Paper shows what the page shows for print media when the browser is asked to print.
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', document.querySelector('.print-sheet')?.textContent ?? '')
  })
  await answer.getByRole('button', { name: '打印装箱单' }).click()
  const parcel = printed.filter(({ orderNumber }) => orderNumber === numbers[1])
  const onPaper = await page.locator('body[data-printed]').getAttribute('data-printed')
  expect(onPaper).toMatch(new RegExp(`^装箱单订单 ${numbers[1]} · 共 2 件 · 北京时间 `))
  for (const { code } of parcel) expect(onPaper).toContain(`${numbers[1]}${code}`)
  expect(onPaper).not.toContain(numbers[0])
  // The button takes no key of the scanner from the field.
  await expect.poll(() => page.locator('.print-sheet').count()).toBe(0)

  await page.getByText('登记已发货', { exact: true }).first().click()
  await page.route('**/api/print_pieces/step', (route) => route.abort(), { times: 1 })
  await scan(one.code)
  await answer.getByRole('alert').filter({ hasText: one.code }).waitFor()
  await answer.getByRole('button', { name: '重试' }).click()
  await answer.getByText('已发货', { exact: true }).first().waitFor()
  await expect.poll(async () => (await pieces('shipped')).map(({ code }) => code)).toEqual([one.code])
  await scan('4502938475610293847')
  await answer.getByRole('alert').filter({ hasText: '不是件码' }).waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  expect(ownComplaints().filter((line) => !line.includes('ERR_FAILED'))).toEqual([])
})

test('blanks are counted, and a case that runs low is marked on its tab', async () => {
  await visit('/app/print_floor/blanks')
  await screen.button('添加空壳').click()
  const count = page.getByRole('dialog', { name: '添加空壳' })
  await screen.chooseOption('型号', '小米 14', count)
  await screen.chooseOption('材质与颜色', '硅胶 · 黑', count)
  await count.getByLabel('现有几个').fill('5')
  await count.getByLabel('少于几个时提醒').fill('10')
  await count.getByRole('button', { name: '添加', exact: true }).click()
  await tab(/^空壳库存（1 种不足）$/).waitFor()
  await page.getByRole('button', { name: '入库「小米 14 · 硅胶 · 黑」' }).click()
  const arrival = page.getByRole('dialog', { name: '入库「小米 14 · 硅胶 · 黑」' })
  await arrival.getByLabel('入库几个').fill('20')
  await arrival.getByRole('button', { name: '入库', exact: true }).dblclick()
  await screen.message('小米 14 · 硅胶 · 黑：现有 25 个').waitFor()
  await tab(/^空壳库存$/).waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  expect(ownComplaints()).toEqual([])
})

test('pieces without a jig are nested on the bed, and each lies within it and on no other', async () => {
  const order = (await takeNested()).find(({ originalId }) => originalId === nested)
  const own = (await call<Factory[]>('GET', '/api/erp/factories')).find((factory) => factory.own)
  const orderItems = (order?.orderItems ?? []).map(({ originalId, quantity, customizations }) => ({
    ...{ originalId, quantity, phoneCaseCustomizationInfos: customizations.map(({ id }) => ({ id })) },
  }))
  const pushed = await call<{ status: string }>('POST', '/api/erp/push_order', {
    ...{ factoryId: own?.id, orderOriginalId: nested, orderItems },
    confirmed: order?.orderItems.flatMap(({ customizations }) => customizations.map(({ id }) => id)),
  })
  expect(pushed.status).toBe('pushed')
  // A reload keeps the dialog open, and its only printer and jig chosen.
  await visit('/app/print_floor/waiting?dialog=plan')
  const plan = page.getByRole('dialog', { name: '排版', exact: true })
  await plan.getByText('六位（6 个工位）', { exact: true }).waitFor()
  await screen.chooseOption('治具', '自由排版（贴纸、皮套，不用治具）', plan)
  await plan.getByLabel('图之间留').fill('4')
  await plan.getByRole('button', { name: '排版', exact: true }).dblclick()
  await page.getByRole('heading', { name: '批次 B0003' }).waitFor()
  await page
    .getByRole('button', { name: new RegExp(`^小米 14，订单 ${nested}，`) })
    .first()
    .waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  const { items } = await call<{ items: PrintBatch[] }>('GET', '/api/print_batches')
  const batch = await call<PrintBatch>('GET', `/api/print_batches/${items[0]?.id}`)
  expect(batch).toMatchObject({ jigName: null, pieceCount: 5, sheetCount: 1, widthMm: 300, heightMm: 420 })
  const boxes = batch.pieces.map(({ xMm, yMm, turn }) => {
    const isLying = turn === 90 || turn === 270
    return {
      xMm,
      yMm,
      right: xMm + (isLying ? size.heightMm : size.widthMm),
      bottom: yMm + (isLying ? size.widthMm : size.heightMm),
    }
  })
  for (const [at, box] of boxes.entries()) {
    expect([box.xMm >= 5, box.yMm >= 5, box.right <= 295, box.bottom <= 415]).toEqual([true, true, true, true])
    for (const other of boxes.slice(at + 1)) {
      const apart = Math.max(other.xMm - box.right, box.xMm - other.right, other.yMm - box.bottom, box.yMm - other.bottom)
      expect(apart).toBeGreaterThan(3.999)
    }
  }
  expect(ownComplaints()).toEqual([])
})
