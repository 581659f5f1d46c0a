/** 导入PSD on the running product: artboards become templates and layers, and unreadable files are reported. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { type OddFile, oddPsd } from '../../fixtures/odd-files/psd-writer'
import { oddPsds } from '../../fixtures/odd-files/psds'
import { DesignerPage } from './pages/designer-page'
import { PsdImportPage } from './pages/psd-import-page'
import type { FilePayload } from './pages/screen-page'
import { TemplatesPage } from './pages/templates-page'
import { accessibilityFindings } from './support/axe'
import { openBrowser, openProfile, type Profile } from './support/browser'
import { pixelsOf } from './support/compare'
import { openShop, type Shop } from './support/designs'
import { artboard, disc, plain, psdFile } from './support/psd-files'

const baseUrl = inject('baseUrl')
const shots = process.env.SHOTS ?? ''

let browser: Browser
let profile: Profile
let shop: Shop
let groupId: number
let page: Page
let complaints: string[]
let psd: PsdImportPage

const [width, height] = [600, 1252]
const red = [214, 40, 57, 255] as const
const blue = [36, 99, 235, 255] as const
const cream = [250, 240, 220, 255] as const
const titles = ['夏日上新 正面', '夏日上新 背面', '名字长到一行放不下的第三个画板看看省略号好不好'] as const

/**
 * Three artboards side by side: a cream ground, a disc, a group of two bars and a hidden layer; the second has a layer with
 * satin too, a style that is not drawn.
 */
function threeArtboards(name: string): FilePayload {
  const boards = titles.map((title, at) => {
    const left = at * (width + 60)
    const frame = { left, top: 0, width, height }
    const bar = (text: string, top: number, color: typeof red | typeof blue) =>
      plain(text, { left: left + 120, top, width: 360, height: 48 }, color)
    const satin = { satin: { enabled: true, present: true, showInDialog: true } }
    const label = plain('带光泽的标签', { left: left + 360, top: 1020, width: 120, height: 72 }, red, { effects: satin })
    return artboard(title, frame, [
      plain('底色', frame, cream),
      disc('太阳', { left: left + 150, top: 380, width: 300, height: 300 }, at === 0 ? red : blue),
      { name: '文案组', opened: true, children: [bar('条 1', 720, red), bar('条 2', 840, blue)] },
      plain('藏起来的', { left: left + 60, top: 1020, width: 120, height: 120 }, blue, { hidden: true }),
      ...(at === 1 ? [label] : []),
    ])
  })
  return psdFile(name, { width: 3 * width + 120, height }, boards)
}

/** The same file cut off in the middle. */
const cutOff = (name: string, { buffer }: FilePayload): FilePayload => ({
  name,
  mimeType: '',
  buffer: buffer.subarray(0, Math.floor(buffer.length / 2)),
})

beforeAll(async () => {
  browser = await openBrowser()
  shop = await openShop(baseUrl)
  groupId = await shop.group('PSD 模板')
  profile = await openProfile(browser, baseUrl)
})
beforeEach(async () => {
  ;({ page, complaints } = await profile.open())
  psd = new PsdImportPage(page)
})
afterEach(() => page?.close())
afterAll(() => browser?.close())

/** A file of the register of odd PSDs, by its name there. */
async function oddFile(name: string, kind: string, change: (file: OddFile) => OddFile = (file) => file): Promise<FilePayload> {
  const found = oddPsds.find((one) => one.name === kind)
  if (found === undefined) throw new Error(`the register has no ${kind}`)
  return { name, mimeType: '', buffer: Buffer.from(await oddPsd(change(found.file)).arrayBuffer()) }
}

const saveScreenshot = async (name: string) => {
  if (shots) await page.screenshot({ path: `${shots}/${name}.png` })
}

/** Returns whether the colour at a point of the screen is nearly this one. */
async function expectColor(at: { readonly x: number; readonly y: number }, [r, g, b]: readonly number[]) {
  const { data, width: imageWidth } = await pixelsOf(await page.screenshot())
  const offset = (Math.round(at.y) * imageWidth + Math.round(at.x)) * 3
  return [r, g, b].every((value, channel) => Math.abs((value ?? 0) - (data[offset + channel] ?? 0)) < 6)
}

