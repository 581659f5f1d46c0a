/** 打印配置 on a real server: a profile is begun from a preset or learned from a file, tested, and an order is downloaded by it. */
import { readFile } from 'node:fs/promises'
import JSZip from 'jszip'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { fileKind } from '../../contract/constants'
import { mmToPx } from '../../contract/rules/lengths'
import { printPresets } from '../../contract/rules/print-profile'
import type { Shop, StoredPrintProfile } from '../../contract/types'
import { learnTiff } from '../../imaging/plates/learn-tiff'
import { chokePx } from '../../imaging/plates/plate'
import { printPicture } from '../../imaging/plates/print-picture'
import { readChannelResources } from '../../imaging/tiff/photoshop-resources'
import { pixelsOfPng } from '../../imaging/tiff/pixels'
import { cmykProfile } from '../../imaging/tiff/test/cmyk-profile'
import { readTiff } from '../../imaging/tiff/tiff-reader'
import { casePicture, casePng } from '../print-floor/art'
import { canImport, runPython, withFile } from '../print-floor/tools'
import { DownloadPage } from './pages/download-page'
import { accessibilityFindings } from './support/axe'
import { journey } from './support/journey'
import { buyCredits, makeCase, takeOrders } from './support/orders'
import { uploadPicture } from './support/shop'

let page: Page
let screen: DownloadPage
const { call, visit, baseUrl, ownComplaints } = journey(
  '打印店',
  (opened) => {
    page = opened.page
    screen = new DownloadPage(page)
  },
  { downloads: true },
)

/** 70.02 × 140.04 mm at 300 dpi. */
const pixels = { width: 827, height: 1654 }
const rectangle = { left: 200, top: 300, width: 400, height: 800 }

/** A picture that is transparent around a rectangle. */
async function art(): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  const { left, top, width, height } = rectangle
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${pixels.width}" height="${pixels.height}"><rect x="${left}" y="${top}" width="${width}" height="${height}" fill="#c02020"/></svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

/** Returns the picture over the design of that case: it covers everything but the case itself. */
async function caseOverlay(): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  const { width, height } = casePicture
  const around = { create: { width, height, channels: 4, background: '#808080' } } as const
  return sharp(around)
    .composite([{ input: await casePng(), blend: 'dest-out' }])
    .png()
    .toBuffer()
}

beforeAll(async () => {
  const { width, height } = casePicture
  const shell = { name: '壳.png', mimeType: 'image/png', buffer: await caseOverlay(), width, height }
  const on = await makeCase(call, baseUrl, shell, { widthMm: 70, heightMm: 140 })
  const shop = await call<Shop>('POST', '/api/shops', { type: 'DOUDIAN', name: '白墨小店' })
  const picture = { name: 'a.png', mimeType: 'image/png', buffer: await art(), ...pixels }
  const { url } = await uploadPicture(call, baseUrl, fileKind.order, picture)
  const order = { originalId: '2712345678901234561', title: '白墨壳', quantity: 1, images: [url], effects: [url] }
  await takeOrders(call, shop.id, on, [order])
  await buyCredits(call, baseUrl, 1000)
})

/** mm of px at 300 dpi. */
const mmOf = (px: number) => px / mmToPx(1, 300)

const stored = () => call<StoredPrintProfile[]>('GET', '/api/print_profiles')
const icc = async () => ({ name: '二号机.icc', mimeType: 'application/octet-stream', buffer: Buffer.from(await cmykProfile()) })

