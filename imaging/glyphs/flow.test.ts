import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { TextFlow } from '../../contract/rules/appearance'
import { type OpenFont, openFont } from './font'
import { layOutText } from './layout'
import type { PlacedGlyph, TextSettings } from './layout-types'
import { textPath, textPicture } from './text-svg'

const fontFile = createRequire(import.meta.url).resolve('@expo-google-fonts/zcool-kuaile/400Regular/ZCOOLKuaiLe_400Regular.ttf')
const plain: TextSettings = { text: '你好世界手机壳', vertical: false, align: 'center', letterSpacing: 0, lineHeight: 1.2 }

let font: OpenFont
beforeAll(() => {
  font = openFont(readFileSync(fontFile))
})

const laidOut = (flow: TextFlow | null, change: Partial<TextSettings> = {}) =>
  layOutText(font, { ...plain, ...change, flow }, 100)

/** Clockwise turn of a glyph, degrees. */
const turnOf = ({ matrix: [a, b] }: PlacedGlyph) => (Math.atan2(b, a) * 180) / Math.PI
const isSizeKept = (glyphs: readonly PlacedGlyph[]) =>
  glyphs.every(({ matrix: [a, b, c, d] }) => Math.abs(Math.abs(a * d - b * c) - (100 / font.unitsPerEm) ** 2) < 1e-9)

describe('text on an arc', () => {
  test('a bend of 0 is straight, and a full bend is half a circle, upwards or downwards', () => {
    expect(laidOut({ kind: 'arc', bend: 0 })).toEqual(laidOut(null))
    const up = laidOut({ kind: 'arc', bend: 100 })
    const turns = up.glyphs.map(turnOf)
    // Seven letters of equal width on 180°: the middle one stands upright.
    expect(turns[3]).toBeCloseTo(0, 3)
    expect(turns[0]).toBeCloseTo(-(turns[6] ?? 0), 3)
    expect(turns[0]).toBeLessThan(-70)
    const down = laidOut({ kind: 'arc', bend: -100 })
    down.glyphs.forEach((glyph, i) => {
      expect(turnOf(glyph)).toBeCloseTo(-(turns[i] ?? 0), 3)
    })
    const heights = up.glyphs.map(({ matrix }) => matrix[5])
    expect(heights[3]).toBeLessThan(Math.min(heights[0] ?? 0, heights[6] ?? 0))
    expect(isSizeKept(up.glyphs)).toBe(true)
  })

  test('the box holds what is drawn, whatever the bend, the spacing, the lines and the direction', () => {
    const settings = fc.record({
      text: fc.constantFrom('你', '你好世界手机壳', 'wave 海浪\n好'),
      vertical: fc.boolean(),
      letterSpacing: fc.double({ min: -0.2, max: 1, noNaN: true }),
    })
    const flow = fc.oneof(
      fc.integer({ min: -100, max: 100 }).map((bend): TextFlow => ({ kind: 'arc', bend })),
      fc.boolean().map((inside): TextFlow => ({ kind: 'circle', inside })),
      fc
        .constantFrom('ellipse' as const, 'heart' as const, 'diamond' as const, 'triangle' as const)
        .map((form): TextFlow => ({ kind: 'shape', form })),
    )
    fc.assert(
      fc.property(settings, flow, (change, curve) => {
        const { width, height, glyphs } = laidOut(curve, change)
        const drawn = textPath(font, { ...plain, ...change, flow: curve })
        expect(isSizeKept(glyphs)).toBe(true)
        expect(Math.min(width, height)).toBeGreaterThan(0)
        // Outlines may leave the lines a little, as they do in straight text.
        expect(drawn?.left).toBeGreaterThanOrEqual(-60)
        expect(drawn?.top).toBeGreaterThanOrEqual(-60)
        expect((drawn?.width ?? 0) + (drawn?.left ?? 0)).toBeLessThanOrEqual(width + 60)
        expect((drawn?.height ?? 0) + (drawn?.top ?? 0)).toBeLessThanOrEqual(height + 60)
      }),
      { numRuns: 60 },
    )
  })

  test('vertical text on an arc bulges to the side and stays a column of the same characters', () => {
    const column = laidOut({ kind: 'arc', bend: 60 }, { vertical: true })
    expect(column.height).toBeGreaterThan(column.width)
    expect(column.glyphs.map(({ glyph }) => glyph)).toEqual(laidOut(null, { vertical: true }).glyphs.map(({ glyph }) => glyph))
    const xs = column.glyphs.map(({ matrix }) => matrix[4])
    expect(Math.max(...xs)).toBe(xs[3])
  })
})

describe('text on a circle', () => {
  test('text goes around once from the top, clockwise, with one letter spacing as large as the next', () => {
    const { glyphs, width, height } = laidOut({ kind: 'circle', inside: false })
    expect(width).toBeCloseTo(height, 5)
    const turns = glyphs.map(turnOf)
    expect(turns[0]).toBeGreaterThan(0)
    const steps = turns.slice(1).map((turn, i) => (turn - (turns[i] ?? 0) + 360) % 360)
    for (const step of steps) expect(step).toBeCloseTo(steps[0] ?? 0, 3)
    expect(steps.reduce((sum, step) => sum + step, 0)).toBeLessThan(360)
  })

  test('inside a circle the lowest letter stands upright, and lines are joined', () => {
    const { glyphs } = laidOut({ kind: 'circle', inside: true }, { text: '你好\n世界' })
    const lowest = glyphs.reduce((low, glyph) => (glyph.matrix[5] > low.matrix[5] ? glyph : low))
    expect(Math.abs(turnOf(lowest))).toBeLessThan(60)
    expect(glyphs).toHaveLength(5)
  })
})

