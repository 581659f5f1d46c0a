/** Habits of other editors work here: moving the view, keys, the bar's picture actions, lost layers, sums, selecting by name. */
import { beforeAll, expect, test } from 'vitest'
import { designerSuite } from './support/designer'
import { layerRow } from './support/designs'
import { pngPicture } from './support/pictures'

const suite = designerSuite('设计器 顺手')
let stored: { readonly fileId: number; readonly url: string }
beforeAll(async () => {
  stored = await suite.shop.picture(await pngPicture('方块.png', 64, 64))
})

async function open(...places: readonly { readonly uuid: string; readonly left: number; readonly top: number }[]) {
  const layers = places.map((place, index) => layerRow(stored, { width: 100, height: 100, ...place, index }))
  const { id } = await suite.template(layers, { name: '顺手' })
  return suite.open(id)
}

test('the wheel, the middle button and Space move the view, and the wheel with Ctrl zooms about the pointer', async () => {
  const { page, designer, complaints } = await open({ uuid: 'a', left: 200, top: 400 })
  const zoom = page.locator('.designer-zoom-value')
  const whole = (await zoom.textContent()) ?? ''
  let from = await designer.centreOf('a')
  const moved = async () => {
    const { x, y } = await designer.centreOf('a')
    return [Math.round(x - from.x), Math.round(y - from.y)]
  }
  await page.mouse.move(from.x, from.y)
  await page.mouse.wheel(0, 60)
  await expect.poll(async () => (await moved())[1]).toBeLessThan(-20)
  expect((await moved())[0]).toBe(0)

  from = await designer.centreOf('a')
  for (const hold of ['middle', 'Space'] as const) {
    const before = await moved()
    const at = await designer.centreOf('a')
    await page.mouse.move(at.x, at.y)
    if (hold === 'Space') await page.keyboard.down('Space')
    await page.mouse.down({ button: hold === 'Space' ? 'left' : hold })
    await page.mouse.move(at.x + 40, at.y + 30, { steps: 5 })
    await page.mouse.up({ button: hold === 'Space' ? 'left' : hold })
    if (hold === 'Space') await page.keyboard.up('Space')
    await expect.poll(moved).toEqual([(before[0] ?? 0) + 40, (before[1] ?? 0) + 30])
  }

  from = await designer.centreOf('a')
  await page.mouse.move(from.x, from.y)
  await page.keyboard.down('Control')
  await page.mouse.wheel(0, -120)
  await page.keyboard.up('Control')
  await expect.poll(() => zoom.textContent()).not.toBe(whole)
  for (const distance of await moved()) expect(Math.abs(distance)).toBeLessThanOrEqual(2)

  await page.keyboard.press('Control+1')
  await expect.poll(() => zoom.textContent()).toBe('100%')
  // Without a selection, the keys that would zoom the page zoom the canvas.
  await page.keyboard.press('Control+=')
  await expect.poll(() => zoom.textContent()).toBe('125%')
  await page.keyboard.press('Control+0')
  await expect.poll(() => zoom.textContent()).toBe(whole)
  expect(await designer.button('撤销').isDisabled()).toBe(true)
  expect(complaints).toEqual([])
})

test('after a reload Tab goes through the toolbar and the panels, and from the canvas on after the last layer', async () => {
  const { page, designer, complaints } = await open({ uuid: 'a', left: 60, top: 400 }, { uuid: 'b', left: 300, top: 400 })
  await page.reload()
  await designer.layer('a').waitFor()
  const focused = () =>
    page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent)
  const seen: (string | null | undefined)[] = []
  for (let count = 0; count < 30; count++) {
    await page.keyboard.press('Tab')
    seen.push(await focused())
  }
  for (const name of ['关闭设计器', '保存', '添加文字', '搜索图层']) expect(seen).toContain(name)
  await designer.canvas.click({ position: { x: 30, y: 30 } })
  for (let count = 0; count < 3; count++) await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.hasAttribute('data-designer-canvas'))).toBe(false)
  expect(complaints).toEqual([])
})

