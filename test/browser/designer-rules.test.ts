/** The rules of the designer by keyboard and mouse, where the canvas's engine by itself has other ones or none. */
import { createServer, type Server } from 'node:http'
import { build } from 'esbuild'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Layer } from '../../src/designer/model/types'
import { newPage, openBrowser } from './support/browser'
import type { Harness } from './support/canvas-harness'

declare const harness: Harness

let browser: Browser
let server: Server
let origin = ''
let page: Page
let complaints: string[]
let close: () => Promise<void>

beforeAll(async () => {
  const bundle = await build({
    entryPoints: [`${import.meta.dirname}/support/canvas-harness.ts`],
    bundle: true,
    format: 'iife',
    target: 'chrome92',
    write: false,
    logLevel: 'error',
  })
  const script = bundle.outputFiles[0]?.contents
  // Red above, blue below, green on the left: a picture that shows every turn and mirroring.
  const square = (color: string) => ({ create: { width: 40, height: 20, channels: 4 as const, background: color } })
  const picture = await sharp({ create: { width: 40, height: 40, channels: 4, background: '#0000ff' } })
    .composite([
      { input: await sharp(square('#ff0000')).png().toBuffer(), left: 0, top: 0 },
      {
        input: await sharp({ create: { width: 8, height: 40, channels: 4, background: '#00ff00' } })
          .png()
          .toBuffer(),
        left: 0,
        top: 0,
      },
    ])
    .png()
    .toBuffer()
  const html =
    '<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><style>body{margin:0}#host{position:absolute;left:40px;top:20px;width:900px;height:700px}</style><div id="host"></div><input id="field" style="position:absolute;top:0;left:960px"><textarea id="text" style="position:absolute;top:40px;left:960px"></textarea><script src="/harness.js"></script>'
  server = createServer((request, reply) => {
    if (request.url === '/harness.js') reply.setHeader('content-type', 'text/javascript').end(script)
    else if (request.url === '/files/p.png')
      reply.setHeader('content-type', 'image/png').setHeader('access-control-allow-origin', '*').end(picture)
    else if (request.url === '/') reply.setHeader('content-type', 'text/html').end(html)
    else reply.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (!address || typeof address !== 'object') throw new Error('no port')
  origin = `http://127.0.0.1:${address.port}`
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await new Promise((resolve) => server?.close(resolve))
})
beforeEach(async () => {
  const opened = await newPage(browser)
  page = opened.page
  complaints = opened.complaints
  close = () => opened.context.close()
  await page.goto(origin)
})
afterEach(async () => {
  await close()
  expect(complaints).toEqual([])
})

type Change = Parameters<Harness['image']>[1]

/** Layers from the bottom to the top, on the default 500×1044 canvas; the last one selected. */
async function show(layers: Record<string, Change>): Promise<void> {
  await page.evaluate(async (wanted) => {
    harness.show(wanted.map(([uuid, change]) => harness.image(uuid, { imageUrl: '/files/p.png', ...change })))
    await harness.picturesReady()
    harness.select(wanted.slice(-1).map(([uuid]) => uuid))
    await harness.drawn()
  }, Object.entries(layers))
}
async function layer(uuid: string): Promise<Layer> {
  const found = await page.evaluate((id) => harness.layer(id), uuid)
  if (!found) throw new Error(`no layer ${uuid}`)
  return found
}
const state = () => page.evaluate(() => harness.state())
const uuids = async () => (await state()).layers.map((one) => one.uuid)
const told = () => page.evaluate(() => harness.told())
const at = (x: number, y: number) => page.evaluate((point) => harness.probe().clientPoint(point), { x, y })
async function drag(from: [number, number], to: [number, number]): Promise<void> {
  const [start, end] = [await at(...from), await at(...to)]
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  await page.mouse.move(end.x, end.y, { steps: 6 })
  await page.mouse.up()
  await page.evaluate(() => harness.drawn())
}

describe('the keys', () => {
  test('move by 1 px: w a s d and the arrows, with caps lock and on a Cyrillic keyboard too', async () => {
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
      // Caps lock writes capitals without shift.
      if (key === 'D') await page.evaluate(() => dispatchEvent(new KeyboardEvent('keydown', { key: 'D', code: 'KeyD' })))
      else await page.keyboard.press(key)
      left += dx
      top += dy
      expect(await layer('a'), key).toMatchObject({ left, top })
    }
    await page.evaluate(() => dispatchEvent(new KeyboardEvent('keydown', { key: 'в', code: 'KeyD' })))
    expect((await layer('a')).left).toBe(left + 1)
  })

  test('scale by 1.05 and 0.95 about the centre: e and r, Ctrl or Meta with = and -', async () => {
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
      const now = await layer('a')
      expect(now.width, key).toBeCloseTo(width, 1)
      expect(now.left + now.width / 2).toBeCloseTo(200, 2)
    }
  })

  test('never make a box under 60 px, and say so', async () => {
    await show({ a: { left: 100, top: 100, width: 62, height: 62 } })
    await page.keyboard.press('r')
    expect((await layer('a')).width).toBe(60)
    await page.keyboard.press('r')
    expect((await layer('a')).width).toBe(60)
    expect(await told()).toBe('图层已缩放到最小尺寸')
  })

  test('held down are one step of undo; let go and pressed again, two', async () => {
    await show({ a: { left: 100, top: 100 } })
    for (let i = 0; i < 6; i++) await page.keyboard.down('d')
    await page.keyboard.up('d')
    expect((await layer('a')).left).toBe(106)
    expect((await state()).steps).toEqual(['打开模板', '移动图层'])
    await page.keyboard.press('d')
    expect((await state()).steps).toHaveLength(3)
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Meta+z')
    expect((await layer('a')).left).toBe(100)
    await page.keyboard.press('Control+Shift+z')
    await page.keyboard.press('Meta+Shift+z')
    expect((await layer('a')).left).toBe(107)
  })

  test('belong to a field while something is typed there', async () => {
    await show({ a: { left: 100, top: 100 } })
    for (const field of ['#field', '#text']) {
      await page.focus(field)
      for (const key of ['w', 'a', 'e', 'r', 'ArrowLeft', 'Delete', 'Backspace', 'Control+g', 'Alt+a'])
        await page.keyboard.press(key)
    }
    expect(await layer('a')).toMatchObject({ left: 100, top: 100, width: 100 })
    expect((await state()).steps).toEqual(['打开模板'])
  })

  test('delete, copy, paste and duplicate, each one step, copies 10 percent away', async () => {
    await show({ a: { left: 100, top: 200, id: 5 } })
    await page.keyboard.press('Control+c')
    await page.evaluate(() => harness.paste())
    const pasted = (await state()).layers[1]
    expect(pasted).toMatchObject({ left: 110, top: 220, id: null })
    await page.keyboard.press('Control+d')
    expect((await state()).layers[2]).toMatchObject({ left: 121, top: 242 })
    await page.keyboard.press('Delete')
    expect(await uuids()).toEqual(['a', pasted?.uuid])
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Backspace')
    expect(await uuids()).toEqual([])
    expect((await state()).steps).toEqual(['打开模板', '粘贴图层', '复制图层', '删除图层', '删除图层'])
  })

  test('restack, with a message at either end and never under the background', async () => {
    await show({ a: {}, b: {} })
    await page.evaluate(() => harness.background('a'))
    await page.evaluate(() => harness.select(['b']))
    await page.keyboard.press('Control+]')
    expect(await told()).toBe('图层已在最顶层')
    await page.keyboard.press('Control+[')
    expect(await told()).toBe('图层已在最底层')
    expect(await uuids()).toEqual(['a', 'b'])
  })
})

