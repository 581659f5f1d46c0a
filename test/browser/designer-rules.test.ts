/** The designer's rules by keyboard and mouse, in the cases in which Leafer's own behaviour differs or is missing. */
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CanvasPage, type LayerChange } from './pages/canvas-page'
import type { Harness } from './support/canvas-harness'
import { pngFile } from './support/harness-page'

declare const harness: Harness

let canvas: CanvasPage
let page: Page

beforeAll(async () => {
  // Red on top, blue at the bottom, green on the left: every rotation and mirroring of the picture can be recognised.
  const field = (width: number, height: number, color: string) =>
    sharp({ create: { width, height, channels: 4, background: color } })
      .png()
      .toBuffer()
  const picture = await sharp(await field(40, 40, '#0000ff'))
    .composite([
      { input: await field(40, 20, '#ff0000'), left: 0, top: 0 },
      { input: await field(8, 40, '#00ff00'), left: 0, top: 0 },
    ])
    .png()
    .toBuffer()
  canvas = await CanvasPage.open({ '/files/p.png': pngFile(picture) })
  page = canvas.page
})
beforeEach(() => canvas.harness.resetInput())
afterEach(() => {
  expect(canvas.harness.complaints()).toEqual([])
})
afterAll(() => canvas?.harness.close())

const show = (layers: Readonly<Record<string, LayerChange>>) => canvas.showTopSelected('/files/p.png', layers)

describe("the designer's keys", () => {
  test('w, a, s, d and the arrows move by 1 px, also with caps lock and on a Cyrillic keyboard', async () => {
    await show({ a: { left: 100, top: 100 } })
    const moves: readonly (readonly [string, number, number])[] = [
      ['w', 0, -1],
      ['s', 0, 1],
      ['a', -1, 0],
      ['d', 1, 0],
      ['ArrowUp', 0, -1],
      ['ArrowDown', 0, 1],
      ['ArrowLeft', -1, 0],
      ['ArrowRight', 1, 0],
      ['D', 1, 0],
    ]
    let [left, top] = [100, 100]
    for (const [key, dx, dy] of moves) {
      // Caps lock produces capital letters without shift.
      if (key === 'D') await page.evaluate(() => dispatchEvent(new KeyboardEvent('keydown', { key: 'D', code: 'KeyD' })))
      else await page.keyboard.press(key)
      left += dx
      top += dy
      expect(await canvas.layer('a'), key).toMatchObject({ left, top })
    }
    // A step is one document px, whatever the zoom.
    await page.evaluate(() => harness.zoomTo(0.4))
    await page.evaluate(() => dispatchEvent(new KeyboardEvent('keydown', { key: 'в', code: 'KeyD' })))
    expect((await canvas.layer('a')).left).toBe(left + 1)
  })

  test('e and r, and Ctrl or Meta with = and -, scale by 1.05 and 0.95 about the centre', async () => {
    await show({ a: { left: 100, top: 100, width: 200, height: 200 } })
    let width = 200
    for (const [key, factor] of [
      ['e', 1.05],
      ['r', 0.95],
      ['Control+=', 1.05],
      ['Control+-', 0.95],
      ['Meta+=', 1.05],
      ['Meta+-', 0.95],
      ['Control+Shift+=', 1.05],
    ] as const) {
      await page.keyboard.press(key)
      width *= factor
      const now = await canvas.layer('a')
      expect(now.width, key).toBeCloseTo(width, 1)
      expect(now.left + now.width / 2).toBeCloseTo(200, 2)
    }
  })

  test('no key makes a layer smaller than 60 px, and the limit is reported', async () => {
    await show({ a: { left: 100, top: 100, width: 62, height: 62 } })
    await page.keyboard.press('r')
    expect((await canvas.layer('a')).width).toBe(60)
    await page.keyboard.press('r')
    expect((await canvas.layer('a')).width).toBe(60)
    expect(await canvas.notice()).toBe('图层已缩放到最小尺寸')
  })

  test('a key held down is one undo step, and pressed again it is another', async () => {
    await show({ a: { left: 100, top: 100 } })
    for (let i = 0; i < 6; i++) await page.keyboard.down('d')
    await page.keyboard.up('d')
    expect((await canvas.layer('a')).left).toBe(106)
    expect((await canvas.state()).steps).toEqual(['打开模板', '移动图层'])
    await page.keyboard.press('d')
    expect((await canvas.state()).steps).toHaveLength(3)
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Meta+z')
    expect((await canvas.layer('a')).left).toBe(100)
    await page.keyboard.press('Control+Shift+z')
    await page.keyboard.press('Meta+Shift+z')
    expect((await canvas.layer('a')).left).toBe(107)
  })

  test('designer keys do nothing while a text field has the focus', async () => {
    await show({ a: { left: 100, top: 100 } })
    for (const field of ['#field', '#text']) {
      await page.focus(field)
      for (const key of ['w', 'a', 'e', 'r', 'ArrowLeft', 'Delete', 'Backspace', 'Control+g', 'Alt+a'])
        await page.keyboard.press(key)
    }
    expect(await canvas.layer('a')).toMatchObject({ left: 100, top: 100, width: 100 })
    expect((await canvas.state()).steps).toEqual(['打开模板'])
  })

  test('delete, copy, paste and duplicate are one step each, and copies are placed 10 percent away', async () => {
    await show({ a: { left: 100, top: 200, id: 5 } })
    await page.keyboard.press('Control+c')
    await page.evaluate(() => harness.paste())
    const pasted = (await canvas.state()).layers[1]
    expect(pasted).toMatchObject({ left: 110, top: 220, id: null })
    await page.keyboard.press('Control+d')
    expect((await canvas.state()).layers[2]).toMatchObject({ left: 121, top: 242 })
    await page.keyboard.press('Delete')
    expect(await canvas.uuids()).toEqual(['a', pasted?.uuid])
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Backspace')
    expect(await canvas.uuids()).toEqual([])
    expect((await canvas.state()).steps).toEqual(['打开模板', '粘贴图层', '复制图层', '删除图层', '删除图层'])
  })

  test('moving a layer in the stack reports both ends and never goes below the background', async () => {
    await show({ a: {}, b: {} })
    await canvas.background('a')
    await canvas.select('b')
    await page.keyboard.press('Control+]')
    expect(await canvas.notice()).toBe('图层已在最顶层')
    await page.keyboard.press('Control+[')
    expect(await canvas.notice()).toBe('图层已在最底层')
    expect(await canvas.uuids()).toEqual(['a', 'b'])
  })
})

