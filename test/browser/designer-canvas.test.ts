/** The canvas by hand: where Leafer by itself would do something else than the product's rules, a real mouse shows who wins. */
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CanvasPage, type LayerChange, near } from './pages/canvas-page'
import type { Harness } from './support/canvas-harness'
import { pngFile } from './support/harness-page'

declare const harness: Harness

let canvas: CanvasPage
let page: Page

const plain = (color: string) =>
  sharp({ create: { width: 40, height: 40, channels: 4, background: color } })
    .png()
    .toBuffer()

/** Opaque on the left half, nothing on the right. */
async function halfPicture(): Promise<Buffer> {
  const left = await sharp({ create: { width: 20, height: 40, channels: 4, background: '#00aa00' } })
    .png()
    .toBuffer()
  return sharp({ create: { width: 40, height: 40, channels: 4, background: '#00000000' } })
    .composite([{ input: left, left: 0, top: 0 }])
    .png()
    .toBuffer()
}

/** 1600 px square with an opaque middle and nothing round it. */
async function largePicture(): Promise<Buffer> {
  const middle = await sharp({ create: { width: 800, height: 800, channels: 4, background: '#aa00aa' } })
    .png()
    .toBuffer()
  return sharp({ create: { width: 1600, height: 1600, channels: 4, background: '#00000000' } })
    .composite([{ input: middle, left: 400, top: 400 }])
    .png()
    .toBuffer()
}

beforeAll(async () => {
  canvas = await CanvasPage.open({
    '/files/red.png': pngFile(await plain('#ff0000')),
    '/files/green.png': pngFile(await plain('#00ff00')),
    '/files/blue.png': pngFile(await plain('#0000ff')),
    '/files/half.png': pngFile(await halfPicture()),
    '/files/large.png': pngFile(await largePicture()),
  })
  page = canvas.page
})
beforeEach(() => canvas.harness.fresh())
afterEach(() => {
  expect(canvas.harness.complaints().filter((line) => !line.includes('missing.png'))).toEqual([])
})
afterAll(() => canvas?.harness.close())

/** Layers from the bottom to the top. */
const show = (...layers: readonly (readonly [string, LayerChange])[]) => canvas.show(layers)
const red = (left: number, top: number, more: LayerChange = {}): [string, LayerChange] => [
  'red',
  { imageUrl: '/files/red.png', left, top, ...more },
]
const green = (left: number, top: number, more: LayerChange = {}): [string, LayerChange] => [
  'green',
  { imageUrl: '/files/green.png', left, top, ...more },
]
const blue = (left: number, top: number, more: LayerChange = {}): [string, LayerChange] => [
  'blue',
  { imageUrl: '/files/blue.png', left, top, ...more },
]

