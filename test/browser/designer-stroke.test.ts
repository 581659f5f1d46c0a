/**
 * Strokes in the designer: drawn under the picture, updated during a slider drag, one undo step, saved, and failures reported.
 */
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import type { TemplateLayerWrite } from '../../contract/types'
import { readStrokeBox } from '../../imaging/outline/svg'
import { allTests } from '../setup/size'
import { DesignerPage } from './pages/designer-page'
import { StrokeSection } from './pages/designer-stroke'
import { TextTools } from './pages/designer-text'
import { designerSuite } from './support/designer'
import { layerRow } from './support/designs'
import { jpegPicture } from './support/pictures'

const suite = designerSuite('设计器 描边')
let disc: { fileId: number; url: string }
let photo: { fileId: number; url: string }

/** A blue disc 500 px across in the middle of 800 transparent px. Shown 320 px wide, its radius is 100 px. */
const discPicture = async () => ({
  name: '圆.png',
  mimeType: 'image/png',
  width: 800,
  height: 800,
  buffer: await sharp(
    Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="800"><circle cx="400" cy="400" r="250" fill="#00f"/></svg>',
    ),
  )
    .png()
    .toBuffer(),
})
const radius = 100
const centre = { x: 250, y: 360 }
const box = { left: 90, top: 200, width: 320, height: 320, originalWidth: 800, originalHeight: 800 }

beforeAll(async () => {
  disc = await suite.shop.picture(await discPicture())
  photo = await suite.shop.picture(await jpegPicture('照片.jpg', 300, 300))
})

/** Opens a design with one disc and selects it; `change` overrides fields of the disc's layer. */
async function open(change: Partial<TemplateLayerWrite> = {}, picture = disc) {
  const { id } = await suite.template([layerRow(picture, { uuid: '圆', index: 0, ...box, ...change })], { name: '描边' })
  const opened = await suite.open(id, { height: 856 })
  const { page, designer } = opened
  await page.waitForLoadState('networkidle')
  await designer.select('圆')
  return { ...opened, id, strokes: new StrokeSection(page) }
}

/** Returns the colours on the screen at points of the design where nothing but the design is drawn. */
async function colorsAt(page: Page, points: readonly { x: number; y: number }[]): Promise<number[][]> {
  const spots = await page.evaluate(async (positions) => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    type Probe = { clientPoint(point: { x: number; y: number }): { x: number; y: number } }
    const event = new CustomEvent('designer-probe', { detail: { probe: null as Probe | null } })
    document.querySelector('[data-designer-canvas]')?.dispatchEvent(event)
    const { probe } = event.detail
    if (!probe) throw new Error('no canvas')
    return positions.map((point) => probe.clientPoint(point))
  }, points)
  return colours(await page.screenshot(), spots)
}

async function colours(picture: Buffer | ArrayBuffer, spots: readonly { x: number; y: number }[]): Promise<number[][]> {
  const { data, info } = await sharp(picture).flatten({ background: '#ffffff' }).raw().toBuffer({ resolveWithObject: true })
  return spots.map(({ x, y }) => {
    const at = (Math.round(y) * info.width + Math.round(x)) * info.channels
    return [...data.subarray(at, at + 3)]
  })
}

/** Returns points at this distance from the disc's edge in so many directions, none of them on an axis, where the handles are. */
const round = (distance: number, count = 12, from = centre) =>
  Array.from({ length: count }, (_, at) => {
    const angle = (2 * Math.PI * (at + 0.3)) / count
    return { x: from.x + (radius + distance) * Math.cos(angle), y: from.y + (radius + distance) * Math.sin(angle) }
  })

const red = [229, 72, 77]
const black = [0, 0, 0]
const isNear = (a: readonly number[], b: readonly number[], slack = 24) =>
  a.every((value, at) => Math.abs(value - (b[at] ?? 0)) <= slack)
const count = (pixels: readonly number[][], colour: readonly number[]) => pixels.filter((pixel) => isNear(pixel, colour)).length

