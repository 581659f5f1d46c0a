import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type NestPiece, type NestSheet, nest } from './nest'

const sheet: NestSheet = { widthMm: 300, heightMm: 200, marginMm: 5, gapMm: 2, mayTurn: true }
const tenths = (least: number, most: number) => fc.integer({ min: least * 10, max: most * 10 }).map((value) => value / 10)
const pieces = fc
  .array(fc.record({ widthMm: tenths(1, 320), heightMm: tenths(1, 320) }), { maxLength: 40 })
  .map((sizes) => sizes.map((size, at): NestPiece => ({ ...size, key: `p${at}` })))
const sheets = fc.record({
  ...{ widthMm: tenths(50, 600), heightMm: tenths(50, 600), marginMm: tenths(0, 20), gapMm: tenths(0, 8) },
  mayTurn: fc.boolean(),
})

/** Boxes of a sheet in whole tenths of a millimetre. */
function boxesOf(all: readonly NestPiece[], placements: ReturnType<typeof nest>['sheets'][number]['placements']) {
  return placements.map(({ key, xMm, yMm, turn }) => {
    const piece = all.find((one) => one.key === key)
    if (piece === undefined) throw new Error(`no piece ${key}`)
    const [width, height] = [piece.widthMm, piece.heightMm].map((mm) => Math.round(mm * 10)) as [number, number]
    const [x, y] = [xMm, yMm].map((mm) => Math.round(mm * 10)) as [number, number]
    return { x, y, right: x + (turn === 90 ? height : width), bottom: y + (turn === 90 ? width : height) }
  })
}

describe('nesting', () => {
  test('no piece lies outside, none nearer to another than the gap, and each lies on one sheet or is too large', () => {
    fc.assert(
      fc.property(pieces, sheets, (all, on) => {
        const { sheets: made, tooLarge } = nest(all, on)
        const keys = [...made.flatMap(({ placements }) => placements.map(({ key }) => key)), ...tooLarge]
        expect(keys.sort()).toEqual(all.map(({ key }) => key).sort())
        const [gap, margin] = [on.gapMm, on.marginMm].map((mm) => Math.round(mm * 10)) as [number, number]
        const [width, height] = [on.widthMm, on.heightMm].map((mm) => Math.round(mm * 10)) as [number, number]
        for (const { placements } of made) {
          if (!on.mayTurn) expect(placements.every(({ turn }) => turn === 0)).toBe(true)
          const boxes = boxesOf(all, placements)
          for (const [at, box] of boxes.entries()) {
            expect(Math.min(box.x, box.y)).toBeGreaterThanOrEqual(margin)
            expect(box.right).toBeLessThanOrEqual(width - margin)
            expect(box.bottom).toBeLessThanOrEqual(height - margin)
            for (const other of boxes.slice(at + 1)) {
              const apart =
                box.right + gap <= other.x ||
                other.right + gap <= box.x ||
                box.bottom + gap <= other.y ||
                other.bottom + gap <= box.y
              expect(apart).toBe(true)
            }
          }
        }
        for (const key of tooLarge) {
          const piece = all.find((one) => one.key === key)
          const [wide, high] = [piece?.widthMm ?? 0, piece?.heightMm ?? 0].map((mm) => Math.round(mm * 10)) as [number, number]
          const fits = (w: number, h: number) => w <= width - 2 * margin && h <= height - 2 * margin
          expect(fits(wide, high) || (on.mayTurn && fits(high, wide))).toBe(false)
        }
      }),
      { numRuns: 60 },
    )
  })

  test('equal pieces fill a sheet to its border, and only then the next one', () => {
    const all = Array.from({ length: 50 }, (_, at) => ({ key: `p${at}`, widthMm: 56.4, heightMm: 46 }))
    // Five by four in 290 × 190 mm with gaps of 2 mm.
    const { sheets: made } = nest(all, { ...sheet, mayTurn: false })
    expect(made.map(({ placements }) => placements.length)).toEqual([20, 20, 10])
  })

  test('a piece that fits only when it is turned is turned, or too large where that is not allowed', () => {
    const all = [{ key: 'tall', widthMm: 100, heightMm: 250 }]
    expect(nest(all, sheet).sheets).toEqual([{ placements: [{ key: 'tall', xMm: 5, yMm: 5, turn: 90 }] }])
    expect(nest(all, { ...sheet, mayTurn: false })).toEqual({ sheets: [], tooLarge: ['tall'] })
    expect(nest([], sheet)).toEqual({ sheets: [], tooLarge: [] })
  })

  test('sizes that are none are no question for a search', () => {
    expect(() => nest([{ key: 'a', widthMm: 0, heightMm: 5 }], sheet)).toThrow(RangeError)
    expect(() => nest([], { ...sheet, gapMm: -1 })).toThrow(RangeError)
  })
})
