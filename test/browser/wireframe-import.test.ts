/** 一键导入线框图 on a real server: the confirmed import plan is carried out exactly once, whatever interrupts it. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import JSZip from 'jszip'
import type { Browser, Page } from 'playwright-core'
import { PNG } from 'pngjs'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import type { PhoneBrand, PhoneModel, Sku, Wireframe } from '../../contract/types'
import { allTests, sized } from '../setup/size'
import { LoginPage } from './pages/login-page'
import type { FilePayload } from './pages/screen-page'
import { WireframeImportPage } from './pages/wireframe-import-page'
import { accessibilityFindings } from './support/axe'
import { openBrowser, openProfile, type Profile } from './support/browser'
import { merchantPassword } from './support/merchants'
import { simulatorEntry } from './support/platform-entries'
import { recordRequests } from './support/requests'
import { type Caller, caller, enterWith, tokenOfMerchant } from './support/shop'

const baseUrl = inject('baseUrl')

let browser: Browser
let profile: Profile
let call: Caller
let token: string
let page: Page
let complaints: string[]
let wizard: WireframeImportPage

beforeAll(async () => {
  browser = await openBrowser()
  token = await tokenOfMerchant(baseUrl, '导入店')
  profile = await openProfile(browser, baseUrl)
  call = caller(baseUrl, token)
})
beforeEach(async () => {
  ;({ page, complaints } = await profile.open())
  wizard = new WireframeImportPage(page)
})
afterEach(() => page?.close())
afterAll(async () => {
  await browser?.close()
})

const enter = async () => {
  await enterWith(page, baseUrl, token, WireframeImportPage.path)
  await wizard.open()
}

let shade = 0
/** A small picture that differs from all others. */
function picture(name: string, width = 50, height = 104): FilePayload {
  const png = new PNG({ width, height })
  png.data.fill(200)
  shade += 1
  png.data.set([shade & 255, (shade >> 8) & 255, 7, 255])
  return { name, mimeType: 'image/png', buffer: PNG.sync.write(png) }
}
const pair = (combination: string, width?: number, height?: number) =>
  ['前景图', '背景图'].map((layer) => picture(`${combination}-${layer}.png`, width, height))

/** A mask of a case: opaque, with these transparent parts, each left, top, width and height in px. */
function mask(name: string, ...holes: readonly (readonly [number, number, number, number])[]): FilePayload {
  const { buffer, ...file } = picture(name, 50, 104)
  const png = PNG.sync.read(Buffer.from(buffer))
  for (const [left, top, width, height] of holes) {
    for (let y = top; y < top + height; y++) {
      for (let x = left; x < left + width; x++) png.data[4 * (50 * y + x) + 3] = 0
    }
  }
  return { ...file, buffer: PNG.sync.write(png) }
}

/** Returns the models, SKUs and wireframes of a brand, as the server has them. */
async function stored(brandName: string) {
  const brand = (await call<PhoneBrand[]>('GET', '/api/phone_brands')).find(({ name }) => name === brandName)
  if (!brand) return { models: [], skus: [], wireframes: [] }
  const models = await call<PhoneModel[]>('GET', `/api/phone_brands/${brand.id}/phone_models`)
  if (models.length === 0) return { models, skus: [], wireframes: [] }
  const skus = await call<Sku[]>('GET', `/api/phone_case_skus?phoneModelIds=${models.map(({ id }) => id).join(',')}`)
  const ids = skus.flatMap(({ wireframeId }) => wireframeId ?? []).join(',')
  return { models, skus, wireframes: ids ? await call<Wireframe[]>('GET', `/api/phone_case_wireframes?ids=${ids}`) : [] }
}

/** Records the SKUs that the page asks for, one by one or several in a call; returns how many there were. */
function countRequestedSkus(): () => number {
  const requests = recordRequests(page, 'POST', '/api/phone_case_skus')
  return () => requests.reduce((sum, { body }) => sum + ((JSON.parse(body) as { items?: unknown[] }).items?.length ?? 1), 0)
}

const modelCount = sized(12, 125)
const pairCount = modelCount * 2