/** Waits until at least so many of the points have a colour. */
async function until(page: Page, points: readonly { x: number; y: number }[], colour: readonly number[], minimum: number) {
  await expect.poll(async () => count(await colorsAt(page, points), colour)).toBeGreaterThanOrEqual(minimum)
}

describe('the stroke of a layer', () => {
  test('a stroke of each style is drawn around and under the picture, and undo removes it', async () => {
    const { page, designer, strokes, complaints } = await open()
    expect(count(await colorsAt(page, round(6)), red)).toBe(0)
    await strokes.style('实线')
    await strokes.color('颜色：红色')
    await strokes.set('粗细', 20)
    await until(page, round(10), red, 12)
    const [inside] = await colorsAt(page, [centre])
    expect(inside).toEqual([0, 0, 255])
    expect(count(await colorsAt(page, round(26)), red)).toBe(0)

    await strokes.set('偏移', 12)
    await until(page, round(22), red, 12)
    expect(count(await colorsAt(page, round(6)), red)).toBe(0)

    await strokes.style('双实线')
    await strokes.set('外层粗细', 16)
    await until(page, round(40), black, 12)
    expect(count(await colorsAt(page, round(22)), red)).toBe(12)

    await strokes.style('虚线')
    await expect.poll(async () => count(await colorsAt(page, round(40)), black)).toBe(0)
    const dashes = count(await colorsAt(page, round(22, 120)), red)
    expect(dashes).toBeGreaterThan(50)
    expect(dashes).toBeLessThan(90)

    await strokes.style('锯齿')
    // A zigzag is a thin line that crosses the whole band: it is met at each distance and is solid nowhere.
    for (const distance of [16, 22, 28]) {
      const redCount = () => colorsAt(page, round(distance, 240)).then((pixels) => count(pixels, red))
      await expect.poll(redCount).toBeLessThan(140)
      expect(await redCount()).toBeGreaterThan(10)
    }

    const steps = ['实线', '红色', '粗细', '偏移', '双实线', '外层粗细', '虚线', '锯齿']
    for (const _step of steps) await page.keyboard.press('Control+z')
    expect(await strokes.root.getByRole('radio', { name: '无' }).isChecked()).toBe(true)
    expect(count(await colorsAt(page, round(10)), red)).toBe(0)
    expect(await designer.button('撤销').isDisabled()).toBe(true)
    await page.keyboard.press('Control+Shift+z')
    await page.keyboard.press('Control+Shift+z')
    await until(page, round(5), red, 12)
    expect(complaints).toEqual([])
  })

  test.runIf(allTests)(
    'a stroke follows its slider during the drag and becomes one step when the slider is released',
    async () => {
      const { page, strokes, complaints } = await open()
      await strokes.style('实线')
      await strokes.color('颜色：黑色')
      await until(page, round(5), black, 12)
      const box = await strokes.slider('粗细').boundingBox()
      if (!box) throw new Error('no slider')
      const y = box.y + box.height / 2
      await page.mouse.move(box.x + box.width * 0.12, y)
      await page.mouse.down()
      await page.mouse.move(box.x + box.width * 0.4, y, { steps: 8 })
      // The slider has not been released yet.
      await until(page, round(30), black, 12)
      expect(await strokes.slider('粗细').inputValue()).toMatch(/^(3|4)\d$/)
      await page.mouse.up()
      await strokes.settled()
      await until(page, round(30), black, 12)
      await page.keyboard.press('Control+z')
      await expect.poll(async () => count(await colorsAt(page, round(30)), black)).toBe(0)
      expect(await strokes.slider('粗细').inputValue()).toBe('10')
      expect(complaints).toEqual([])
    },
  )

  test.runIf(allTests)(
    'a stroke moves with its picture during a drag, and a press on the stroke does not select the picture',
    async () => {
      const { page, designer, strokes, complaints } = await open()
      await strokes.style('实线')
      await strokes.color('颜色：红色')
      await strokes.set('粗细', 30)
      await until(page, round(15), red, 12)
      const from = await designer.centreOf('圆')
      await page.mouse.move(from.x, from.y)
      await page.mouse.down()
      await page.mouse.move(from.x, from.y + 90, { steps: 9 })
      const { zoom } = await page.evaluate(() => {
        const event = new CustomEvent('designer-probe', { detail: { probe: null as { zoom(): number } | null } })
        document.querySelector('[data-designer-canvas]')?.dispatchEvent(event)
        return { zoom: event.detail.probe?.zoom() ?? 1 }
      })
      const moved = { x: centre.x, y: centre.y + 90 / zoom }
      await expect.poll(async () => count(await colorsAt(page, round(15, 12, moved)), red)).toBeGreaterThanOrEqual(12)
      await page.keyboard.press('Escape')
      await page.mouse.up()
      await until(page, round(15), red, 12)

      const [edge] = round(15, 8)
      if (!edge) throw new Error('no point')
      await page.mouse.click(from.x + (edge.x - centre.x) * zoom, from.y + (edge.y - centre.y) * zoom)
      await page.getByText('请先选择一个图层，再使用描边功能').waitFor()
      expect(complaints).toEqual([])
    },
  )

  test('a stroke is saved with the design: it is the same after reopening and in the thumbnail', async () => {
    const { page, designer, strokes, complaints, id } = await open({ rotation: 30, horizontalFlip: true })
    await strokes.style('双实线')
    await strokes.color('颜色：红色')
    await strokes.set('粗细', 18)
    await strokes.set('外层粗细', 14)
    await until(page, round(9), red, 12)
    const before = await colorsAt(page, [...round(9, 40), ...round(25, 40)])
    await designer.save()
    const saved = await suite.shop.template(id)
    const [layer] = saved.layers
    expect(layer?.stroke).toMatchObject({ style: 'DOUBLE_SOLID', color: '#e5484d', width: 18, width2: 14, color2: '#000' })
    expect(layer?.strokeSvgData).toMatch(/^<svg /)

    const thumbnail = await (await fetch(new URL(saved.thumbnail?.url ?? '', suite.baseUrl))).arrayBuffer()
    const scale = 600 / 1044
    const small = (points: readonly { x: number; y: number }[]) => points.map(({ x, y }) => ({ x: x * scale, y: y * scale }))
    expect(count(await colours(thumbnail, small(round(9))), red)).toBe(12)
    expect(count(await colours(thumbnail, small(round(25))), black)).toBe(12)
    expect(await colours(thumbnail, small([centre]))).toEqual([[0, 0, 255]])

    await page.reload()
    await designer.ready()
    await page.waitForLoadState('networkidle')
    await until(page, round(9), red, 12)
    await designer.select('圆')
    expect(await colorsAt(page, [...round(9, 40), ...round(25, 40)])).toEqual(before)
    expect(await strokes.slider('外层粗细').inputValue()).toBe('14')
    expect(complaints).toEqual([])
  })

  // The lengths of a scaled outline are tested without a browser too.
  test.runIf(allTests)('a stroke scales with its picture: its lengths follow, its stored path is unchanged', async () => {
    const { page, designer, strokes, id } = await open()
    await strokes.style('实线')
    await strokes.set('偏移', 10)
    await designer.save()
    const [before] = (await suite.shop.template(id)).layers
    const width = designer.field('宽（像素）')
    await width.fill('160')
    await width.press('Enter')
    expect(await strokes.slider('粗细').inputValue()).toBe('5')
    expect(await strokes.slider('偏移').inputValue()).toBe('5')
    await designer.save()
    const [after] = (await suite.shop.template(id)).layers
    expect(after?.strokeSvgData).toBe(before?.strokeSvgData)
    expect(after?.stroke).toMatchObject({ width: 5, offset: 5 })
    await strokes.style('无')
    await designer.save()
    expect((await suite.shop.template(id)).layers[0]).toMatchObject({ stroke: null, strokeSvgData: null })
    expect(await page.locator('.arco-message-error').count()).toBe(0)
  })
})