describe('selecting', () => {
  test('a click selects one layer and clears the others; a click on bare canvas clears', async () => {
    await show(red(50, 100), green(300, 100))
    await canvas.click(100, 150)
    expect(await canvas.selection()).toEqual(['red'])
    await canvas.click(350, 150)
    expect(await canvas.selection()).toEqual(['green'])
    await canvas.click(250, 800)
    expect(await canvas.selection()).toEqual([])
    expect(await canvas.steps()).toEqual(['打开模板'])
  })

  test('shift-click toggles, and drops a locked layer when several are selected', async () => {
    await show(red(50, 100), green(300, 100), blue(50, 400, { locked: true }))
    await canvas.click(100, 450)
    expect(await canvas.selection()).toEqual(['blue'])
    await canvas.click(100, 150, ['Shift'])
    expect(await canvas.selection()).toEqual(['red'])
    await canvas.click(350, 150, ['Shift'])
    expect(await canvas.selection()).toEqual(['red', 'green'])
    await canvas.click(100, 450, ['Shift'])
    expect(await canvas.selection()).toEqual(['red', 'green'])
    await canvas.click(100, 150, ['Shift'])
    expect(await canvas.selection()).toEqual(['green'])
  })

  test('a click on one of several selected layers selects it alone', async () => {
    await show(red(50, 100), green(300, 100))
    await canvas.select('red', 'green')
    await canvas.click(350, 150)
    expect(await canvas.selection()).toEqual(['green'])
  })

  test('a press through the transparent part of a cut-out selects what lies under it', async () => {
    await show(red(100, 100, { width: 200, height: 200 }), [
      'half',
      { imageUrl: '/files/half.png', left: 100, top: 100, width: 200, height: 200 },
    ])
    await canvas.click(150, 200)
    expect(await canvas.selection()).toEqual(['half'])
    await canvas.click(450, 800)
    await canvas.click(250, 200)
    expect(await canvas.selection()).toEqual(['red'])
  })

  test('a press on another layer inside the frame of the selection takes that layer', async () => {
    await show(blue(0, 100, { width: 400, height: 400 }), red(150, 250))
    await canvas.select('blue')
    await canvas.drag([200, 300], [240, 700])
    expect(await canvas.selection()).toEqual(['red'])
    expect(await canvas.layer('blue')).toMatchObject({ left: 0, top: 100 })
    expect(await canvas.layer('red')).toMatchObject({ left: near(190), top: near(650) })
  })

  test('a picture large on disk and small on the canvas is found by what is seen of it', async () => {
    await show(['large', { imageUrl: '/files/large.png', left: 150, top: 300, width: 200, height: 200 }])
    await canvas.drag([250, 400], [290, 600])
    expect(await canvas.selection()).toEqual(['large'])
    expect(await canvas.layer('large')).toMatchObject({ left: near(190), top: near(500) })
    await canvas.click(225, 535)
    expect(await canvas.selection()).toEqual([])
  })

  test('the background is no obstacle: a drag over it draws a box, a click on it selects it', async () => {
    await show(red(50, 100), green(300, 100), blue(0, 0, { width: 40, height: 40 }))
    await canvas.background('blue')
    await canvas.drag([20, 60], [450, 250])
    expect(await canvas.selection()).toEqual(['red', 'green'])
    await canvas.click(250, 800)
    expect(await canvas.selection()).toEqual(['blue'])
    const before = await canvas.layer('blue')
    await canvas.drag([250, 800], [300, 900])
    expect(await canvas.layer('blue')).toEqual(before)
  })
})

describe('the drag box', () => {
  test('counts only beyond 10 px on the screen, and takes every free layer it touches', async () => {
    await show(red(100, 100), green(300, 100), blue(300, 300, { locked: true }))
    await canvas.dragBy([95, 150], 8, 0)
    expect(await canvas.selection()).toEqual([])
    await canvas.dragBy([95, 150], 14, 0)
    expect(await canvas.selection()).toEqual(['red'])
    await canvas.drag([60, 60], [450, 450])
    expect(await canvas.selection()).toEqual(['red', 'green'])
  })

  test('starts on a locked layer too, which itself stays where it is', async () => {
    await show(blue(0, 0, { width: 500, height: 600, locked: true }), red(100, 100))
    await canvas.drag([50, 50], [150, 150])
    expect(await canvas.selection()).toEqual(['red'])
    expect(await canvas.layer('blue')).toMatchObject({ left: 0, top: 0 })
  })

  test('does not count the empty corners of a turned layer', async () => {
    await show(red(200, 200, { width: 200, height: 200, rotation: 45 }))
    await canvas.drag([165, 165], [190, 190])
    expect(await canvas.selection()).toEqual([])
    await canvas.drag([165, 165], [290, 290])
    expect(await canvas.selection()).toEqual(['red'])
  })
})