describe('text in a shape', () => {
  const linesOf = (settings: Partial<TextSettings>, form: Extract<TextFlow, { kind: 'shape' }>['form']) => {
    const { glyphs } = laidOut({ kind: 'shape', form }, settings)
    const rows = new Map<number, PlacedGlyph[]>()
    for (const glyph of glyphs) {
      const row = Math.round(glyph.matrix[settings.vertical ? 4 : 5])
      rows.set(row, [...(rows.get(row) ?? []), glyph])
    }
    return [...rows.values()].map((row) => row.length)
  }
  const long = { text: '春江潮水连海平海上明月共潮生滟滟随波千万里何处春江无月明' }

  test('lines grow towards the middle of an ellipse and towards the foot of a triangle', () => {
    const ellipse = linesOf(long, 'ellipse')
    expect(ellipse.reduce((sum, count) => sum + count, 0)).toBe(28)
    expect(Math.max(...ellipse)).toBeGreaterThan(ellipse[0] ?? 0)
    const triangle = linesOf(long, 'triangle').slice(0, -1)
    expect(triangle).toEqual([...triangle].sort((a, b) => a - b))
  })

  test('all characters stay, words stay whole, and no line begins with a comma', () => {
    const { glyphs } = laidOut({ kind: 'shape', form: 'heart' }, { text: 'hello，世界。good' })
    expect(glyphs).toHaveLength(13)
    const rows = linesOf({ text: 'abc def ghi' }, 'diamond')
    expect(rows.every((count) => count >= 3)).toBe(true)
  })

  test('columns fill a shape too', () => {
    const columns = linesOf({ ...long, vertical: true }, 'ellipse')
    expect(columns.length).toBeGreaterThan(3)
    expect(columns.reduce((sum, count) => sum + count, 0)).toBe(28)
  })
})

describe('weights', () => {
  test('a font with a weight axis is drawn in the weight that is asked for, within its limits', () => {
    const variable = openFont(withWeightAxis(readFileSync(fontFile)))
    expect(variable.weights).toEqual({ min: 100, max: 900 })
    expect(font.weights).toBeNull()
    const settings = { ...plain, text: '你' }
    const regular = textPicture(variable, settings, '#000000')
    expect(textPicture(variable, { ...settings, weight: 400 }, '#000000')).toEqual(regular)
    expect(textPicture(variable, { ...settings, weight: 900 }, '#000000')).not.toEqual(regular)
    expect(textPicture(variable, { ...settings, weight: 2000 }, '#000000')).toEqual(
      textPicture(variable, { ...settings, weight: 900 }, '#000000'),
    )
    expect(textPicture(font, { ...settings, weight: 900 }, '#000000')).toEqual(textPicture(font, settings, '#000000'))
  })
})

/** Returns the font with tables fvar and gvar added: at weight 900 every point of every glyph lies 100 units further right. */
function withWeightAxis(bytes: Buffer): Buffer {
  const tables = Array.from({ length: bytes.readUInt16BE(4) }, (_, i) => {
    const at = 12 + i * 16
    const offset = bytes.readUInt32BE(at + 8)
    return { tag: bytes.toString('latin1', at, at + 4), data: bytes.subarray(offset, offset + bytes.readUInt32BE(at + 12)) }
  })
  const find = (tag: string) => tables.find((table) => table.tag === tag)?.data ?? Buffer.alloc(0)
  const count = find('maxp').readUInt16BE(4)
  const fvar = Buffer.alloc(36)
  ;[1, 0, 16, 2, 1, 20, 0, 8].forEach((value, i) => {
    fvar.writeUInt16BE(value, i * 2)
  })
  fvar.write('wght', 16, 'latin1')
  ;[100, 400, 900].forEach((value, i) => {
    fvar.writeInt32BE(value << 16, 20 + i * 4)
  })
  fvar.writeUInt16BE(256, 34)
  // Two deltas, for the points 0 and 1, are enough to change an outline; the others are interpolated.
  const deltas = Buffer.from([2, 1, 0, 1, 0x41, 0, 100, 0, 100, 0x81])
  const header = Buffer.from([0, 1, 0, 10, 0, deltas.length, 0xa0, 0, 0x40, 0])
  const variation = Buffer.concat([header, deltas])
  const gvar = Buffer.alloc(20 + (count + 1) * 4)
  gvar.writeUInt16BE(1, 0)
  gvar.writeUInt16BE(1, 4)
  gvar.writeUInt32BE(gvar.length, 8)
  gvar.writeUInt16BE(count, 12)
  gvar.writeUInt16BE(1, 14)
  gvar.writeUInt32BE(gvar.length, 16)
  for (let i = 0; i <= count; i++) gvar.writeUInt32BE(i * variation.length, 20 + i * 4)
  const all = [
    ...tables,
    { tag: 'fvar', data: fvar },
    { tag: 'gvar', data: Buffer.concat([gvar, ...Array.from({ length: count }, () => variation)]) },
  ].sort((a, b) => (a.tag < b.tag ? -1 : 1))
  const directory = Buffer.alloc(12 + all.length * 16)
  bytes.copy(directory, 0, 0, 4)
  directory.writeUInt16BE(all.length, 4)
  let offset = directory.length
  for (const [i, { tag, data }] of all.entries()) {
    directory.write(tag, 12 + i * 16, 'latin1')
    directory.writeUInt32BE(offset, 12 + i * 16 + 8)
    directory.writeUInt32BE(data.length, 12 + i * 16 + 12)
    offset += data.length
  }
  return Buffer.concat([directory, ...all.map(({ data }) => data)])
}