test('three artboards are imported as three templates, and one of them as layers into the first', async () => {
  const validFile = threeArtboards('夏日.psd')
  await page.goto(`${baseUrl}/app/design_template?collection=${groupId}&token=${shop.token}`)
  await psd.open()
  await psd.pick(validFile, cutOff('坏了的.psd', validFile), {
    name: '不是.psd',
    mimeType: '',
    buffer: Buffer.from('%PDF-1.7 …'),
  })

  // Unreadable files are reported one by one; the others are imported.
  await psd.failure.getByText('坏了的.psd').waitFor()
  await saveScreenshot('failure')
  expect(await psd.failure.locator('li').allTextContents()).toEqual([
    expect.stringMatching(/^坏了的\.psd.*(损坏|不完整)/),
    expect.stringMatching(/^不是\.psd.*不是PSD/),
  ])
  await psd.failure.getByRole('button', { name: '知道了' }).click()
  await psd.failure.waitFor({ state: 'hidden' })
  await psd.pictures(3)
  expect(await psd.cards.locator('.psd-card-name').allTextContents()).toEqual(titles)
  await saveScreenshot('boards')
  expect(await accessibilityFindings(page)).toEqual([])

  // Importing without a ticked artboard is refused with a message; the artboard with an effect reports what is lost.
  await psd.button('导入模板').click()
  await psd.message('请选择至少一个画板').waitFor()
  await psd
    .card(titles[1])
    .getByRole('button', { name: /1 处差异/ })
    .click()
  await psd.dialog.getByText(/图层样式.*没有导入/).waitFor()
  await psd.dialog.getByText('合并图', { exact: true }).click()
  await psd.dialog.getByText(/文件里没有保存合并图/).waitFor()
  await psd.button('全选').click()
  await psd.dialog.getByText('我已阅读并同意').click()
  await saveScreenshot('chosen')
  await psd.button('导入 3 个模板').click()
  await psd.dialog.getByText('新增设计模板成功，共 3 个').waitFor()
  await saveScreenshot('results')
  expect(await accessibilityFindings(page)).toEqual([])
  await psd.button('完成').click()
  await psd.dialog.waitFor({ state: 'hidden' })

  // There are three cards with thumbnails, and their templates hold the layers.
  const templates = new TemplatesPage(page)
  await templates.card(titles[2]).waitFor()
  expect(await templates.names()).toEqual(titles)
  await page.waitForFunction(() => document.querySelectorAll('.card-picture img').length === 3)
  await saveScreenshot('cards')
  const rows = await shop.templates(groupId)
  const [front, back] = await Promise.all(rows.map(({ id }) => shop.template(id)))
  if (!front || !back) throw new Error('no templates')
  expect(front.layers.map(({ name, hidden, isBackground }) => `${name} ${hidden} ${isBackground}`)).toEqual([
    '底色 false true',
    '太阳 false false',
    '文案组 false false',
    '藏起来的 true false',
  ])
  expect(back.layers).toHaveLength(5)
  const sun = front.layers.find(({ name }) => name === '太阳')
  const scale = front.width / width
  expect(front.height / front.width).toBeCloseTo(height / width, 2)
  expect(sun).toMatchObject({ originalWidth: 300, originalHeight: 300 })
  expect(sun?.left).toBeCloseTo(150 * scale, 1)
  const thumbnail = await pixelsOf(await (await fetch(new URL(front.thumbnail?.url ?? '', baseUrl))).arrayBuffer())
  expect(thumbnail.height).toBe(600)
  const colorAt = (x: number, y: number) => [...thumbnail.data.subarray((y * thumbnail.width + x) * 3).subarray(0, 3)]
  expect(colorAt(Math.round(thumbnail.width / 2), Math.round((600 * 530) / height))).toEqual(red.slice(0, 3))
  expect(colorAt(5, 5)).toEqual(cream.slice(0, 3))

  // The designer shows the same picture and the layers by name.
  await templates.open(titles[0])
  const designer = new DesignerPage(page)
  await designer.ready()
  expect(await designer.names()).toEqual(['藏起来的', '文案组', '太阳', '底色'])
  const middle = await designer.centreOf(sun?.uuid ?? '')
  await expect.poll(() => expectColor(middle, red)).toBe(true)
  await saveScreenshot('designer')

  // The layer import takes one file and one artboard and is one step.
  await designer.openPanel('上传图片')
  await psd.open()
  await psd.pick(validFile)
  await psd.pictures(3)
  await psd.button('导入图层').click()
  await psd.message('请选择一个画板').waitFor()
  await psd.tick(titles[1]).check()
  await psd.dialog.getByText('保留组内图层').click()
  await saveScreenshot('layers')
  expect(await accessibilityFindings(page)).toEqual([])
  await psd.button('导入图层').click()
  await designer.message('导入成功').waitFor()
  await psd.dialog.getByText('带光泽的标签').waitFor()
  await saveScreenshot('imported')
  await psd.button('完成').click()
  await psd.dialog.waitFor({ state: 'hidden' })
  const before = ['藏起来的', '文案组', '太阳', '底色']
  const imported = ['带光泽的标签', '藏起来的', '条 2', '条 1', '太阳', '底色']
  await expect.poll(() => expectColor(middle, blue)).toBe(true)
  expect(await designer.names()).toEqual([...imported, ...before])
  await saveScreenshot('after')
  await designer.button(/^撤销/).click()
  await expect.poll(() => designer.names()).toEqual(before)
  await expect.poll(() => expectColor(middle, red)).toBe(true)

  // A damaged file dropped on the design is reported and changes nothing.
  await designer.drop(cutOff('也坏了.psd', validFile))
  await psd.failure.getByText('也坏了.psd').waitFor()
  await psd.failure.getByRole('button', { name: '知道了' }).click()
  await psd.button('取消').click()
  expect(await designer.names()).toEqual(before)
  expect(complaints).toEqual([])
})