test('Tab goes from layer to layer, Shift with an arrow moves by 10 px, Ctrl+Y redoes, and brackets change the order', async () => {
  const { page, designer, complaints } = await open({ uuid: 'a', left: 60, top: 400 }, { uuid: 'b', left: 300, top: 400 })
  const selected = () => page.locator('.designer-layer.is-selected .designer-layer-name').allTextContents()
  await designer.canvas.click({ position: { x: 30, y: 30 } })
  for (const [key, name] of [
    ['Tab', 'a'],
    ['Tab', 'b'],
    ['Shift+Tab', 'a'],
  ] as const) {
    await page.keyboard.press(key)
    await expect.poll(selected).toEqual([name])
  }
  for (const [key, left] of [
    ['Shift+ArrowRight', 70],
    ['Control+z', 60],
    ['Control+y', 70],
  ] as const) {
    await page.keyboard.press(key)
    await expect.poll(async () => (await designer.layerBox()).left).toBe(left)
  }
  expect(await designer.names()).toEqual(['b', 'a'])
  await page.keyboard.press(']')
  await expect.poll(() => designer.names()).toEqual(['a', 'b'])
  await page.keyboard.press('[')
  await expect.poll(() => designer.names()).toEqual(['b', 'a'])
  expect(complaints).toEqual([])
})

/** Drops or pastes what other pages and programs put into a transfer: texts by type, and files by name, type and content. */
interface Brought {
  readonly texts?: Readonly<Record<string, string>>
  readonly files?: readonly (readonly [name: string, type: string, base64: string])[]
}

test('pictures of pages, drawings as text and copies in several formats become one layer each, others are refused in words', async () => {
  const { page, designer } = await open({ uuid: 'a', left: 200, top: 400 })
  const bring = (how: 'drop' | 'paste', brought: Brought) =>
    page.evaluate(
      ([event, { texts = {}, files = [] }]) => {
        const transfer = new DataTransfer()
        for (const [type, text] of Object.entries(texts)) transfer.setData(type, text)
        for (const [name, type, base64] of files)
          transfer.items.add(new File([Uint8Array.from(atob(base64), (one) => one.charCodeAt(0))], name, { type }))
        if (event === 'paste') {
          dispatchEvent(new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true, cancelable: true }))
          return true
        }
        const canvas = document.querySelector('[data-designer-canvas]')
        const { left = 0, top = 0 } = canvas?.getBoundingClientRect() ?? {}
        const init = { dataTransfer: transfer, clientX: left + 30, clientY: top + 30, bubbles: true, cancelable: true }
        const accepted = ['dragenter', 'dragover'].map((type) => !canvas?.dispatchEvent(new DragEvent(type, init)))
        canvas?.dispatchEvent(new DragEvent('drop', init))
        return accepted.every((one) => one)
      },
      [how, brought] as const,
    )
  const png = (await pngPicture('花.png', 80, 80)).buffer.toString('base64')
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><circle cx="20" cy="20" r="18" fill="red"/></svg>'
  const address = `data:image/png;base64,${png}`

  expect(await bring('drop', { texts: { 'text/html': `<img src="${address}">`, 'text/uri-list': 'https://a.example/' } })).toBe(
    true,
  )
  await designer.layer('网页图片').waitFor()
  await page.keyboard.press('Escape')
  await bring('paste', { texts: { 'text/plain': svg } })
  await designer.layer('粘贴的图形').waitFor()
  await page.keyboard.press('Escape')
  const drawing = Buffer.from(svg).toString('base64')
  await bring('paste', {
    files: [
      ['image.png', 'image/png', png],
      ['image.svg', 'image/svg+xml', drawing],
    ],
  })
  await designer.layer('image').waitFor()
  expect(await designer.names()).toEqual(['image', '粘贴的图形', '网页图片', 'a'])

  const refused = page.getByText(/取不到：它所在的网页或程序不让别的网页读取/)
  await bring('paste', { texts: { 'text/html': '<img src="https://pictures.example/a.png">' } })
  await refused.waitFor()
  expect(await bring('drop', { texts: { 'text/html': '<p>夏天</p>', 'text/plain': '夏天' } })).toBe(true)
  await page.getByText('拖来的内容里没有图片').waitFor()
  expect(await designer.layers.count()).toBe(4)
})

