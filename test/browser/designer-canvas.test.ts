/** The canvas by hand: where Leafer by itself would do something else than the product's rules, a real mouse shows who wins. */
import { createServer, type Server } from 'node:http'
import { build } from 'esbuild'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Layer, Point } from '../../src/designer/model/types'
import { newPage, openBrowser } from './support/browser'
import type { Harness } from './support/canvas-harness'

declare const harness: Harness

let browser: Browser
let server: Server
let origin = ''
let page: Page
let complaints: string[]
let close: () => Promise<void>

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
  const bundle = await build({
    entryPoints: [`${import.meta.dirname}/support/canvas-harness.ts`],
    bundle: true,
    format: 'iife',
    target: 'chrome92',
    write: false,
    logLevel: 'error',
  })
  const script = bundle.outputFiles[0]?.contents
  const html =
    '<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><style>body{margin:0}#host{position:absolute;left:40px;top:20px;width:900px;height:700px;background:#c9cdd4}</style><div id="host"></div><input id="field" value="1" style="position:absolute;top:0;left:960px"><script src="/harness.js"></script>'
  const pictures: Record<string, Buffer> = {
    '/files/red.png': await plain('#ff0000'),
    '/files/green.png': await plain('#00ff00'),
    '/files/blue.png': await plain('#0000ff'),
    '/files/half.png': await halfPicture(),
    '/files/large.png': await largePicture(),
  }
  server = createServer((request, reply) => {
    const path = request.url ?? ''
    const picture = pictures[path]
    if (picture) reply.setHeader('content-type', 'image/png').setHeader('access-control-allow-origin', '*').end(picture)
    else if (path === '/harness.js') reply.setHeader('content-type', 'text/javascript').end(script)
    else if (path === '/') reply.setHeader('content-type', 'text/html').end(html)
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
  const found = complaints.filter((line) => !line.includes('missing.png'))
  await close()
  expect(found).toEqual([])
})

type Change = Parameters<Harness['image']>[1]

/** Layers from the bottom to the top, on the default 500×1044 canvas. */
async function show(...layers: readonly (readonly [string, Change])[]): Promise<void> {
  await page.evaluate(async (wanted) => {
    harness.show(wanted.map(([uuid, change]) => harness.image(uuid, change)))
    await harness.picturesReady()
    await harness.drawn()
  }, layers)
}

const red = (left: number, top: number, more: Change = {}): [string, Change] => [
  'red',
  { imageUrl: '/files/red.png', left, top, ...more },
]
const green = (left: number, top: number, more: Change = {}): [string, Change] => [
  'green',
  { imageUrl: '/files/green.png', left, top, ...more },
]
const blue = (left: number, top: number, more: Change = {}): [string, Change] => [
  'blue',
  { imageUrl: '/files/blue.png', left, top, ...more },
]

/** Browsers tell the pointer's place in whole screen px, here about two document px. */
const near = (px: number) => ({
  asymmetricMatch: (value: unknown) => typeof value === 'number' && Math.abs(value - px) < 2.1,
  toString: () => `near ${px}`,
})

const drawn = () => page.evaluate(() => harness.drawn())
const selection = () => page.evaluate(() => harness.state().selection)
const steps = () => page.evaluate(() => harness.state().steps)
async function layer(uuid: string): Promise<Layer> {
  const found = await page.evaluate((id) => harness.layer(id), uuid)
  if (!found) throw new Error(`no layer ${uuid}`)
  return found
}
/** A document point on the screen. */
const at = (x: number, y: number) => page.evaluate((point) => harness.probe().clientPoint(point), { x, y })
const zoom = () => page.evaluate(() => harness.probe().zoom())

async function click(x: number, y: number, modifiers: 'Shift'[] = []): Promise<void> {
  const point = await at(x, y)
  for (const key of modifiers) await page.keyboard.down(key)
  await page.mouse.click(point.x, point.y)
  for (const key of modifiers) await page.keyboard.up(key)
  await drawn()
}

async function press(from: Point): Promise<void> {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
}

/** Drags between two document points; the button stays down with `hold`. */
async function drag(from: [number, number], to: [number, number], options: { hold?: boolean } = {}): Promise<void> {
  await press(await at(...from))
  const end = await at(...to)
  await page.mouse.move(end.x, end.y, { steps: 12 })
  await drawn()
  if (!options.hold) await page.mouse.up()
  await drawn()
}