let tries = 0
test(`${pairCount} pairs are imported once although the page is reloaded, and importing them again changes nothing`, async () => {
  // A retry of this test must not find the brand of the former attempt.
  const brand = `大牌 ${++tries}`
  const models = Array.from({ length: modelCount }, (_, n) => `型号 ${n + 1}`)
  const files = models.flatMap((model) => ['黑', '白'].flatMap((color) => pair(`${brand}-${model}-硅胶-${color}`)))
  await enter()
  await wizard.pick(files)
  await wizard.count('新建', pairCount).waitFor()
  await wizard.dialog.getByText(`品牌 1 个（${brand}），型号 ${modelCount} 个`).waitFor()
  const uploads = recordRequests(page, 'POST', '/api/files/upload_form')
  const requestedSkus = countRequestedSkus()
  await wizard.start.click()
  await expect.poll(requestedSkus).toBeGreaterThan(7)
  await page.reload()
  // The wizard's own address reopens it on the task, which continues by itself.
  await wizard.summary.waitFor()
  expect(await wizard.summary.textContent()).toContain('失败 0')
  const first = await stored(brand)
  expect(first.models.map(({ name }) => name).sort()).toEqual([...models].sort())
  expect(first.skus).toHaveLength(pairCount)
  expect(new Set(first.skus.map(({ wireframeId }) => wireframeId)).size).toBe(pairCount)
  expect(first.wireframes.every(({ layers, width, height }) => layers.length === 2 && width === 50 && height === 104)).toBe(true)
  // Only requests that were under way at the reload are repeated: for each of the six uploads at a time, the file that was being
  // recorded as uploaded, and the next one; and the SKU of each of the sixteen items at a time.
  expect(uploads.length).toBeLessThanOrEqual(pairCount * 2 + 12)
  expect(requestedSkus()).toBeLessThanOrEqual(pairCount + 16)

  await wizard.dialog.getByRole('button', { name: '继续导入' }).click()
  await wizard.pick(files)
  await wizard.count('跳过', pairCount).waitFor()
  expect(await wizard.dialog.getByRole('button', { name: '没有需要导入的' }).isDisabled()).toBe(true)
  expect(await stored(brand)).toEqual(first)
  expect(complaints.filter((line) => !/net::ERR_ABORTED|Failed to fetch/.test(line))).toEqual([])
})

describe('failures during a wireframe import', () => {
  test.runIf(allTests)('a retry of a wireframe import repeats only what failed and uploads nothing again', async () => {
    await enter()
    let isBroken = true
    await page.route(/\/api\/phone_case_skus(?:\/batch)?$/, (route) =>
      isBroken
        ? route.fulfill({ status: 500, json: { traceId: 't-1', code: 'internal', message: '服务器内部错误' } })
        : route.continue(),
    )
    await wizard.addFiles(
      'paste',
      ['红', '橙', '黄', '绿'].flatMap((color) => pair(`断线-一号-硅胶-${color}`)),
    )
    await wizard.start.click()
    await wizard.summary.filter({ hasText: '新建 0，更新 0，跳过 0，失败 4' }).waitFor()
    await wizard.row('服务器内部错误').first().waitFor()
    const uploads = recordRequests(page, 'POST', '/api/files/upload_form')
    const requestedSkus = countRequestedSkus()
    isBroken = false
    await wizard.dialog.getByRole('button', { name: '重试失败项' }).click()
    await wizard.summary.filter({ hasText: '新建 4，更新 0，跳过 0，失败 0' }).waitFor()
    expect([uploads.length, requestedSkus()]).toEqual([0, 4])
    const { skus, wireframes } = await stored('断线')
    expect([skus.length, wireframes.length]).toEqual([4, 4])
    await wizard.finish()
    expect(complaints.filter((line) => !line.includes('500'))).toEqual([])
  })

  test.runIf(allTests)('when the catalogue cannot be read, a retry reads it again', async () => {
    await enter()
    await page.route('**/api/phone_brands', (route) =>
      route.fulfill({ status: 500, json: { traceId: 't-1', code: 'internal', message: '服务器内部错误' } }),
    )
    // A folder with subfolders, one of which tools create and the import must ignore.
    const folder = mkdtempSync(join(tmpdir(), 'kejiang-import-'))
    mkdirSync(join(folder, '苹果', '.git'), { recursive: true })
    writeFileSync(join(folder, '苹果', '.git', 'x.png'), 'x')
    for (const { name, buffer } of pair('重读-一号-硅胶-黑')) writeFileSync(join(folder, '苹果', name), buffer)
    await wizard.pickFolder(folder)
    await wizard.dialog.getByText('获取数据发生错误').waitFor()
    await page.unroute('**/api/phone_brands')
    await wizard.dialog.getByRole('button', { name: '重试' }).click()
    await wizard.count('新建', 1).waitFor()
    rmSync(folder, { recursive: true })
  })

  test('wrong names, unequal sizes and broken pictures are reported, corrected and submitted alone', async () => {
    await enter()
    const [front, back] = pair('改正-一号-硅胶-黑')
    if (!front || !back) throw new Error('no pair')
    await wizard.pick([
      { ...front, name: '改正一号前景图.png' },
      back,
      ...pair('改正-一号-硅胶-白').map((one, at) => (at === 0 ? one : picture(one.name, 50, 100))),
      { name: '改正-一号-硅胶-坏-前景图.png', mimeType: 'image/png', buffer: Buffer.from('no picture') },
    ])
    await wizard.count('不能导入', 3).waitFor()
    await wizard.dialog.getByRole('list', { name: '图片命名不符合规则' }).getByText('改正一号前景图.png').waitFor()
    await wizard.row('硅胶 · 白').getByText('当前添加的线框图前后景图片大小不一致或图片有问题，请检查，谢谢~').waitFor()
    await wizard.row('硅胶 · 坏').getByText('当前添加的线框图图片有问题，请检查，谢谢~').waitFor()
    // In the import plan, the renamed file joins its other half.
    await wizard.rename('改正一号前景图.png', '改正一号前景图.png', front.name, '修改')
    await wizard.count('不能导入', 2).waitFor()
    await wizard.start.click()
    await wizard.summary.filter({ hasText: '新建 1，更新 0，跳过 0，失败 2' }).waitFor()
    // In the results, an item is corrected by another file name and another picture.
    await wizard.dialog.getByRole('button', { name: '修改「改正-一号-硅胶-坏」' }).click()
    const field = wizard.row('改正-一号-硅胶-坏').locator('input[type=file]')
    await field.setInputFiles({ ...picture('好图.png') })
    await wizard.dialog
      .getByRole('textbox', { name: '「改正-一号-硅胶-坏-前景图.png」的文件名' })
      .fill('改正-一号-硅胶-好-前景图')
    await wizard.dialog.getByRole('button', { name: '重新提交' }).click()
    await wizard.summary.filter({ hasText: '新建 2，更新 0，跳过 0，失败 1' }).waitFor()
    const { wireframes } = await stored('改正')
    expect(wireframes.map(({ layers }) => layers.length).sort()).toEqual([1, 2])
    expect(complaints).toEqual([])
  })
})

