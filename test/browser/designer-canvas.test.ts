/** The canvas under a real mouse, in the cases in which Leafer's own behaviour differs from the product's rules. */
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CanvasPage, type LayerChange, near } from './pages/canvas-page'
import type { Harness } from './support/canvas-harness'
import { halfPicture, plain } from './support/canvas-pictures'
import { pngFile } from './support/harness-page'

declare const harness: Harness

let canvas: CanvasPage
let page: Page

/** A picture of 1600 px square with an opaque middle in a transparent margin. */
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
beforeEach(() => canvas.harness.resetInput())
afterEach(() => {
  expect(canvas.harness.complaints()).toEqual([])
})
afterAll(() => canvas?.harness.close())

/** Shows layers, given from the bottom to the top. */
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

describe('selecting on the canvas', () => {
  test('a click selects one layer and deselects the others, and a click on bare canvas deselects all', async () => {
    await show(red(50, 100), green(300, 100))
    await canvas.click(100, 150)
    expect(await canvas.selection()).toEqual(['red'])
    await canvas.click(350, 150)
    expect(await canvas.selection()).toEqual(['green'])
    await canvas.click(250, 800)
    expect(await canvas.selection()).toEqual([])
    expect(await canvas.steps()).toEqual(['打开模板'])
  })

  test('a shift-click toggles a layer, and drops a locked layer when several are selected', async () => {
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

  test('a press on the transparent part of a cut-out selects the layer under it', async () => {
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

  test('a press on another layer inside the bounds of the selection selects that layer', async () => {
    await show(blue(0, 100, { width: 400, height: 400 }), red(150, 250))
    await canvas.select('blue')
    await canvas.drag([200, 300], [240, 700])
    expect(await canvas.selection()).toEqual(['red'])
    expect(await canvas.layer('blue')).toMatchObject({ left: 0, top: 100 })
    expect(await canvas.layer('red')).toMatchObject({ left: near(190), top: near(650) })
  })

  test('a large picture that is shown small is hit only where it is opaque', async () => {
    await show(['large', { imageUrl: '/files/large.png', left: 150, top: 300, width: 200, height: 200 }])
    await canvas.drag([250, 400], [290, 600])
    expect(await canvas.selection()).toEqual(['large'])
    expect(await canvas.layer('large')).toMatchObject({ left: near(190), top: near(500) })
    await canvas.click(225, 535)
    expect(await canvas.selection()).toEqual([])
  })

  test('a drag that starts on the background draws a selection box, and a click on it selects it', async () => {
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

describe('the selection box', () => {
  test('the selection box starts beyond 10 px on the screen and selects every unlocked layer it touches', async () => {
    await show(red(100, 100), green(300, 100), blue(300, 300, { locked: true }))
    await canvas.dragBy([95, 150], 8, 0)
    expect(await canvas.selection()).toEqual([])
    await canvas.dragBy([95, 150], 14, 0)
    expect(await canvas.selection()).toEqual(['red'])
    await canvas.drag([60, 60], [450, 450])
    expect(await canvas.selection()).toEqual(['red', 'green'])
  })

  test('the selection box can start on a locked layer, which does not move', async () => {
    await show(blue(0, 0, { width: 500, height: 600, locked: true }), red(100, 100))
    await canvas.drag([50, 50], [150, 150])
    expect(await canvas.selection()).toEqual(['red'])
    expect(await canvas.layer('blue')).toMatchObject({ left: 0, top: 0 })
  })

  test('the selection box ignores the empty corners of a rotated layer', async () => {
    await show(red(200, 200, { width: 200, height: 200, rotation: 45 }))
    await canvas.drag([165, 165], [190, 190])
    expect(await canvas.selection()).toEqual([])
    await canvas.drag([165, 165], [290, 290])
    expect(await canvas.selection()).toEqual(['red'])
  })
})

describe('a selection box that is being drawn', () => {
  const outlined = () => page.locator('#host svg path:visible').first().getAttribute('d')
  const outlines = async () => ((await outlined()) ?? '').split('Z').length - 1
  const drawnBox = () => page.locator('#host svg path[fill-opacity]').isVisible()

  test('outlines the layers it touches, draws no layer again, and selects them when the mouse is released', async () => {
    await show(red(100, 100), green(300, 100), blue(300, 300, { locked: true }))
    await canvas.drag([60, 60], [150, 150], { keepPressed: true })
    expect([await outlines(), await canvas.selection()]).toEqual([1, []])
    await canvas.countDrawing()
    const far = await canvas.at(450, 450)
    await page.mouse.move(far.x, far.y, { steps: 12 })
    await canvas.drawn()
    expect(await outlines()).toBe(2)
    expect(await canvas.drawings()).toBe(0)
    const back = await canvas.at(150, 150)
    await page.mouse.move(back.x, back.y, { steps: 12 })
    await canvas.drawn()
    expect([await outlines(), await canvas.drawings()]).toEqual([1, 0])
    await page.mouse.move(far.x, far.y, { steps: 12 })
    await page.mouse.up()
    expect([await drawnBox(), await canvas.selection()]).toEqual([false, ['red', 'green']])
  })

  test('a selection box that is being drawn replaces what was selected, and adds to it with Shift', async () => {
    await show(red(100, 100), green(300, 100))
    await canvas.select('green')
    await canvas.drag([60, 60], [150, 150], { keepPressed: true })
    expect([await outlines(), await canvas.selection()]).toEqual([1, []])
    await page.mouse.up()
    expect(await canvas.selection()).toEqual(['red'])
    await page.keyboard.down('Shift')
    await canvas.drag([460, 60], [350, 150], { keepPressed: true })
    expect([await outlines(), await canvas.selection()]).toEqual([2, ['red']])
    await page.mouse.up()
    await page.keyboard.up('Shift')
    expect(await canvas.selection()).toEqual(['red', 'green'])
  })

  test('a selection box that is being drawn is given up by Escape: what was selected before is selected again, and the next drag works', async () => {
    await show(red(100, 100), green(300, 100))
    await canvas.select('green')
    await canvas.drag([60, 60], [150, 150], { keepPressed: true })
    await page.keyboard.press('Escape')
    expect([await drawnBox(), await canvas.selection()]).toEqual([false, ['green']])
    const further = await canvas.at(180, 180)
    await page.mouse.move(further.x, further.y, { steps: 4 })
    await page.mouse.up()
    expect(await canvas.selection()).toEqual(['green'])
    await canvas.drag([60, 60], [150, 150])
    expect(await canvas.selection()).toEqual(['red'])
    await canvas.drag([150, 150], [200, 300])
    expect(await canvas.layer('red')).toMatchObject({ left: near(150), top: near(250) })
  })

  test('a selection box that is being drawn returns to what was selected when it becomes smaller than its threshold', async () => {
    await show(red(100, 100), green(300, 100))
    await canvas.select('green')
    const start = await canvas.at(95, 150)
    await canvas.press(start)
    await page.mouse.move(start.x + 30, start.y, { steps: 4 })
    expect(await canvas.selection()).toEqual([])
    await page.mouse.move(start.x + 4, start.y, { steps: 4 })
    expect([await drawnBox(), await canvas.selection()]).toEqual([false, ['green']])
    await page.mouse.up()
    expect(await canvas.selection()).toEqual([])
  })

  test('a selection box that is being drawn follows a change of the layers under it', async () => {
    await show(red(100, 100), green(300, 100))
    await canvas.drag([60, 60], [450, 250], { keepPressed: true })
    expect(await outlines()).toBe(2)
    await page.evaluate(() => harness.lock('green'))
    expect(await outlines()).toBe(1)
    await page.mouse.up()
    expect(await canvas.selection()).toEqual(['red'])
  })
})

describe('moving layers by drag', () => {
  test('a drag is one history step that changes the document once, and small moves count', async () => {
    await show(red(50, 100))
    await canvas.drag([100, 150], [180, 300], { keepPressed: true })
    expect(await canvas.writes()).toBe(0)
    await page.mouse.up()
    await canvas.drawn()
    expect(await canvas.layer('red')).toMatchObject({ left: near(130), top: near(250) })
    expect(await canvas.writes()).toBe(1)
    expect(await canvas.steps()).toEqual(['打开模板', '移动图层'])
    const before = await canvas.layer('red')
    await canvas.dragBy([180, 300], 6, 0)
    expect((await canvas.layer('red')).left).toEqual(near(before.left + 6 / (await canvas.zoom())))
    // However far the mouse goes, a part of the layer stays on the canvas.
    await canvas.dragBy([180, 300], -2000, -2000)
    expect(await canvas.layer('red')).toMatchObject({ left: near(-60), top: near(-60) })
  })

  test('the middle of a layer snaps to the centre lines within 3 px, and leaves them without drift', async () => {
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

  test('several layers move together and snap by their common middle', async () => {
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

  test('locked layers do not move when dragged, alone or among others', async () => {
    await show(red(50, 100), green(250, 100, { locked: true }))
    await canvas.drag([300, 150], [350, 250])
    await canvas.select('green', 'red')
    await canvas.drag([100, 150], [150, 250])
    expect(await canvas.layer('green')).toMatchObject({ left: 250, top: 100 })
    expect((await canvas.layer('red')).top).toEqual(near(200))
  })

  test('a drag that ends where it began adds no history step', async () => {
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

  test('Escape cancels a drag: the layer returns, the rest of the drag is ignored, and the next drag works', async () => {
    await show(red(50, 100))
    await canvas.drag([100, 150], [300, 500], { keepPressed: true })
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
    await canvas.drag([100, 150], [150, 300], { keepPressed: true })
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

describe('the canvas in its container', () => {
  test("the canvas fills three quarters of the container's height and is centred", async () => {
    await show(red(50, 100))
    const [topLeft, bottomRight] = [await canvas.at(0, 0), await canvas.at(500, 1044)]
    expect(bottomRight.y - topLeft.y).toBeCloseTo(700 * 0.75, 1)
    // The canvas lies on whole pixels; between two of them every edge would be blurred.
    expect(Math.abs((topLeft.x + bottomRight.x) / 2 - (40 + 450))).toBeLessThanOrEqual(0.5)
    expect(Math.abs((topLeft.y + bottomRight.y) / 2 - (20 + 350))).toBeLessThanOrEqual(0.5)
    expect([topLeft.x % 1, topLeft.y % 1]).toEqual([0, 0])
  })

  test("undo restores a layer's position and the order of layers", async () => {
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

  test('a destroyed renderer leaves no canvas element behind', async () => {
    await show(red(50, 100))
    expect(await page.evaluate(() => harness.remount(5))).toBe(0)
  })
})