/** Drags on the screen by some pixels. */
async function dragBy(from: [number, number], dx: number, dy: number): Promise<void> {
  const start = await at(...from)
  await press(start)
  await page.mouse.move(start.x + dx, start.y + dy, { steps: 4 })
  await page.mouse.up()
  await drawn()
}

async function handle(name: number | 'rotate'): Promise<Point> {
  const point = await page.evaluate((wanted) => harness.probe().handle(wanted), name)
  if (!point) throw new Error('nothing is selected')
  return point
}

async function dragHandle(name: number | 'rotate', to: Point): Promise<void> {
  await press(await handle(name))
  await page.mouse.move(to.x, to.y, { steps: 12 })
  await page.mouse.up()
  await drawn()
}

describe('selecting', () => {
  test('a click selects one layer and clears the others; a click on bare canvas clears', async () => {
    await show(red(50, 100), green(300, 100))
    await click(100, 150)
    expect(await selection()).toEqual(['red'])
    await click(350, 150)
    expect(await selection()).toEqual(['green'])
    await click(250, 800)
    expect(await selection()).toEqual([])
    expect(await steps()).toEqual(['打开模板'])
  })

  test('shift-click toggles, and drops a locked layer when several are selected', async () => {
    await show(red(50, 100), green(300, 100), blue(50, 400, { locked: true }))
    await click(100, 450)
    expect(await selection()).toEqual(['blue'])
    await click(100, 150, ['Shift'])
    expect(await selection()).toEqual(['red'])
    await click(350, 150, ['Shift'])
    expect(await selection()).toEqual(['red', 'green'])
    await click(100, 450, ['Shift'])
    expect(await selection()).toEqual(['red', 'green'])
    await click(100, 150, ['Shift'])
    expect(await selection()).toEqual(['green'])
  })

  test('a click on one of several selected layers selects it alone', async () => {
    await show(red(50, 100), green(300, 100))
    await page.evaluate(() => harness.select(['red', 'green']))
    await drawn()
    await click(350, 150)
    expect(await selection()).toEqual(['green'])
  })

  test('a press through the transparent part of a cut-out selects what lies under it', async () => {
    await show(red(100, 100, { width: 200, height: 200 }), [
      'half',
      { imageUrl: '/files/half.png', left: 100, top: 100, width: 200, height: 200 },
    ])
    await click(150, 200)
    expect(await selection()).toEqual(['half'])
    await click(450, 800)
    await click(250, 200)
    expect(await selection()).toEqual(['red'])
  })

  test('a press on another layer inside the frame of the selection takes that layer', async () => {
    await show(blue(0, 100, { width: 400, height: 400 }), red(150, 250))
    await page.evaluate(() => harness.select(['blue']))
    await drawn()
    await drag([200, 300], [240, 700])
    expect(await selection()).toEqual(['red'])
    expect(await layer('blue')).toMatchObject({ left: 0, top: 100 })
    expect(await layer('red')).toMatchObject({ left: near(190), top: near(650) })
  })

  test('a picture large on disk and small on the canvas is found by what is seen of it', async () => {
    await show(['large', { imageUrl: '/files/large.png', left: 150, top: 300, width: 200, height: 200 }])
    await drag([250, 400], [290, 600])
    expect(await selection()).toEqual(['large'])
    expect(await layer('large')).toMatchObject({ left: near(190), top: near(500) })
    await click(225, 535)
    expect(await selection()).toEqual([])
  })

  test('the background is no obstacle: a drag over it draws a box, a click on it selects it', async () => {
    await show(red(50, 100), green(300, 100), blue(0, 0, { width: 40, height: 40 }))
    await page.evaluate(() => harness.background('blue'))
    await drawn()
    await drag([20, 60], [450, 250])
    expect(await selection()).toEqual(['red', 'green'])
    await click(250, 800)
    expect(await selection()).toEqual(['blue'])
    const before = await layer('blue')
    await drag([250, 800], [300, 900])
    expect(await layer('blue')).toEqual(before)
  })
})