describe('moving', () => {
  test('a drag is one step, written once, and small moves count', async () => {
    await show(red(50, 100))
    await canvas.drag([100, 150], [180, 300], { hold: true })
    expect(await canvas.writes()).toBe(0)
    await page.mouse.up()
    await canvas.drawn()
    expect(await canvas.layer('red')).toMatchObject({ left: near(130), top: near(250) })
    expect(await canvas.writes()).toBe(1)
    expect(await canvas.steps()).toEqual(['打开模板', '移动图层'])
    const before = await canvas.layer('red')
    await canvas.dragBy([180, 300], 6, 0)
    expect((await canvas.layer('red')).left).toEqual(near(before.left + 6 / (await canvas.zoom())))
    // However far the mouse goes, part of the layer stays on the canvas.
    await canvas.dragBy([180, 300], -2000, -2000)
    expect(await canvas.layer('red')).toMatchObject({ left: near(-60), top: near(-60) })
  })

  test('the middle is held on the centre lines within 3 px, and let go beyond them without drift', async () => {
    await show(red(50, 100))
    const scale = await canvas.zoom()
    const start = await canvas.at(100, 150)
    await canvas.press(start)
    const centre = await canvas.at(250, 522)
    await page.mouse.move(centre.x + 2, centre.y - 2, { steps: 10 })
    await canvas.drawn()
    await page.mouse.up()
    await canvas.drawn()
    expect(await canvas.layer('red')).toMatchObject({ left: 200, top: 472 })
    await canvas.press(centre)
    await page.mouse.move(centre.x + 2, centre.y + 2, { steps: 4 })
    await page.mouse.move(centre.x + 12, centre.y + 9, { steps: 4 })
    await page.mouse.up()
    await canvas.drawn()
    const moved = await canvas.layer('red')
    expect(moved.left).toEqual(near(200 + 12 / scale))
    expect(moved.top).toEqual(near(472 + 9 / scale))
  })

  test('several move together and are held by the middle of all', async () => {
    await show(red(50, 100), green(250, 100))
    await canvas.select('red', 'green')
    const from = await canvas.at(100, 150)
    const to = await canvas.at(151, 300)
    await canvas.press(from)
    await page.mouse.move(to.x, to.y, { steps: 10 })
    await page.mouse.up()
    await canvas.drawn()
    expect((await canvas.layer('red')).left).toBeCloseTo(100, 3)
    expect((await canvas.layer('green')).left).toBeCloseTo(300, 3)
    expect(await canvas.steps()).toEqual(['打开模板', '移动图层'])
  })

  test('locked and background layers never move, alone or among others', async () => {
    await show(red(50, 100), green(250, 100, { locked: true }))
    await canvas.drag([300, 150], [350, 250])
    await canvas.select('green', 'red')
    await canvas.drag([100, 150], [150, 250])
    expect(await canvas.layer('green')).toMatchObject({ left: 250, top: 100 })
    expect((await canvas.layer('red')).top).toEqual(near(200))
  })

  test('a drag that ends where it began is no step', async () => {
    await show(red(50, 100))
    const start = await canvas.at(100, 150)
    await canvas.press(start)
    await page.mouse.move(start.x + 40, start.y + 40, { steps: 5 })
    await page.mouse.move(start.x, start.y, { steps: 5 })
    await page.mouse.up()
    await canvas.drawn()
    expect(await canvas.steps()).toEqual(['打开模板'])
    expect(await canvas.writes()).toBe(0)
  })

  test('Escape gives a drag up: the layer is back, the rest of the drag is ignored, the next one works', async () => {
    await show(red(50, 100))
    await canvas.drag([100, 150], [300, 500], { hold: true })
    await page.keyboard.press('Escape')
    await canvas.drawn()
    const far = await canvas.at(400, 600)
    await page.mouse.move(far.x, far.y, { steps: 3 })
    await page.mouse.up()
    await canvas.drawn()
    expect(await canvas.layer('red')).toMatchObject({ left: 50, top: 100 })
    const box = await page.evaluate(() => harness.probe().layer('red'))
    const centre = await canvas.at(100, 150)
    expect(box?.centre.x).toBeCloseTo(centre.x, 3)
    expect(box?.centre.y).toBeCloseTo(centre.y, 3)
    expect(await canvas.steps()).toEqual(['打开模板'])
    await canvas.drag([100, 150], [150, 250])
    expect(await canvas.layer('red')).toMatchObject({ left: near(100), top: near(200) })
  })

  test('an upload that arrives during a drag does not end it', async () => {
    await show(red(50, 100))
    await canvas.drag([100, 150], [150, 300], { hold: true })
    await page.evaluate(() => harness.add(harness.image('late', { imageUrl: '/files/green.png', left: 300, top: 700 })))
    const end = await canvas.at(180, 400)
    await page.mouse.move(end.x, end.y, { steps: 4 })
    await page.mouse.up()
    await canvas.drawn()
    expect(await canvas.layer('red')).toMatchObject({ left: near(130), top: near(350) })
    expect(await canvas.steps()).toEqual(['打开模板', '添加图层', '移动图层'])
  })

  test('a press just outside a layer is a press on bare canvas', async () => {
    await show(red(50, 100))
    const edge = await canvas.at(50, 150)
    await page.mouse.click(edge.x - 4, edge.y)
    await canvas.drawn()
    expect(await canvas.selection()).toEqual([])
  })
})

