/** Scaling and rotating layers by the handles of the selection. */
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CanvasPage, type LayerChange, near } from './pages/canvas-page'
import type { Harness } from './support/canvas-harness'
import { pngFile } from './support/harness-page'

declare const harness: Harness

let canvas: CanvasPage
let page: Page

beforeAll(async () => {
  const picture = sharp({ create: { width: 40, height: 40, channels: 4, background: '#ff0000' } })
  canvas = await CanvasPage.open({ '/files/p.png': pngFile(await picture.png().toBuffer()) })
  page = canvas.page
})
beforeEach(() => canvas.harness.resetInput())
afterEach(() => {
  expect(canvas.harness.complaints()).toEqual([])
})
afterAll(() => canvas?.harness.close())

const show = (layers: Readonly<Record<string, LayerChange>>) => canvas.showTopSelected('/files/p.png', layers)

describe('scaling by handles', () => {
  test('a side handle stretches and a corner handle keeps the proportions, neither below 60 px', async () => {
    await show({ red: { left: 100, top: 100, width: 200, height: 100 } })
    await canvas.click(150, 150)
    await canvas.dragHandle(3, await canvas.at(400, 150))
    expect(await canvas.layer('red')).toMatchObject({ left: 100, width: near(300), height: 100 })
    const wide = await canvas.layer('red')
    const ratio = wide.width / wide.height
    await canvas.dragHandle(4, await canvas.at(700, 300))
    const grown = await canvas.layer('red')
    expect(grown.width / grown.height).toBeCloseTo(ratio, 3)
    await canvas.dragHandle(4, await canvas.at(90, 90))
    const small = await canvas.layer('red')
    expect(small.height).toBeCloseTo(60, 1)
    expect(small.width / small.height).toBeCloseTo(ratio, 2)
    expect(small).toMatchObject({ left: expect.closeTo(100, 2), top: expect.closeTo(100, 2), horizontalFlip: false })
  })

  test('a handle scales about the centre with Alt, and a side handle keeps the proportions with Shift', async () => {
    await show({ red: { left: 150, top: 300, width: 200, height: 100 } })
    await canvas.click(200, 350)
    await page.keyboard.down('Alt')
    await canvas.dragHandle(3, await canvas.at(390, 350))
    await page.keyboard.up('Alt')
    const wide = await canvas.layer('red')
    expect(wide).toMatchObject({ left: near(110), width: near(280), height: 100 })
    expect(wide.left + wide.width / 2).toBeCloseTo(250, 2)
    await page.keyboard.down('Shift')
    await canvas.dragHandle(3, await canvas.at(480, 350))
    await page.keyboard.up('Shift')
    const grown = await canvas.layer('red')
    expect(grown.width).toBeGreaterThan(340)
    expect(grown.width / grown.height).toBeCloseTo(wide.width / wide.height, 2)
    expect(await canvas.uuids()).toEqual(['red'])
  })

  test('several layers keep their proportions and angles when scaled, and none gets below 60 px', async () => {
    await show({ red: { left: 50, top: 100, rotation: 30 }, green: { left: 250, top: 100, width: 80, height: 120 } })
    await canvas.select('red', 'green')
    await canvas.dragHandle(4, await canvas.at(40, 90))
    const [a, b] = [await canvas.layer('red'), await canvas.layer('green')]
    expect(Math.min(a.width, a.height, b.width, b.height)).toBeCloseTo(60, 1)
    expect(a.width / a.height).toBeCloseTo(1, 3)
    expect(b.width / b.height).toBeCloseTo(80 / 120, 3)
    expect(a.rotation).toBeCloseTo(30, 1)
    expect(b.rotation).toBeCloseTo(0, 1)
  })

  test('a mirrored layer is scaled on the side that is pulled', async () => {
    await show({ red: { left: 100, top: 100, width: 200, height: 200, horizontalFlip: true } })
    await canvas.click(150, 150)
    const right = await canvas.at(300, 200)
    const handles = await Promise.all([1, 3, 5, 7].map((name) => canvas.handleAt(name)))
    const rightmost = [1, 3, 5, 7][
      handles.findIndex((point) => Math.abs(point.x - right.x) < 2 && Math.abs(point.y - right.y) < 2)
    ]
    if (rightmost === undefined) throw new Error('no handle on the right side')
    await canvas.dragHandle(rightmost, await canvas.at(360, 200))
    expect(await canvas.layer('red')).toMatchObject({
      left: expect.closeTo(100, 1),
      width: near(260),
      height: expect.closeTo(200, 1),
      rotation: 0,
      horizontalFlip: true,
    })
  })
})

describe('rotating by the handle', () => {
  const rotateTo = async (centre: [number, number], degrees: number) => {
    const middle = await canvas.at(...centre)
    const handle = await canvas.handleAt('rotate')
    const radius = Math.hypot(handle.x - middle.x, handle.y - middle.y)
    const from = Math.atan2(handle.y - middle.y, handle.x - middle.x)
    await canvas.press(handle)
    for (let step = 1; step <= 8; step++) {
      const angle = from + (degrees * Math.PI * step) / 8 / 180
      await page.mouse.move(middle.x + radius * Math.cos(angle), middle.y + radius * Math.sin(angle))
    }
    await page.mouse.up()
    await canvas.drawn()
  }

  test('rotation snaps to right angles within 3° and to no other angle', async () => {
    for (const [degrees, expected] of [
      [87.5, 90],
      [92.4, 90],
      [94.4, 94.4],
      [44.4, 44.4],
      [-178, 180],
    ] as const) {
      await show({ red: { left: 150, top: 300, width: 200, height: 200 } })
      await canvas.click(200, 400)
      await rotateTo([250, 400], degrees)
      const { rotation, left, top } = await canvas.layer('red')
      expect(Math.abs(rotation - expected), `${degrees} became ${rotation}`).toBeLessThan(0.6)
      if (expected % 90 === 0) expect(Math.abs(rotation)).toBe(Math.abs(expected))
      expect(left).toBeCloseTo(150, 1)
      expect(top).toBeCloseTo(300, 1)
    }
  })

  test('mirrored layers rotated together keep their flips and sizes', async () => {
    await show({
      red: { left: 100, top: 300, horizontalFlip: true },
      green: { left: 300, top: 300, verticalFlip: true, rotation: 20 },
    })
    await canvas.select('red', 'green')
    const probe = await page.evaluate(() => harness.probe().layer('red'))
    const middle = probe?.centre ?? { x: 0, y: 0 }
    expect(middle.x).toBeGreaterThan(0)
    const before = [await canvas.layer('red'), await canvas.layer('green')] as const
    const centre: [number, number] = [(before[0].left + before[1].left + 100) / 2, (before[0].top + before[1].top + 100) / 2]
    await rotateTo(centre, 40)
    const after = [await canvas.layer('red'), await canvas.layer('green')] as const
    expect(after[0]).toMatchObject({ horizontalFlip: true, verticalFlip: false })
    expect(after[1]).toMatchObject({ horizontalFlip: false, verticalFlip: true })
    const turned = after[0].rotation - before[0].rotation
    expect(turned).toBeGreaterThan(30)
    expect(after[1].rotation - before[1].rotation).toBeCloseTo(turned, 1)
    expect(after[0].width).toBeCloseTo(100, 1)
    expect(after[1].height).toBeCloseTo(100, 1)
  })
})