describe('the drag box', () => {
  test('counts only beyond 10 px on the screen, and takes every free layer it touches', async () => {
    await show(red(100, 100), green(300, 100), blue(300, 300, { locked: true }))
    await dragBy([95, 150], 8, 0)
    expect(await selection()).toEqual([])
    await dragBy([95, 150], 14, 0)
    expect(await selection()).toEqual(['red'])
    await drag([60, 60], [450, 450])
    expect(await selection()).toEqual(['red', 'green'])
  })

  test('starts on a locked layer too, which itself stays where it is', async () => {
    await show(blue(0, 0, { width: 500, height: 600, locked: true }), red(100, 100))
    await drag([50, 50], [150, 150])
    expect(await selection()).toEqual(['red'])
    expect(await layer('blue')).toMatchObject({ left: 0, top: 0 })
  })

  test('does not count the empty corners of a turned layer', async () => {
    await show(red(200, 200, { width: 200, height: 200, rotation: 45 }))
    await drag([165, 165], [190, 190])
    expect(await selection()).toEqual([])
    await drag([165, 165], [290, 290])
    expect(await selection()).toEqual(['red'])
  })
})

describe('moving', () => {
  test('a drag is one step, written once, and small moves count', async () => {
    await show(red(50, 100))
    await drag([100, 150], [180, 300], { hold: true })
    expect(await page.evaluate(() => harness.writes())).toBe(0)
    await page.mouse.up()
    await drawn()
    expect(await layer('red')).toMatchObject({ left: near(130), top: near(250) })
    expect(await page.evaluate(() => harness.writes())).toBe(1)
    expect(await steps()).toEqual(['打开模板', '移动图层'])
    const before = await layer('red')
    await dragBy([180, 300], 6, 0)
    expect((await layer('red')).left).toEqual(near(before.left + 6 / (await zoom())))
  })

  test('the middle is held on the centre lines within 3 px, and let go beyond them without drift', async () => {
    await show(red(50, 100))
    const scale = await zoom()
    const start = await at(100, 150)
    await press(start)
    const centre = await at(250, 522)
    await page.mouse.move(centre.x + 2, centre.y - 2, { steps: 10 })
    await drawn()
    await page.mouse.up()
    await drawn()
    expect(await layer('red')).toMatchObject({ left: 200, top: 472 })
    await press(centre)
    await page.mouse.move(centre.x + 2, centre.y + 2, { steps: 4 })
    await page.mouse.move(centre.x + 12, centre.y + 9, { steps: 4 })
    await page.mouse.up()
    await drawn()
    const moved = await layer('red')
    expect(moved.left).toEqual(near(200 + 12 / scale))
    expect(moved.top).toEqual(near(472 + 9 / scale))
  })

  test('several move together and are held by the middle of all', async () => {
    await show(red(50, 100), green(250, 100))
    await page.evaluate(() => harness.select(['red', 'green']))
    await drawn()
    const from = await at(100, 150)
    const to = await at(151, 300)
    await press(from)
    await page.mouse.move(to.x, to.y, { steps: 10 })
    await page.mouse.up()
    await drawn()
    expect((await layer('red')).left).toBeCloseTo(100, 3)
    expect((await layer('green')).left).toBeCloseTo(300, 3)
    expect(await steps()).toEqual(['打开模板', '移动图层'])
  })

  test('locked and background layers never move, alone or among others', async () => {
    await show(red(50, 100), green(250, 100, { locked: true }))
    await drag([300, 150], [350, 250])
    await page.evaluate(() => harness.select(['green', 'red']))
    await drawn()
    await drag([100, 150], [150, 250])
    expect(await layer('green')).toMatchObject({ left: 250, top: 100 })
    expect((await layer('red')).top).toEqual(near(200))
  })

  test('a drag that ends where it began is no step', async () => {
    await show(red(50, 100))
    const start = await at(100, 150)
    await press(start)
    await page.mouse.move(start.x + 40, start.y + 40, { steps: 5 })
    await page.mouse.move(start.x, start.y, { steps: 5 })
    await page.mouse.up()
    await drawn()
    expect(await steps()).toEqual(['打开模板'])
    expect(await page.evaluate(() => harness.writes())).toBe(0)
  })

  test('Escape gives a drag up: the layer is back, the rest of the drag is ignored, the next one works', async () => {
    await show(red(50, 100))
    await drag([100, 150], [300, 500], { hold: true })
    await page.keyboard.press('Escape')
    await drawn()
    const far = await at(400, 600)
    await page.mouse.move(far.x, far.y, { steps: 3 })
    await page.mouse.up()
    await drawn()
    expect(await layer('red')).toMatchObject({ left: 50, top: 100 })
    const box = await page.evaluate(() => harness.probe().layer('red'))
    const centre = await at(100, 150)
    expect(box?.centre.x).toBeCloseTo(centre.x, 3)
    expect(box?.centre.y).toBeCloseTo(centre.y, 3)
    expect(await steps()).toEqual(['打开模板'])
    await drag([100, 150], [150, 250])
    expect(await layer('red')).toMatchObject({ left: near(100), top: near(200) })
  })

  test('an upload that arrives during a drag does not end it', async () => {
    await show(red(50, 100))
    await drag([100, 150], [150, 300], { hold: true })
    await page.evaluate(() => harness.add(harness.image('late', { imageUrl: '/files/green.png', left: 300, top: 700 })))
    const end = await at(180, 400)
    await page.mouse.move(end.x, end.y, { steps: 4 })
    await page.mouse.up()
    await drawn()
    expect(await layer('red')).toMatchObject({ left: near(130), top: near(350) })
    expect(await steps()).toEqual(['打开模板', '添加图层', '移动图层'])
  })

  test('a press just outside a layer is a press on bare canvas', async () => {
    await show(red(50, 100))
    const edge = await at(50, 150)
    await page.mouse.click(edge.x - 4, edge.y)
    await drawn()
    expect(await selection()).toEqual([])
  })
})