describe('mirroring', () => {
  test('mirroring a rotated layer keeps its angle and position and mirrors the picture within its box', async () => {
    await show({ a: { left: 150, top: 300, width: 200, height: 200, rotation: 90 } })
    const before = await canvas.layer('a')
    // Rotated by 90° the green side is on top and the red half on the right.
    const seen = () =>
      page.evaluate(async () => {
        const made = await harness.thumbnail([
          { x: 250, y: 312 },
          { x: 330, y: 420 },
          { x: 170, y: 420 },
        ])
        return made.pixels
          .map(([r = 0, g = 0, b = 0]) => (r > 128 ? 'red' : g > 128 ? 'green' : b > 128 ? 'blue' : 'none'))
          .join()
      })
    expect(await seen()).toBe('green,red,blue')
    await page.keyboard.press('Shift+v')
    expect(await seen()).toBe('green,blue,red')
    await page.keyboard.press('Shift+h')
    expect(await seen()).toBe('blue,blue,red')
    expect(await canvas.layer('a')).toEqual({ ...before, horizontalFlip: true, verticalFlip: true })
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+z')
    expect(await seen()).toBe('green,red,blue')
  })
})

describe('locked and background layers', () => {
  test('a locked layer is not changed by any key, and a drag on it adds no step', async () => {
    await show({ a: { left: 100, top: 100, locked: true } })
    for (const key of ['w', 'e', 'ArrowLeft', 'Alt+a', 'Shift+h', 'Delete']) {
      await page.keyboard.press(key)
      expect(await canvas.notice(), key).toBe('图层已锁定，请先解锁')
    }
    await canvas.drag([150, 150], [250, 400])
    expect(await canvas.layer('a')).toMatchObject({ left: 100, top: 100 })
    expect((await canvas.state()).steps).toEqual(['打开模板'])
  })

  test('a new background makes the old one an ordinary layer: fitted, unrotated, without stroke, at the bottom', async () => {
    await show({ old: { left: 5 }, other: {}, next: { left: 33, rotation: 20, width: 90, height: 90 } })
    await canvas.background('old')
    await canvas.background('next')
    expect(await canvas.uuids()).toEqual(['next', 'old', 'other'])
    expect(await canvas.layer('old')).toMatchObject({ isBackground: false })
    expect(await canvas.layer('next')).toMatchObject({
      isBackground: true,
      rotation: 0,
      left: -272,
      top: 0,
      width: 1044,
      height: 1044,
    })
  })

  test('undo and redo keep the background fixed, so it never becomes movable', async () => {
    await show({ a: { left: 33, top: 40 }, b: { left: 300, top: 900 } })
    await canvas.background('a')
    await canvas.select('b')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Control+z')
    const placed = await canvas.layer('a')
    await canvas.select('a')
    await page.keyboard.press('ArrowRight')
    expect(await canvas.notice()).toBe('背景图层不能移动、缩放或旋转')
    await canvas.drag([100, 700], [200, 900])
    expect(await canvas.layer('a')).toEqual(placed)
    await page.keyboard.press('Control+z')
    expect(await canvas.layer('a')).toMatchObject({ isBackground: false, left: 33, top: 40 })
    await page.keyboard.press('Control+Shift+z')
    expect(await canvas.layer('a')).toEqual(placed)
  })
})

