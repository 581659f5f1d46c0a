/** Runs the real models in their thread, on one photo and on drawings. */
import { mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { prepareModels } from '../../../scripts/lib/models.mjs'
import { allTests } from '../../../test/setup/size'
import { createEngine, type Engine } from './engine'

const on = new AbortController().signal
let folder: string
let engine: Engine
let photo: Buffer

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kejiang-engine-'))
  prepareModels(folder)
  engine = createEngine({ folder })
  photo = await readFile(join(import.meta.dirname, '../../../fixtures/photos/astronaut.jpg'))
})
afterAll(async () => {
  await engine.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Alpha at positions of the photo, in percent. */
const at = ({ alpha, width }: { alpha: Uint8Array; width: number }, ...places: readonly (readonly [number, number])[]) =>
  places.map(([x, y]) => Math.round(((alpha[y * width + x] ?? 0) / 255) * 100))

const face = [225, 120] as const
const hair = [225, 35] as const
const suit = [150, 330] as const
const wall = [60, 40] as const
const shuttle = [405, 80] as const

test('cutting out a head yields hair and face, without suit and background', async () => {
  const cut = await engine.cut({ bytes: photo, type: 'head' }, on)
  expect(at(cut, face, hair)).toEqual([100, 100])
  expect(at(cut, suit, wall, shuttle)).toEqual([0, 0, 0])
  expect(cut.score).toBeGreaterThan(0.9)
  expect(cut.box.height).toBeGreaterThan(140)
  expect(cut.box.height).toBeLessThan(190)
})

test('cutting out a body yields head and suit, as a PNG of the full size', async () => {
  const cut = await engine.cut({ bytes: photo, type: 'body' }, on)
  expect(at(cut, face, hair, suit)).toEqual([100, 100, 100])
  expect(at(cut, wall, shuttle)).toEqual([0, 0])
  const png = await engine.compose(photo, cut, on)
  expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 512, height: 512, channels: 4 })
})

test.runIf(allTests)('cutting out any subject finds a vase on a table', async () => {
  const vase = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480"><defs><linearGradient id="w"><stop offset="0" stop-color="#e9e4da"/><stop offset="1" stop-color="#cfc8ba"/></linearGradient>
    <linearGradient id="v"><stop offset="0" stop-color="#8c1d18"/><stop offset=".4" stop-color="#e05a3c"/><stop offset="1" stop-color="#6d120f"/></linearGradient></defs>
    <rect width="640" height="480" fill="url(#w)"/><rect y="380" width="640" height="100" fill="#9a7b57"/>
    <path d="M280 110 h80 c-6 50 70 90 70 170 c0 80 -50 120 -60 130 h-100 c-10 -10 -60 -50 -60 -130 c0 -80 76 -120 70 -170z" fill="url(#v)"/></svg>`
  const cut = await engine.cut({ bytes: await sharp(Buffer.from(vase)).jpeg().toBuffer(), type: 'common' }, on)
  expect(at(cut, [320, 250], [320, 380])).toEqual([100, 100])
  expect(at(cut, [80, 100], [560, 200], [60, 440])).toEqual([0, 0, 0])
})

test('a cat is refused as head and body, and is found as any subject', async () => {
  const cat = await readFile(join(import.meta.dirname, '../../../fixtures/photos/cat.jpg'))
  for (const type of ['head', 'body'] as const) {
    await expect(engine.cut({ bytes: cat, type }, on)).rejects.toThrow(/没有找到.*“通用”抠图/)
  }
  const cut = await engine.cut({ bytes: cat, type: 'common' }, on)
  // Forehead, nose, an ear.
  expect(at(cut, [200, 60], [240, 180], [130, 50])).toEqual([100, 100, 100])
})

test('a picture without a person is refused in words, a broken one too, and the next picture is cut out', async () => {
  const wallOnly = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#bbc' } })
    .png()
    .toBuffer()
  await expect(engine.cut({ bytes: wallOnly, type: 'head' }, on)).rejects.toThrow('图片中没有找到头像')
  await expect(engine.cut({ bytes: wallOnly, type: 'body' }, on)).rejects.toThrow('图片中没有找到人像')
  await expect(engine.cut({ bytes: photo.subarray(0, 9000), type: 'body' }, on)).rejects.toThrow('图片加载失败')
  expect(at(await engine.cut({ bytes: photo, type: 'body' }, on), face)).toEqual([100])
})

test('an aborted cut-out ends at once, and a dead thread loses its picture but not the next one', async () => {
  const given = new AbortController()
  const cutting = engine.cut({ bytes: photo, type: 'common' }, given.signal)
  given.abort()
  await expect(cutting).rejects.toThrow('given up')
  expect(engine.running()).toBe(false)
  expect(at(await engine.cut({ bytes: photo, type: 'head' }, on), face)).toEqual([100])
  expect(engine.running()).toBe(true)
})

test('a cut-out that takes too long is refused in words, and an idle thread ends', async () => {
  const hasty = createEngine({ folder, limitMs: 1 })
  await expect(hasty.cut({ bytes: photo, type: 'body' }, on)).rejects.toThrow('抠图超时')
  const brief = createEngine({ folder, idleMs: 1 })
  await expect(brief.cut({ bytes: Buffer.from('?'), type: 'body' }, on)).rejects.toThrow('图片加载失败')
  await expect.poll(() => brief.running()).toBe(false)
})