describe('scaling', () => {
  test('a side stretches and a corner keeps the proportions, neither under 60 px', async () => {
    await show(red(100, 100, { width: 200, height: 100 }))
    await click(150, 150)
    await dragHandle(3, await at(400, 150))
    expect(await layer('red')).toMatchObject({ left: 100, width: near(300), height: 100 })
    const wide = await layer('red')
    const ratio = wide.width / wide.height
    await dragHandle(4, await at(700, 300))
    const grown = await layer('red')
    expect(grown.width / grown.height).toBeCloseTo(ratio, 3)
    await dragHandle(4, await at(90, 90))
    const small = await layer('red')
    expect(small.height).toBeCloseTo(60, 1)
    expect(small.width / small.height).toBeCloseTo(ratio, 2)
    expect(small).toMatchObject({ left: expect.closeTo(100, 2), top: expect.closeTo(100, 2), horizontalFlip: false })
  })

  test('several keep their proportions and their angles, none under 60 px', async () => {
    await show(red(50, 100, { rotation: 30 }), green(250, 100, { width: 80, height: 120 }))
    await page.evaluate(() => harness.select(['red', 'green']))
    await drawn()
    await dragHandle(4, await at(40, 90))
    const [a, b] = [await layer('red'), await layer('green')]
    expect(Math.min(a.width, a.height, b.width, b.height)).toBeCloseTo(60, 1)
    expect(a.width / a.height).toBeCloseTo(1, 3)
    expect(b.width / b.height).toBeCloseTo(80 / 120, 3)
    expect(a.rotation).toBeCloseTo(30, 1)
    expect(b.rotation).toBeCloseTo(0, 1)
  })

  test('a mirrored layer scales from the side that is pulled', async () => {
    await show(red(100, 100, { width: 200, height: 200, horizontalFlip: true }))
    await click(150, 150)
    const right = await at(300, 200)
    const handles = await Promise.all([1, 3, 5, 7].map((name) => handle(name)))
    const rightmost = [1, 3, 5, 7][
      handles.findIndex((point) => Math.abs(point.x - right.x) < 2 && Math.abs(point.y - right.y) < 2)
    ]
    if (rightmost === undefined) throw new Error('no handle on the right side')
    await dragHandle(rightmost, await at(360, 200))
    expect(await layer('red')).toMatchObject({
      left: expect.closeTo(100, 1),
      width: near(260),
      height: expect.closeTo(200, 1),
      rotation: 0,
      horizontalFlip: true,
    })
  })
})