describe('mirroring', () => {
  test('of a turned layer keeps its angle and place; what is seen is mirrored within its box', async () => {
    await show({ a: { left: 150, top: 300, width: 200, height: 200, rotation: 90 } })
    const before = await layer('a')
    // Turned by 90° the green side is on top and the red half on the right.
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
    expect(await layer('a')).toEqual({ ...before, horizontalFlip: true, verticalFlip: true })
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+z')
    expect(await seen()).toBe('green,red,blue')
  })
})

describe('locked and background layers', () => {
  test('stay where they are under every key, and a drag on them leaves no step', async () => {
    await show({ a: { left: 100, top: 100, locked: true } })
    for (const key of ['w', 'e', 'ArrowLeft', 'Alt+a', 'Shift+h', 'Delete']) {
      await page.keyboard.press(key)
      expect(await told(), key).toBe('图层已锁定，请先解锁')
    }
    await drag([150, 150], [250, 400])
    expect(await layer('a')).toMatchObject({ left: 100, top: 100 })
    expect((await state()).steps).toEqual(['打开模板'])
  })

  test('of two backgrounds only the newer is one: fitted, straight, without stroke, at the bottom', async () => {
    await show({ old: { left: 5 }, other: {}, next: { left: 33, rotation: 20, width: 90, height: 90 } })
    await page.evaluate(() => harness.background('old'))
    await page.evaluate(() => harness.background('next'))
    expect(await uuids()).toEqual(['next', 'old', 'other'])
    expect(await layer('next')).toMatchObject({ isBackground: true, rotation: 0, left: -272, top: 0, width: 1044, height: 1044 })
    expect((await layer('old')).isBackground).toBe(false)
  })

  test('are what they were after undo and redo: a background cannot become movable by undoing', async () => {
    await show({ a: { left: 33, top: 40 }, b: { left: 300, top: 900 } })
    await page.evaluate(() => harness.background('a'))
    await page.evaluate(() => harness.select(['b']))
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Control+z')
    const placed = await layer('a')
    await page.evaluate(() => harness.select(['a']))
    await page.keyboard.press('ArrowRight')
    expect(await told()).toBe('背景图层不能移动、缩放或旋转')
    await drag([100, 700], [200, 900])
    expect(await layer('a')).toEqual(placed)
    await page.keyboard.press('Control+z')
    expect(await layer('a')).toMatchObject({ isBackground: false, left: 33, top: 40 })
    await page.keyboard.press('Control+Shift+z')
    expect(await layer('a')).toEqual(placed)
  })
})

describe('a straight drag', () => {
  test('with Shift stays on its line, whatever is near', async () => {
    await show({ neighbour: { left: 300, top: 104 }, a: { left: 50, top: 100 } })
    await page.keyboard.down('Shift')
    await drag([100, 150], [180, 158])
    await page.keyboard.up('Shift')
    expect((await layer('a')).top).toBeCloseTo(100, 3)
    expect((await layer('a')).left).toBeGreaterThan(110)
  })
})
