import { expect, test } from 'vitest'
import { markBoxes } from '../../../contract/rules/sheet-marks'
import { layPrints } from './lay-freely'

const bed = { widthMm: 300, heightMm: 420 }
const settings = { gapMm: 3, marginMm: 5, bleedMm: 0, marks: false, minFill: 0 }
const piecesOf = (all: readonly { widthMm: number; heightMm: number }[]) =>
  all.map((size, id) => ({ id, phoneModelId: null, ...size }))

test('a print that is larger than the bed is named, and an emptier sheet than wanted waits', () => {
  const pieces = piecesOf([
    { widthMm: 500, heightMm: 20 },
    { widthMm: 400, heightMm: 250 },
    { widthMm: 10, heightMm: 10 },
  ])
  expect(layPrints(pieces, bed, settings)).toMatchObject({ tooLarge: [0], later: [] })
  expect(layPrints(pieces, bed, { ...settings, minFill: 0.9 })).toMatchObject({ placements: [], tooLarge: [0] })
})

test('the bleed of a print stays within the margins, and its corner is that of the print', () => {
  const [placed] = layPrints(piecesOf([{ widthMm: 50, heightMm: 60 }]), bed, { ...settings, bleedMm: 2 }).placements
  expect(placed).toMatchObject({ xMm: 7, yMm: 7, turn: 0 })
})

test('with room for marks every print has its mark below it', () => {
  const pieces = piecesOf(Array.from({ length: 30 }, (_, index) => ({ widthMm: 8 + index, heightMm: 30 })))
  const { placements } = layPrints(pieces, bed, { ...settings, marks: true })
  const prints = placements.map((placed) => ({ ...placed, ...(pieces[placed.pieceId] as (typeof pieces)[number]) }))
  expect(placements.every(({ sheet, turn }) => sheet === 1 && turn === 0)).toBe(true)
  for (const [at, mark] of markBoxes(prints, bed, 0).entries()) {
    expect(mark?.xMm).toBe(prints[at]?.xMm)
    expect(mark?.yMm).toBeCloseTo((prints[at]?.yMm ?? 0) + 30.5)
  }
})