test('a profile is begun from a preset with the printer’s ICC profile, and a test page of it has white where it says so', async () => {
  await visit('/app/print_profiles')
  await page.getByText('还没有打印配置', { exact: true }).waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  await screen.button('新建打印配置').click()
  const dialog = page.getByRole('dialog', { name: '新建打印配置' })
  await dialog.getByRole('textbox', { name: '名称', exact: true }).fill('二号机')
  await dialog.getByRole('textbox', { name: '第 1 个通道的名字' }).fill('')
  await dialog.getByRole('button', { name: '新建', exact: true }).click()
  await dialog.getByText('每个附加通道都要有名字', { exact: true }).waitFor()
  await dialog.getByRole('textbox', { name: '第 1 个通道的名字' }).fill('W1')
  await dialog.getByLabel('选择 ICC 文件', { exact: true }).setInputFiles(await icc())
  await dialog.getByText('二号机.icc', { exact: true }).waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  await dialog.getByRole('button', { name: '新建', exact: true }).click()
  await screen.message('已新建「二号机」').waitFor()
  await page.getByText('TIFF · CMYK · 300 dpi', { exact: true }).waitFor()
  expect(await stored()).toMatchObject([{ name: '二号机', settings: printPresets.maintop.profile, icc: { name: '二号机.icc' } }])

  const saved = await screen.saves(() => page.getByRole('button', { name: '测试页「二号机」' }).click())
  expect(saved.suggestedFilename()).toBe('测试页 二号机.tif')
  const file = await readFile(await saved.path())
  const info = await readTiff(async (offset, length) => file.subarray(offset, offset + length))
  expect(info).toMatchObject({ samples: 6, width: 1181, height: 827, dpi: 300 })
  const rows = await info.rows(0, info.height)
  const whiteAt = (x: number, y: number) => rows[(Math.round(mmToPx(y, 300)) * info.width + Math.round(mmToPx(x, 300))) * 6 + 4]
  expect([whiteAt(16, 22), whiteAt(62, 22)]).toEqual([255, 0])
})

test('a file that printed well becomes a profile, and what it does not say is asked', async () => {
  await visit('/app/print_profiles')
  const { profile } = printPresets.onyx
  const resize = () => Promise.reject(new Error('the picture has its size'))
  const printed = await printPicture(pixelsOfPng(new Uint8Array(await art())), profile, {
    size: null,
    icc: await cmykProfile(),
    resize,
  })
  const file = { name: '老板打过的.tif', mimeType: 'image/tiff', buffer: Buffer.from(printed.bytes) }
  await page.getByLabel('从能打印的文件学习', { exact: true }).setInputFiles(file)
  const dialog = page.getByRole('dialog', { name: '新建打印配置' })
  await dialog.getByText('已从文件读出下面的设置，请核对后保存，再打一张测试页。').waitFor()
  expect(await dialog.getByRole('textbox', { name: '第 1 个通道的名字' }).inputValue()).toBe('Spot 1')
  await dialog.getByRole('button', { name: '新建', exact: true }).click()
  await screen.message('已新建「老板打过的」').waitFor()
  const learned = (await stored()).find(({ name }) => name === '老板打过的')
  expect(learned).toMatchObject({ settings: profile, icc: { name: '老板打过的.icc' } })

  await page.getByLabel('从能打印的文件学习', { exact: true }).setInputFiles({ ...file, buffer: Buffer.from('no print file') })
  await page.getByText('没有读出打印配置', { exact: true }).waitFor()
  await page.getByText('这不是 TIFF 也不是 PDF，请选一个以前打得好的打印文件', { exact: true }).waitFor()
  await page.getByRole('dialog').getByRole('button').last().click()

  await page.getByRole('button', { name: '「老板打过的」的更多操作' }).click()
  await page.getByRole('menuitem', { name: '删除' }).click()
  await page.getByRole('button', { name: '撤销' }).click()
  await expect.poll(async () => (await stored()).map(({ name }) => name).sort()).toEqual(['二号机', '老板打过的'])
})