describe('turning', () => {
  const turnTo = async (centre: [number, number], degrees: number) => {
    const middle = await at(...centre)
    const grip = await handle('rotate')
    const radius = Math.hypot(grip.x - middle.x, grip.y - middle.y)
    const from = Math.atan2(grip.y - middle.y, grip.x - middle.x)
    await press(grip)
    for (let step = 1; step <= 8; step++) {
      const angle = from + (degrees * Math.PI * step) / 8 / 180
      await page.mouse.move(middle.x + radius * Math.cos(angle), middle.y + radius * Math.sin(angle))
    }
    await page.mouse.up()
    await drawn()
  }

  test('is caught at right angles within 3° and at no other angle', async () => {
    for (const [degrees, expected] of [
      [87.5, 90],
      [92.6, 90],
      [94.4, 94.4],
      [44.4, 44.4],
      [-178, 180],
    ] as const) {
      await show(red(150, 300, { width: 200, height: 200 }))
      await click(200, 400)
      await turnTo([250, 400], degrees)
      const { rotation, left, top } = await layer('red')
      expect(Math.abs(rotation - expected), `${degrees} became ${rotation}`).toBeLessThan(0.6)
      if (expected % 90 === 0) expect(Math.abs(rotation)).toBe(Math.abs(expected))
      expect(left).toBeCloseTo(150, 1)
      expect(top).toBeCloseTo(300, 1)
    }
  })

  test('mirrored layers turned as a group keep their flips and show the same picture', async () => {
    await show(red(100, 300, { horizontalFlip: true }), green(300, 300, { verticalFlip: true, rotation: 20 }))
    await page.evaluate(() => harness.select(['red', 'green']))
    await drawn()
    const probe = await page.evaluate(() => harness.probe().layer('red'))
    const middle = probe?.centre ?? { x: 0, y: 0 }
    expect(middle.x).toBeGreaterThan(0)
    const before = [await layer('red'), await layer('green')] as const
    const centre: [number, number] = [(before[0].left + before[1].left + 100) / 2, (before[0].top + before[1].top + 100) / 2]
    await turnTo(centre, 40)
    const after = [await layer('red'), await layer('green')] as const
    expect(after[0]).toMatchObject({ horizontalFlip: true, verticalFlip: false })
    expect(after[1]).toMatchObject({ horizontalFlip: false, verticalFlip: true })
    const turned = after[0].rotation - before[0].rotation
    expect(turned).toBeGreaterThan(30)
    expect(after[1].rotation - before[1].rotation).toBeCloseTo(turned, 1)
    expect(after[0].width).toBeCloseTo(100, 1)
    expect(after[1].height).toBeCloseTo(100, 1)
  })
})

describe('the keyboard', () => {
  test('nudges by one document px, whatever the zoom, and never while a field has the focus', async () => {
    await show(red(50, 100))
    await click(100, 150)
    await page.evaluate(() => harness.zoomTo(0.4))
    await page.keyboard.press('ArrowRight')
    expect((await layer('red')).left).toBe(51)
    await page.focus('#field')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('d')
    expect((await layer('red')).left).toBe(51)
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
    expect(refusal).toContain('「海边」')
    expect(refusal).not.toContain('red')
  })
})

describe('the stage', () => {
  test('shows the canvas on three quarters of the container, centred', async () => {
    await show(red(50, 100))
    const [topLeft, bottomRight] = [await at(0, 0), await at(500, 1044)]
    expect(bottomRight.y - topLeft.y).toBeCloseTo(700 * 0.75, 1)
    expect((topLeft.x + bottomRight.x) / 2).toBeCloseTo(40 + 450, 1)
    expect((topLeft.y + bottomRight.y) / 2).toBeCloseTo(20 + 350, 1)
  })

  test('undo brings nodes back where the document has them, in its order', async () => {
    await show(red(50, 100), green(60, 110))
    await drag([150, 190], [350, 600])
    await page.evaluate(() => harness.undo())
    await drawn()
    const where = await page.evaluate(() => harness.probe().layer('green'))
    const centre = await at(110, 160)
    expect(where?.centre.x).toBeCloseTo(centre.x, 2)
    await click(100, 150)
    expect(await selection()).toEqual(['green'])
  })

  test('leaves nothing behind when it is taken down', async () => {
    await show(red(50, 100))
    expect(await page.evaluate(() => harness.remount(5))).toBe(0)
  })
})