test('the holes of the masks become print areas, unless the seller sets others or none, and a table of sizes brings millimetres once a model', async () => {
  await enter()
  const front = (color: string) => `打印区-一号-硅胶-${color}-前景图.png`
  await wizard.pick([
    mask(front('黑'), [5, 4, 40, 90]),
    mask(front('白'), [5, 4, 40, 90], [0, 0, 1, 1]),
    mask(front('红'), [5, 4, 40, 90]),
    mask(front('两块'), [5, 4, 40, 40], [5, 50, 40, 45]),
    mask(front('实心')),
    {
      name: '尺寸.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('型号,宽(cm),高(cm)\n一号,5,10.4\n一号,5.2,10.4\n二号,7,14\n'),
    },
  ])
  await wizard.dialog.getByText('尺寸表「尺寸.csv」：读到 3 行尺寸；对上 2 行；1 行没有对应的型号（二号）').waitFor()
  await wizard.row('硅胶 · 黑').getByText('5,5,4,10').waitFor()
  await wizard.row('硅胶 · 两块').getByText('前景图有 2 块透明的部分，取最大的，请核对').waitFor()
  await wizard.row('硅胶 · 实心').getByText('前景图里没有透明的孔').waitFor()
  await wizard.dialog.getByText('4 组用前景图透明的部分作打印区域').waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  // The decisions stay in sight above the last row, and the sum beside the buttons.
  await wizard.row('硅胶 · 实心').getByText('新建').scrollIntoViewIfNeeded()
  const decision = await wizard.dialog.getByText('新建的线框图直接上架（买家马上可以看到）').boundingBox()
  expect(decision?.y).toBeGreaterThan((await wizard.plan.boundingBox())?.y ?? Number.NaN)
  await wizard.dialog.getByText('新建 5 组，先不上架；4 组有打印区域').waitFor()
  await wizard.button('「打印区-一号-硅胶-白」不设打印区域', wizard.dialog).click()
  await wizard.button('修改「打印区-一号-硅胶-红」的打印区域', wizard.dialog).click()
  const area = wizard.dialogWith('打印区域：打印区-一号-硅胶-红')
  await area.getByRole('textbox', { name: '左边距（像素）' }).fill('7')
  await area.getByRole('button', { name: '用这个打印区域' }).click()
  await area.waitFor({ state: 'hidden' })
  await wizard.row('硅胶 · 红').getByText('7,5,4,10').waitFor()
  // The table has two rows of the model: the seller is asked, and his answer holds for all colours of the model.
  await wizard.row('硅胶 · 白').getByText('尺寸表里有几行像它，请选').waitFor()
  await wizard.button('「打印区-一号-硅胶-黑」用尺寸表 50×104', wizard.dialog).click()
  await wizard.dialog.getByText('新建 5 组，先不上架；3 组有打印区域；都有毫米').waitFor()
  await wizard.start.click()
  await wizard.summary.filter({ hasText: '新建 5，更新 0，跳过 0，失败 0' }).waitFor()
  const { skus, wireframes } = await stored('打印区')
  expect(wireframes.map(({ widthMm, heightMm }) => [widthMm, heightMm])).toEqual(Array(5).fill([50, 104]))
  const areas = skus.map(({ wireframeId }) => wireframes.find(({ id }) => id === wireframeId)?.printArea ?? null)
  const of = (left: number, right: number, top: number, bottom: number) => ({ left, right, top, bottom })
  expect(areas).toEqual(expect.arrayContaining([of(5, 5, 4, 10), of(7, 5, 4, 10), of(5, 5, 50, 9), null, null]))
  expect(complaints).toEqual([])
})