test('an order is downloaded by the profile: six channels, the white choked inside the picture', async () => {
  await visit('/app/order_management')
  await screen.button('订单 2712345678901234561 的详情').click()
  const detail = page.getByRole('dialog')
  await detail.getByText('油墨', { exact: true }).click()
  const inks = detail.getByRole('img', { name: '小米 14的油墨' })
  await expect.poll(() => inks.evaluate((img) => (img as HTMLImageElement).naturalWidth > 0)).toBe(true)
  // The rectangle covers 23 % of the case, less the choke.
  await detail.getByText('W1 23%', { exact: true }).waitFor()
  const before = await inks.getAttribute('src')
  await detail.getByRole('checkbox', { name: '颜色', exact: true }).press(' ')
  await expect.poll(() => inks.getAttribute('src')).not.toBe(before)
  await detail.getByRole('checkbox', { name: '颜色', exact: true }).press(' ')
  await detail.getByRole('checkbox', { name: '打印机颜色' }).press(' ')
  await detail.getByRole('checkbox', { name: /^标出印不出的颜色 \d+%$/ }).press(' ')
  await expect.poll(() => inks.evaluate((img) => (img as HTMLImageElement).complete)).toBe(true)
  expect(await accessibilityFindings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await detail.waitFor({ state: 'detached' })
  await screen.button('下载设置').click()
  const byProfile = page.getByRole('radio', { name: '按打印配置（白墨、光油）' })
  await expect.poll(() => byProfile.isEnabled()).toBe(true)
  await page.getByText('按打印配置（白墨、光油）', { exact: true }).click()
  await screen.button('保存下载设置').click()
  await screen.dialogNamed('下载设置').waitFor({ state: 'detached' })
  await screen.tick('白墨壳')
  await screen.button('下载定制图').click()
  await page.getByText('按打印配置「二号机」').waitFor()
  const saved = await screen.saves(() => screen.button('确认下载，扣 60 点').click())
  const zip = await JSZip.loadAsync(await readFile(await saved.path()))
  const name = Object.keys(zip.files).find((one) => one.endsWith('.tif')) ?? ''
  const file = (await zip.file(name)?.async('nodebuffer')) ?? Buffer.alloc(0)
  const read = async (offset: number, length: number) => file.subarray(offset, offset + length)
  const info = await readTiff(read)
  expect(info).toMatchObject({ samples: 6, ...pixels, extraKinds: [1, 0] })
  expect(readChannelResources(info.resources ?? new Uint8Array()).names).toEqual(['W1', '透明度'])
  const row = await info.rows(700, 1)
  const whites = Array.from({ length: pixels.width }, (_, x) => row[x * 6 + 4])
  const choke = chokePx(0.2, 300)
  expect(Math.abs(whites.indexOf(255) - (rectangle.left + choke))).toBeLessThanOrEqual(1)
  expect(Math.abs(whites.lastIndexOf(255) - (rectangle.left + rectangle.width - 1 - choke))).toBeLessThanOrEqual(1)
  expect((await learnTiff(read)).profile).toEqual(printPresets.maintop.profile)
  expect(ownComplaints()).toEqual([])
})

/** Downloads the order by a profile. */
async function downloadBy(profile: string): Promise<JSZip> {
  await visit('/app/order_management')
  await screen.button('下载设置').click()
  await page.getByText('按打印配置（白墨、光油）', { exact: true }).click()
  await screen.chooseOption('打印配置', profile, screen.dialogNamed('下载设置'))
  await screen.button('保存下载设置').click()
  await screen.dialogNamed('下载设置').waitFor({ state: 'detached' })
  await screen.tick('白墨壳')
  await screen.button('下载定制图').click()
  const saved = await screen.saves(() => page.getByRole('button', { name: /^确认下载/ }).click())
  return JSZip.loadAsync(await readFile(await saved.path()))
}

test('a profile in PDF gets a cut line, which a change to TIFF takes away unless it is a file of its own', async () => {
  await visit('/app/print_profiles')
  await screen.button('新建打印配置').click()
  const dialog = page.getByRole('dialog', { name: '新建打印配置' })
  await dialog.getByRole('textbox', { name: '名称', exact: true }).fill('切割机')
  await screen.chooseOption('从预设开始', printPresets.roland.name, dialog)
  await dialog.getByText('带刀线（贴纸、皮套按轮廓切割）', { exact: true }).click()
  await dialog.getByRole('textbox', { name: '刀线的专色名' }).fill('')
  await dialog.getByRole('button', { name: '新建', exact: true }).click()
  await dialog.getByText('刀线要有专色名', { exact: true }).waitFor()
  await dialog.getByRole('textbox', { name: '刀线的专色名' }).fill('CutContour')
  await dialog.getByRole('button', { name: '新建', exact: true }).click()
  await screen.message('已新建「切割机」').waitFor()
  const find = async () => (await stored()).find(({ name }) => name === '切割机')
  expect((await find())?.settings).toMatchObject({ container: 'pdf', cutLine: { name: 'CutContour', offsetMm: 0 } })

  await page.getByRole('button', { name: '修改「切割机」' }).click()
  const change = page.getByRole('dialog', { name: '修改打印配置' })
  await change.getByText('TIFF', { exact: true }).click()
  await change.getByRole('button', { name: '保存', exact: true }).click()
  await screen.message('已保存「切割机」').waitFor()
  expect((await find())?.settings).toMatchObject({ container: 'tiff', cutLine: null })

  await page.getByRole('button', { name: '修改「切割机」' }).click()
  await change.getByText('带刀线（贴纸、皮套按轮廓切割）', { exact: true }).click()
  await screen.chooseOption('刀线文件', '另存 DXF', change)
  await change.getByText('固定页面大小（图案放在正中）', { exact: true }).click()
  await change.getByRole('spinbutton', { name: '页面宽' }).fill('120')
  await change.getByText('这台机器单独设', { exact: true }).click()
  await change.getByText('2612345678901234567_01_定制2张.tif', { exact: true }).waitFor()
  await change.getByRole('checkbox', { name: '定制序号' }).press(' ')
  await change.getByText('2612345678901234567_定制2张.tif', { exact: true }).waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  await change.getByRole('button', { name: '保存', exact: true }).click()
  await page.getByText('TIFF · CMYK · 300 dpi · 页面 120×200 mm · 刀线 DXF', { exact: true }).waitFor()
  expect((await find())?.settings).toMatchObject({
    ...{ cutLine: { name: 'CutContour' }, cutFile: 'dxf', page: { widthMm: 120, heightMm: 200 } },
    fileName: ['ORIGINAL_ID', 'QUANTITY'],
  })
  const own = await find()
  if (own === undefined) throw new Error('the profile is not stored')
  const settings = { ...own.settings, colors: 'rgb' }
  await call('PUT', `/api/print_profiles/${own.id}`, { name: own.name, settings, icc: null })
  const zip = await downloadBy('切割机')
  const names = Object.keys(zip.files)
  expect(names).toContain('白墨小店/2712345678901234561_定制1张.tif')
  const dxf = (await zip.file('白墨小店/2712345678901234561_定制1张.dxf')?.async('string')) ?? ''
  const xs = [...dxf.matchAll(/VERTEX\r\n8\r\nCutContour\r\n10\r\n([\d.]+)/g)].map(([, x]) => Number(x))
  // The rectangle, 400 of 827 px at 300 dpi, lies at 200 px of a print in the middle of the page.
  const left = (120 - mmOf(827)) / 2 + mmOf(200)
  expect(Math.abs(Math.min(...xs) - left)).toBeLessThan(0.15)
  expect(Math.abs(Math.max(...xs) - left - mmOf(400))).toBeLessThan(0.15)
  expect(ownComplaints()).toEqual([])
})

/** The lower and upper ends of lines, and how many there are; mm from the upper left of the page, of which a DXF measures upwards. */
interface Lines {
  readonly count: number
  readonly box: readonly number[]
}

/** Lets librsvg draw the lines of an SVG on a page of this width, mm; hairlines are widened. */
async function linesOfSvg(bytes: Uint8Array, wide: number): Promise<Lines> {
  const { default: sharp } = await import('sharp')
  const text = Buffer.from(bytes).toString()
  const drawn = text.replace(/stroke-width="[^"]*"/g, 'stroke-width="0.1"')
  const { data, info } = await sharp(Buffer.from(drawn), { density: 288 })
    .ensureAlpha()
    .extractChannel(3)
    .raw()
    .toBuffer({ resolveWithObject: true })
  const inked = [...data.keys()].filter((at) => (data[at] as number) > 64)
  const [xs, ys] = [inked.map((at) => at % info.width), inked.map((at) => Math.floor(at / info.width))]
  const perMm = info.width / wide
  const least = (values: readonly number[]) => values.reduce((a, b) => Math.min(a, b), Infinity) / perMm
  const most = (values: readonly number[]) => (values.reduce((a, b) => Math.max(a, b), 0) + 1) / perMm
  return { count: text.match(/<path/g)?.length ?? 0, box: [least(xs), least(ys), most(xs), most(ys)] }
}

/** Lets ezdxf of Debian read the closed lines of a DXF on a page of this height, mm. */
const linesOfDxf = (bytes: Uint8Array, high: number): Promise<Lines> =>
  withFile('cut.dxf', bytes, (path) => {
    const read = `
import sys, json, ezdxf
doc = ezdxf.readfile(sys.argv[1])
assert not doc.audit().errors
lines = [[(v.dxf.location.x, v.dxf.location.y) for v in line.vertices] for line in doc.modelspace().query("POLYLINE") if line.is_closed]
xs, ys = [x for line in lines for x, y in line], [y for line in lines for x, y in line]
print(json.dumps({"count": len(lines), "box": [min(xs), ${high} - max(ys), max(xs), ${high} - min(ys)]}))`
    return JSON.parse(runPython(read, [path])) as Lines
  })

test('a skin is cut along the case of the wireframe, with its camera, and other programs read the files of the line', async () => {
  const find = async () => (await stored()).find(({ name }) => name === '切割机')
  await visit('/app/print_profiles')
  await page.getByRole('button', { name: '修改「切割机」' }).click()
  const change = page.getByRole('dialog', { name: '修改打印配置' })
  await screen.chooseOption('刀线沿着', '线框轮廓（含摄像头孔）', change)
  await change.getByRole('button', { name: '保存', exact: true }).click()
  await screen.message('已保存「切割机」').waitFor()
  // The case of a picture of 300 px on 70 mm lies in the middle of a page of 120 × 200 mm.
  const perPx = mmOf(pixels.width) / casePicture.width
  const [left, top] = [(120 - mmOf(pixels.width)) / 2, (200 - mmOf(pixels.height)) / 2]
  const { body } = casePicture
  const high = mmOf(pixels.height) / casePicture.height
  const wanted = [left + body.left * perPx, top + body.top * high, left + body.right * perPx, top + body.bottom * high]
  const kinds = canImport('ezdxf') ? (['svg', 'dxf'] as const) : (['svg'] as const)
  for (const kind of kinds) {
    const now = await find()
    if (now === undefined) throw new Error('the profile of the test before is not stored')
    expect(now.settings.cutLine).toMatchObject({ of: 'case', name: 'CutContour' })
    const settings = { ...now.settings, cutFile: kind }
    await call('PUT', `/api/print_profiles/${now.id}`, { name: now.name, settings, icc: null })
    const zip = await downloadBy('切割机')
    const file = await zip.file(`白墨小店/2712345678901234561_定制1张.${kind}`)?.async('uint8array')
    if (file === undefined) throw new Error(`the archive has no ${kind}: ${Object.keys(zip.files).join()}`)
    const lines = kind === 'svg' ? await linesOfSvg(file, 120) : await linesOfDxf(file, 200)
    expect(lines.count).toBe(2)
    for (const [side, value] of lines.box.entries())
      expect(Math.abs(value - (wanted[side] as number)), `${kind}, side ${side}`).toBeLessThan(0.25)
  }
  expect(ownComplaints()).toEqual([])
})