test('the dialog says what will differ of gray, CMYK and RGB files, whichever way their groups are imported', async () => {
  const inverted = (file: OddFile): OddFile => ({
    ...file,
    merged: file.merged.map((plane) => plane.map((value) => 255 - value)),
  })
  const inGroup = 'in a group that passes through'
  await page.goto(`${baseUrl}/app/design_template?collection=${groupId}&token=${shop.token}`)
  await psd.open()
  await psd.pick(
    await oddFile('灰度色阶.psd', `gray 8: levels of channel 1 ${inGroup}`),
    await oddFile('黑版曲线.psd', `CMYK 8: curves of channel 4 ${inGroup}`),
    await oddFile('色彩平衡.psd', `RGB 8: colour balance ${inGroup}`),
    await oddFile('合并图不同.psd', `RGB 8: invert ${inGroup}`, inverted),
    await oddFile('不认识的调整.psd', `gray 8: a kind that nobody knows alone`),
  )
  await psd.pictures(5)
  const badge = (name: string) => psd.card(name).getByRole('button', { name: /处差异/ })
  for (const way of ['合并图层组', '保留组内图层']) {
    await psd.dialog.getByText(way, { exact: true }).click()
    await psd.tick('合并图不同').focus()
    // The comparison runs after the pictures; all of it differs, so the merged picture is chosen.
    const detail = psd.dialog.getByRole('region', { name: '画板「合并图不同」怎样导入' })
    await detail.getByText(/约 \d+% 的画面与 Photoshop 中不同/).waitFor()
    await detail.getByText('图层', { exact: true }).click()
    await badge('合并图不同').waitFor()
    await detail.getByText(/与 Photoshop 存储的合并图比较，约 \d+% 的画面不同/).waitFor()
    expect([await badge('灰度色阶').count(), await badge('黑版曲线').count()]).toEqual([0, 0])
  }
  await saveScreenshot('odd')
  // A formula that only Photoshop knows: its own picture is the better way.
  await psd.tick('色彩平衡').focus()
  const balance = psd.dialog.getByRole('region', { name: '画板「色彩平衡」怎样导入' })
  expect(await balance.getByRole('radio', { name: '合并图' }).isChecked()).toBe(true)
  await balance.getByText('图层', { exact: true }).click()
  await balance.getByText(/色彩平衡的算法没有公开/).waitFor()
  await saveScreenshot('balance')
  expect(complaints).toEqual([])
})