test.runIf(allTests)('a zip file adds the missing layer of a wireframe and keeps the other layer', async () => {
  await enter()
  const [front, back] = pair('压缩-一号-硅胶-黑')
  if (!front || !back) throw new Error('no pair')
  await wizard.addFiles('drop', [front])
  await wizard.start.click()
  await wizard.summary.filter({ hasText: '新建 1' }).waitFor()
  await wizard.dialog.getByRole('button', { name: '继续导入' }).click()
  const before = await stored('压缩')
  const zip = new JSZip()
  zip.file(`图/${front.name}`, front.buffer)
  zip.file(`图/${back.name}`, back.buffer)
  zip.file('__MACOSX/图/._x.png', 'x')
  const buffer = await zip.generateAsync({ type: 'nodebuffer' })
  await wizard.pick([{ name: '线框图.zip', mimeType: 'application/zip', buffer }], '选择压缩包')
  await wizard.count('更新', 1).waitFor()
  const uploads = recordRequests(page, 'POST', '/api/files/upload_form')
  await wizard.start.click()
  await wizard.summary.filter({ hasText: '更新 1' }).waitFor()
  expect(uploads).toHaveLength(1)
  const after = await stored('压缩')
  expect(after.skus).toEqual(before.skus)
  expect(after.wireframes[0]?.layers.map(({ index }) => index)).toEqual([-1, 1])
  expect(after.wireframes[0]?.layers.find(({ index }) => index === 1)).toEqual(before.wireframes[0]?.layers[0])
  expect(complaints).toEqual([])
})

test.runIf(allTests)('a wireframe import works inside the client, whose picture space receives the pictures', async () => {
  const root = await simulatorEntry.enter(page, baseUrl)
  await new LoginPage(root).signIn('导入店', merchantPassword)
  await root.getByRole('link', { name: '材质与线框图' }).click()
  await root.getByRole('tab', { name: '手机壳线框图' }).click()
  const inside = new WireframeImportPage(root)
  await inside.open()
  const brand = `客户端 ${++tries}`
  await inside.pick(pair(`${brand}-一号-硅胶-黑`))
  await inside.start.click()
  await inside.summary.filter({ hasText: '新建 1，更新 0，跳过 0，失败 0' }).waitFor()
  await inside.finish()
  await root.getByRole('tab', { name: brand }).click()
  await root.locator('.wireframes-thumb img').first().waitFor()
  expect(complaints).toEqual([])
})

test.runIf(allTests)('a wireframe import works by keyboard alone, and axe finds nothing in it', async () => {
  await enterWith(page, baseUrl, token, WireframeImportPage.path)
  await wizard.openButton.focus()
  await page.keyboard.press('Enter')
  await wizard.dialog.waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  const chooser = page.waitForEvent('filechooser')
  await wizard.dialog.getByRole('button', { name: '选择图片' }).focus()
  await page.keyboard.press('Enter')
  await (await chooser).setFiles([...pair('键盘-一号-硅胶-黑'), picture('错名.png')])
  await wizard.start.waitFor()
  // Enter must start the import, so the focus must not be on 取消.
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('开始导入 1 组')
  expect(await accessibilityFindings(page)).toEqual([])
  await wizard.dialog.getByRole('button', { name: '修改「错名.png」' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('「错名.png」的文件名')
  await page.keyboard.press('Control+A')
  await page.keyboard.type('键盘-二号-硅胶-黑-前景图')
  await page.keyboard.press('Enter')
  await wizard.count('不能导入', 0).waitFor()
  await expect.poll(() => wizard.start.textContent()).toBe('开始导入 2 组')
  await wizard.start.focus()
  await page.keyboard.press('Enter')
  await wizard.summary.filter({ hasText: '新建 2' }).waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  await wizard.dialog.getByRole('button', { name: '完成' }).focus()
  await page.keyboard.press('Enter')
  await wizard.dialog.waitFor({ state: 'hidden' })
  expect((await stored('键盘')).skus).toHaveLength(2)
  expect(complaints).toEqual([])
})