describe('a group of layers', () => {
  test('one press selects and drags a group, also after one of its layers was selected alone', async () => {
    await show({
      a: { left: 100, top: 100, groupId: 'g' },
      b: { left: 260, top: 140, groupId: 'g' },
    })
    const inside = await canvas.at(150, 150)
    await page.mouse.dblclick(inside.x, inside.y)
    await canvas.drawn()
    expect(await canvas.selection()).toEqual(['a'])
    await canvas.click(400, 900)
    expect(await canvas.selection()).toEqual([])
    await canvas.dragBy([310, 190], 0, 60)
    expect(await canvas.selection()).toEqual(['a', 'b'])
    expect((await canvas.layer('a')).top).toBeGreaterThan(150)
    expect((await canvas.layer('b')).top - (await canvas.layer('a')).top).toBeCloseTo(40, 2)
  })
})

describe('a drag begun with Alt', () => {
  test('a drag begun with Alt leaves the layer in place and moves a copy, as one step', async () => {
    await show({ a: { left: 100, top: 100, horizontalFlip: true }, b: { left: 260, top: 140 } })
    await canvas.select('a')
    await page.keyboard.down('Alt')
    await canvas.dragBy([150, 150], 30, 81)
    await page.keyboard.up('Alt')
    const { layers, selection, steps } = await canvas.state()
    expect(layers.map(({ uuid, left, top }) => [uuid, left, top]).slice(0, 2)).toEqual([
      ['a', 100, 100],
      ['b', 260, 140],
    ])
    expect(layers).toHaveLength(3)
    expect(selection).toEqual([layers[2]?.uuid])
    expect(layers[2]).toMatchObject({ name: 'a 副本', id: null, horizontalFlip: true, width: 100 })
    expect(layers[2]?.top).toBeGreaterThan(180)
    expect(steps.slice(1)).toEqual(['复制图层'])
    // A cancelled drag leaves no copy and moves nothing.
    await page.keyboard.down('Alt')
    await canvas.drag([310, 190], [310, 600], { keepPressed: true })
    await page.keyboard.press('Escape')
    await page.mouse.up()
    await page.keyboard.up('Alt')
    expect((await canvas.state()).layers).toEqual(layers)
  })
})

describe('a straight drag', () => {
  test('a drag with Shift stays on its axis and ignores the guides of near layers', async () => {
    await show({ neighbour: { left: 300, top: 104 }, a: { left: 50, top: 100 } })
    await page.keyboard.down('Shift')
    await canvas.drag([100, 150], [180, 158])
    await page.keyboard.up('Shift')
    expect((await canvas.layer('a')).top).toBeCloseTo(100, 3)
    expect((await canvas.layer('a')).left).toBeGreaterThan(110)
  })
})