test.runIf(allTests)('a text layer has a stroke too, which is computed again when the text changes', async () => {
  const { page, designer, strokes, complaints, id } = await open()
  const texts = new TextTools(designer)
  await texts.add('好好')
  await designer.select('好好')
  await strokes.style('实线')
  await strokes.color('颜色：红色')
  await designer.save()
  const written = async () => {
    const layer = (await suite.shop.template(id)).layers.find(({ type }) => type === 'TEXT')
    const box = readStrokeBox(layer?.strokeSvgData ?? '')
    if (!layer || !box) throw new Error('the text was saved without an outline')
    return { stroke: layer.stroke, layer, box }
  }
  const across = await written()
  expect(across.box.width).toBeGreaterThan(across.box.height)
  await texts.redrawn(() => texts.choose('竖排'))
  await designer.save()
  const down = await written()
  expect(down.box.height).toBeGreaterThan(down.box.width)
  expect(down.box.height / down.box.width).toBeCloseTo(down.layer.height / down.layer.width, 1)
  expect(down.stroke).toEqual(across.stroke)
  await page.keyboard.press('Control+z')
  await designer.save()
  expect((await written()).layer.strokeSvgData).toBe(across.layer.strokeSvgData)
  expect(complaints).toEqual([])
})

describe('messages about strokes', () => {
  test.runIf(allTests)('a stroke on a picture without transparency follows its rectangle, and a hint says so', async () => {
    const { page, strokes } = await open({ originalWidth: 300, originalHeight: 300 }, photo)
    await strokes.style('实线')
    await strokes.root.getByText('图片没有透明部分，描边就是它的外框').waitFor()
    await strokes.color('颜色：红色')
    // The points are beside the left edge of the rectangle.
    const beside = Array.from({ length: 5 }, (_, at) => ({ x: box.left - 5, y: box.top + 40 + at * 50 }))
    await until(page, beside, red, 5)
  })

  test.runIf(allTests)('a failed stroke is reported and can be retried', async () => {
    const { page, strokes } = await open()
    // The only script that is loaded from now on is the one that computes strokes.
    await page.route('**/assets/*.js', (route) => route.abort())
    await strokes.root.getByRole('radio', { name: '虚线' }).check({ force: true })
    const alert = strokes.root.getByRole('alert')
    await alert.getByText('当前图片描边失败，请尝试重试').waitFor()
    expect(await alert.textContent()).toContain('刷新页面')
    await page.unroute('**/assets/*.js')
    await alert.getByRole('button', { name: '重试' }).click()
    await alert.waitFor({ state: 'detached' })
    await strokes.settled()
    expect(await strokes.root.getByRole('radio', { name: '虚线' }).isChecked()).toBe(true)
    await strokes.color('颜色：黑色')
    await expect.poll(async () => count(await colorsAt(page, round(5, 120)), black)).toBeGreaterThan(50)
  })

  test.runIf(allTests)('the stroke section asks to upload a picture, to select one, or to unset the background', async () => {
    const { page, strokes } = await open()
    await page.keyboard.press('Delete')
    await page.getByText('请上传图片再使用描边功能').waitFor()
    // The layer that undo restores is selected.
    await page.keyboard.press('Control+z')
    await strokes.root.waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('请先选择一个图层，再使用描边功能').waitFor()
    await new DesignerPage(page).select('圆')
    await strokes.style('实线')
    await page.getByRole('button', { name: '设为背景' }).click()
    await strokes.root.getByText('背景图层不能描边，请先取消背景').waitFor()
    await page.getByRole('button', { name: '取消背景' }).click()
    expect(await strokes.root.getByRole('radio', { name: '无' }).isChecked()).toBe(true)
  })
})