test('a picture dropped on a layer replaces its picture and keeps its place, or is added where it was dropped', async () => {
  const { page, designer, complaints } = await open({ uuid: 'a', left: 200, top: 400 })
  const before = await designer.select('a').then(() => designer.layerBox())
  const centre = await designer.centreOf('a')
  const dropAt = async (name: string, at: { readonly x: number; readonly y: number }) => {
    const { buffer } = await pngPicture(name, 80, 80)
    await page.evaluate(
      ({ bytes, name, at }) => {
        const dataTransfer = new DataTransfer()
        dataTransfer.items.add(new File([Uint8Array.from(atob(bytes), (one) => one.charCodeAt(0))], name, { type: 'image/png' }))
        const target = document.elementFromPoint(at.x, at.y)
        for (const type of ['dragenter', 'dragover', 'drop'])
          target?.dispatchEvent(
            new DragEvent(type, { dataTransfer, clientX: at.x, clientY: at.y, bubbles: true, cancelable: true }),
          )
      },
      { bytes: buffer.toString('base64'), name, at },
    )
  }
  await dropAt('圆圈.png', centre)
  await designer.button('替换图片', designer.dialogWith('替换「a」的图片？')).click()
  await designer.layer('圆圈').waitFor()
  expect(await designer.names()).toEqual(['圆圈'])
  expect(await designer.layerBox()).toEqual(before)
  await designer.button('撤销').click()
  await designer.layer('a').waitFor()

  const beside = { x: centre.x, y: centre.y + 120 }
  await dropAt('旁边.png', beside)
  await designer.layer('旁边').waitFor()
  const bounds = await designer.canvas.boundingBox()
  if (!bounds) throw new Error('no canvas')
  const { left, top, width, height } = await designer.layerBox()
  // Screen px of a px of the design.
  const scale = 120 / (top + height / 2 - (before.top + before.height / 2))
  expect(Math.abs(left + width / 2 - (before.left + before.width / 2)) * scale).toBeLessThan(2)
  expect(scale).toBeGreaterThan(0.3)
  expect(complaints).toEqual([])
})

test('the bar at a picture crops and replaces it, and its place stays', async () => {
  const { page, designer, complaints } = await open({ uuid: 'a', left: 200, top: 400 })
  const centre = await designer.centreOf('a')
  await page.mouse.click(centre.x, centre.y)
  const bar = page.getByRole('group', { name: '所选图层' })
  await bar.getByRole('button', { name: '裁剪图片' }).click()
  await page.getByRole('region', { name: '裁剪图片' }).waitFor()
  await page.keyboard.press('Escape')
  await bar.waitFor()
  const before = await designer.layerBox()
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), bar.getByRole('button', { name: '替换图片' }).click()])
  const { name, mimeType, buffer } = await pngPicture('圆圈.png', 80, 80)
  await chooser.setFiles({ name, mimeType, buffer })
  await designer.button('撤销').and(page.locator(':not([disabled])')).waitFor()
  expect(await designer.layerBox()).toEqual(before)
  expect(await designer.layers.count()).toBe(1)
  expect(complaints).toEqual([])
})

test('a layer that lies off the canvas is brought back by its menu', async () => {
  const { page, designer, complaints } = await open({ uuid: 'a', left: 200, top: 400 }, { uuid: 'lost', left: -900, top: 100 })
  await designer.layer('lost').click({ button: 'right' })
  await page.getByRole('menuitem', { name: '移回画布' }).click()
  const box = await designer.layerBox()
  expect(box.left).toBeGreaterThanOrEqual(0)
  await designer.layer('a').click({ button: 'right' })
  await page.getByRole('menuitem', { name: '水平翻转' }).waitFor()
  expect(await page.getByRole('menuitem', { name: '移回画布' }).count()).toBe(0)
  expect(complaints).toEqual([])
})

test('fields take sums and per cent, and a name in the search selects all that have it', async () => {
  const places = ['花一', '花二', '草一', '草二'].map((uuid, index) => ({ uuid, left: 40 + 60 * index, top: 120 * (index + 1) }))
  const { page, designer, complaints } = await open(...places)
  await designer.select('草一')
  const left = designer.field('左（像素）')
  await left.fill('100+10%')
  await left.press('Enter')
  await expect.poll(async () => (await designer.layerBox()).left).toBe(110)
  await left.fill('50%')
  await left.press('Enter')
  await expect.poll(async () => (await designer.layerBox()).left).toBe(55)

  const search = page.getByRole('searchbox', { name: '搜索图层' }).or(page.getByLabel('搜索图层')).first()
  await search.fill('花')
  await search.press('Enter')
  await expect
    .poll(() => page.locator('.designer-layer.is-selected .designer-layer-name').allTextContents())
    .toEqual(['花二', '花一'])
  await search.press('Escape')
  await expect.poll(() => designer.layers.count()).toBe(4)
  await page.getByRole('group', { name: '所选图层' }).waitFor()
  expect(complaints).toEqual([])
})