describe('the picture of a design', () => {
  test('is 600 px high, exactly the canvas, with each layer where the document says', async () => {
    await show(
      red(-50, 0, { width: 100, height: 100 }),
      ['half', { imageUrl: '/files/half.png', left: 200, top: 500, width: 200, height: 200, horizontalFlip: true }],
      green(0, 900, { hidden: true }),
    )
    const points = [
      { x: 20, y: 50 },
      { x: 80, y: 50 },
      { x: 250, y: 600 },
      { x: 350, y: 600 },
      { x: 50, y: 950 },
    ]
    const made = await page.evaluate((wanted) => harness.thumbnail(wanted), points)
    expect(made).toMatchObject({ type: 'image/png', width: 287, height: 600 })
    expect(made.pixels).toEqual([
      [255, 0, 0, 255],
      [0, 0, 0, 0],
      [0, 0, 0, 0],
      [0, 170, 0, 255],
      [0, 0, 0, 0],
    ])
  })

  test('is refused, naming the layer, while its picture is missing', async () => {
    await show(red(50, 100), ['lost', { name: '海边', imageUrl: '/files/missing.png', left: 200, top: 300 }])
    const refusal = await page.evaluate(() => harness.thumbnailRefusal())
    expect(refusal).toMatch(/^图片导出失败，「海边」的图片没有加载成功/)
    expect(refusal).not.toContain('red')
  })

  test('that the engine cannot make is said to have failed, with what to do', async () => {
    await show(red(50, 100))
    const refusal = await page.evaluate(async () => {
      const { toBlob } = HTMLCanvasElement.prototype
      HTMLCanvasElement.prototype.toBlob = (told) => told(null)
      const said = await harness.thumbnailRefusal()
      HTMLCanvasElement.prototype.toBlob = toBlob
      return said
    })
    expect(refusal).toBe('图片导出失败，可能是内存不足，请关闭一些页面后重试；仍然不行请刷新页面')
  })
})

describe('the stage', () => {
  test('shows the canvas on three quarters of the container, centred', async () => {
    await show(red(50, 100))
    const [topLeft, bottomRight] = [await canvas.at(0, 0), await canvas.at(500, 1044)]
    expect(bottomRight.y - topLeft.y).toBeCloseTo(700 * 0.75, 1)
    // To the pixel: between two of them every edge would be soft.
    expect(Math.abs((topLeft.x + bottomRight.x) / 2 - (40 + 450))).toBeLessThanOrEqual(0.5)
    expect(Math.abs((topLeft.y + bottomRight.y) / 2 - (20 + 350))).toBeLessThanOrEqual(0.5)
    expect([topLeft.x % 1, topLeft.y % 1]).toEqual([0, 0])
  })

  test('undo brings nodes back where the document has them, in its order', async () => {
    await show(red(50, 100), green(60, 110))
    await canvas.drag([150, 190], [350, 600])
    await page.evaluate(() => harness.undo())
    await canvas.drawn()
    const where = await page.evaluate(() => harness.probe().layer('green'))
    const centre = await canvas.at(110, 160)
    expect(where?.centre.x).toBeCloseTo(centre.x, 2)
    await canvas.click(100, 150)
    expect(await canvas.selection()).toEqual(['green'])
  })

  test('leaves nothing behind when it is taken down', async () => {
    await show(red(50, 100))
    expect(await page.evaluate(() => harness.remount(5))).toBe(0)
  })
})
