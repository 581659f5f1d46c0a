/** While layers are dragged, the canvas shows the same as a fresh drawing with the layers at that position. */
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CanvasPage, type LayerChange } from './pages/canvas-page'
import type { Harness } from './support/canvas-harness'
import { pngFile } from './support/harness-page'

declare const harness: Harness

let canvas: CanvasPage
let page: Page

/** A translucent disc: what lies under it and over it shows in its colours. */
const disc = (color: string) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="80" height="80"><circle cx="40" cy="40" r="36" fill="${color}" fill-opacity="0.7"/></svg>`,
    ),
  )
    .png()
    .toBuffer()

beforeAll(async () => {
  canvas = await CanvasPage.open({
    '/files/red.png': pngFile(await disc('#f00')),
    '/files/green.png': pngFile(await disc('#0a0')),
    '/files/blue.png': pngFile(await disc('#00f')),
  })
  page = canvas.page
})
beforeEach(() => canvas.harness.resetInput())
afterEach(() => expect(canvas.harness.complaints()).toEqual([]))
afterAll(() => canvas?.harness.close())

const layer = (uuid: string, color: string, left: number, top: number, more: LayerChange = {}): [string, LayerChange] => [
  uuid,
  { imageUrl: `/files/${color}.png`, left, top, ...more },
]
const shadow = (blend: 'normal' | 'multiply'): LayerChange => ({
  appearance: {
    effects: [{ kind: 'dropShadow', color: '#000000', opacity: 0.6, blend, angle: 120, distance: 10, size: 8, spread: 0 }],
  },
})
const clipped: LayerChange = { appearance: { clipped: true } }

async function show(layers: readonly [string, LayerChange][], selected: readonly string[]): Promise<void> {
  await canvas.show(layers, selected)
  // At this zoom each px of a movement is one px of the screen.
  await page.evaluate(() => harness.zoomTo(1))
  await canvas.drawn()
}

/** Returns the pixels of the design that are seen in the canvas, RGB. */
async function designPixels(): Promise<Buffer> {
  const corner = await canvas.at(0, 0)
  const clip = { x: corner.x + 1, y: 40, width: 498, height: 660 }
  return sharp(await page.screenshot({ clip }))
    .removeAlpha()
    .raw()
    .toBuffer()
}

/** A smoothed edge differs by this much between two drawings of the same canvas, as a whole and in part. */
const edgeTolerance = 24

const furthest = (a: Buffer, b: Buffer) => a.reduce((most, value, at) => Math.max(most, Math.abs(value - (b[at] ?? 0))), 0)

/** Drags by a distance that snaps to nothing, and returns the pixels before the mouse is released, and after. */
async function dragged(from: readonly [number, number], by: readonly [number, number]): Promise<{ live: Buffer; fresh: Buffer }> {
  const start = await canvas.at(...from)
  await canvas.press(start)
  await page.mouse.move(start.x + by[0], start.y + by[1], { steps: 6 })
  await canvas.drawn()
  const live = await designPixels()
  await page.mouse.up()
  await canvas.drawn()
  return { live, fresh: await designPixels() }
}

const below = layer('below', 'red', 150, 420)
const above = layer('above', 'blue', 230, 450)

const scenes: readonly (readonly [string, readonly [string, LayerChange][], readonly string[]])[] = [
  ['a layer between two others', [below, layer('moved', 'green', 180, 440), above], ['moved']],
  [
    'two layers with one that stays between them',
    [layer('moved', 'green', 180, 440), above, layer('second', 'red', 250, 500)],
    ['moved', 'second'],
  ],
  [
    'a rotated, mirrored layer with a shadow',
    [below, layer('moved', 'green', 180, 440, { rotation: 30, horizontalFlip: true, ...shadow('normal') }), above],
    ['moved'],
  ],
  [
    'a layer whose shadow is blended with what lies below',
    [below, layer('moved', 'green', 180, 440, shadow('multiply')), above],
    ['moved'],
  ],
  [
    'a layer to which another is clipped',
    [below, layer('moved', 'green', 180, 440), layer('clip', 'blue', 230, 450, clipped)],
    ['moved'],
  ],
  [
    'a layer that is clipped to another',
    [layer('base', 'red', 150, 420), layer('moved', 'green', 180, 440, clipped), above],
    ['moved'],
  ],
]

describe('a drag shows what a fresh drawing shows', () => {
  test.for(scenes)('%s', async ([, layers, selected]) => {
    await show([...layers], selected)
    const before = await designPixels()
    const { live, fresh } = await dragged([200, 490], [37, 61])
    expect(furthest(live, fresh)).toBeLessThanOrEqual(edgeTolerance)
    expect(furthest(before, fresh)).toBeGreaterThan(100)
  })

  test('a copy that is dragged with Alt, and its layer, which stays', async () => {
    await show([below, layer('moved', 'green', 180, 440), above], ['moved'])
    await page.keyboard.down('Alt')
    const { live, fresh } = await dragged([230, 490], [37, 161])
    await page.keyboard.up('Alt')
    expect((await canvas.uuids()).length).toBe(4)
    expect(furthest(live, fresh)).toBeLessThanOrEqual(edgeTolerance)
  })

  test('a layer that arrives during the drag', async () => {
    await show([below, layer('moved', 'green', 180, 440)], ['moved'])
    const start = await canvas.at(230, 490)
    await canvas.press(start)
    await page.mouse.move(start.x + 37, start.y + 61, { steps: 6 })
    await page.evaluate(async () => {
      harness.add(harness.image('late', { imageUrl: '/files/blue.png', left: 240, top: 520 }))
      await harness.picturesReady()
      await harness.drawn()
    })
    const live = await designPixels()
    await page.mouse.up()
    await canvas.select('moved')
    expect(furthest(live, await designPixels())).toBeLessThanOrEqual(edgeTolerance)
    expect((await canvas.layer('moved')).left).toBe(217)
  })

  test('a move draws no picture again', async () => {
    await show([below, layer('moved', 'green', 180, 440), above], ['moved'])
    const start = await canvas.at(230, 490)
    await canvas.press(start)
    await page.mouse.move(start.x + 20, start.y + 20, { steps: 3 })
    await canvas.drawn()
    await canvas.countDrawing()
    await page.mouse.move(start.x + 60, start.y + 90, { steps: 10 })
    await canvas.drawn()
    expect(await canvas.drawings()).toBe(0)
    await page.mouse.up()
    await canvas.drawn()
    expect(await canvas.drawings()).toBeGreaterThan(0)
  })

  test('a layer that is dragged back to where it was', async () => {
    await show([below, layer('moved', 'green', 180, 440), above], ['moved'])
    const before = await designPixels()
    const start = await canvas.at(230, 490)
    await canvas.press(start)
    await page.mouse.move(start.x + 37, start.y + 61, { steps: 6 })
    await page.mouse.move(start.x, start.y)
    await canvas.drawn()
    const live = await designPixels()
    await page.mouse.up()
    expect(furthest(live, before)).toBeLessThanOrEqual(edgeTolerance)
    expect(await canvas.steps()).toEqual(['打开模板'])
  })
})