test('a gradient gets a stop by a click, which is moved by mouse and keys and removed by dragging it away', async () => {
  const { page, designer, complaints } = await open({ uuid: 'a', left: 200, top: 400 })
  await designer.select('a')
  const effects = page.getByRole('button', { name: '效果', exact: true })
  if ((await effects.getAttribute('aria-expanded')) === 'false') await effects.click()
  await page
    .locator('section, details, div')
    .filter({ has: effects })
    .last()
    .getByRole('button', { name: '添加' })
    .first()
    .click()
  await page.getByRole('menuitem', { name: '渐变叠加' }).click()
  const stops = page.getByRole('slider', { name: /^色标 / })
  await expect.poll(() => stops.count()).toBe(2)
  const line = page.locator('.designer-gradient-bar')
  await line.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  // In its middle, once the panel has come to rest after its scrolling.
  await line.click()
  await expect.poll(() => stops.count()).toBe(3)
  const bar = await line.boundingBox()
  if (!bar) throw new Error('no bar')
  await expect.poll(() => stops.nth(1).getAttribute('aria-valuenow')).toBe('50')
  await designer.dragMouse(
    { x: bar.x + bar.width / 2, y: bar.y + bar.height / 2 },
    { x: bar.x + bar.width * 0.7, y: bar.y + bar.height / 2 },
  )
  await expect.poll(() => stops.nth(1).getAttribute('aria-valuenow')).toBe('70')
  await stops.nth(1).focus()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => stops.nth(1).getAttribute('aria-valuenow')).toBe('69')
  await designer.dragMouse(
    { x: bar.x + bar.width * 0.69, y: bar.y + bar.height / 2 },
    { x: bar.x + bar.width * 0.69, y: bar.y + bar.height / 2 - 120 },
  )
  await expect.poll(() => stops.count()).toBe(2)
  await page.getByRole('button', { name: '渐变：彩虹' }).click()
  await expect.poll(() => stops.count()).toBe(5)
  await stops.nth(2).focus()
  await page.keyboard.press('Delete')
  await expect.poll(() => stops.count()).toBe(4)
  expect(await designer.layers.count()).toBe(1)
  expect(complaints).toEqual([])
})

test('a setting for several layers applies to each of them in one step: size, outline, and a name finds them', async () => {
  const { page, designer, complaints } = await open(
    { uuid: '花一', left: 60, top: 200 },
    { uuid: '花二', left: 60, top: 400 },
    { uuid: '草', left: 60, top: 600 },
  )
  await page.keyboard.press('Control+f')
  await page.keyboard.type('花')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: '已选择 2 个图层' }).waitFor()
  const width = designer.field('宽（像素）')
  await width.fill('150')
  await width.press('Enter')
  await page.getByRole('radio', { name: '实线', exact: true }).check({ force: true })
  await page.getByRole('slider', { name: '粗细' }).waitFor()
  await designer.button('撤销').and(page.locator(':not([disabled])')).waitFor()
  const id = Number(new URL(page.url()).searchParams.get('design'))
  await designer.save()
  const saved = async () =>
    (await suite.shop.template(id)).layers.map(({ name, width, stroke, strokeSvgData }) => [
      name,
      width,
      stroke?.style ?? null,
      strokeSvgData !== null,
    ])
  expect(await saved()).toEqual([
    ['花一', 150, 'SOLID', true],
    ['花二', 150, 'SOLID', true],
    ['草', 100, null, false],
  ])
  await designer.button('撤销').click()
  await designer.save()
  expect((await saved()).map(([, , style]) => style)).toEqual([null, null, null])
  expect(complaints).toEqual([])
})

test('the area that the camera hides is marked on the canvas by a key, and by the menu no more', async () => {
  const { page, designer, complaints } = await open({ uuid: 'a', left: 0, top: 0 })
  // Without the bar that lies over it: its icons are drawn otherwise after a menu stood beside them.
  const canvasPicture = () => designer.canvas.screenshot({ style: '.designer-zoom { visibility: hidden }' })
  await designer.centreOf('a')
  const plain = await canvasPicture()
  await page.keyboard.press('Shift+O')
  await expect.poll(async () => (await canvasPicture()).equals(plain)).toBe(false)
  await page.getByRole('button', { name: '视图' }).click()
  await page.getByRole('menuitem', { name: /✓ 标出不可见区域/ }).click()
  await expect.poll(async () => (await canvasPicture()).equals(plain)).toBe(true)
  expect(complaints).toEqual([])
})
