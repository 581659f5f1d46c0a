import { expect, test } from 'vitest'
import { gridSlots, type JigLayout, jigProblem, placeInSlot } from './jig'
import { pieceCode, readPieceCode } from './piece-code'
import { isStepDone, mayStep, nextStep, planSlots } from './print-batch'
import { sheetName } from './sheet-name'

const grid = { rows: 2, columns: 3, pitchXMm: 90, pitchYMm: 180, firstXMm: 5, firstYMm: 5, turn: 0, group: 'A' } as const
const jig: JigLayout = {
  widthMm: 300,
  heightMm: 400,
  slots: gridSlots({ ...grid, widthMm: 80, heightMm: 165 }),
  groups: [{ name: 'A', phoneModelIds: [] }],
}
const piece = (id: number, change: object = {}) => ({ id, phoneModelId: 7, widthMm: 78, heightMm: 160, ...change })
const many = (count: number) => Array.from({ length: count }, (_, index) => piece(index + 1))

test('slots of a grid are numbered row by row, and a print lies in the middle of its slot', () => {
  expect(jig.slots.map(({ key, xMm, yMm }) => [key, xMm, yMm])).toEqual([
    ['S1', 5, 5],
    ['S2', 95, 5],
    ['S3', 185, 5],
    ['S4', 5, 185],
    ['S5', 95, 185],
    ['S6', 185, 185],
  ])
  expect(placeInSlot(jig.slots[4] as never, { widthMm: 78, heightMm: 160 })).toEqual({ xMm: 96, yMm: 187.5 })
  const lying = gridSlots({ ...grid, rows: 1, columns: 1, turn: 90, widthMm: 165, heightMm: 80 })[0] as never
  expect(placeInSlot(lying, { widthMm: 78, heightMm: 160 })).toEqual({ xMm: 7.5, yMm: 6 })
})

test('a print that is larger than its slot is not laid into it', () => {
  expect(placeInSlot(jig.slots[0] as never, { widthMm: 80.2, heightMm: 160 })).toBeNull()
  expect(planSlots([piece(1, { heightMm: 170 })], jig, { minFill: 0 })).toEqual({ placements: [], unfit: [1], later: [] })
})

test('pieces fill one sheet after another, and a sheet that is not full enough waits', () => {
  const all = planSlots(many(8), jig, { minFill: 0 })
  expect(all.placements.map(({ sheet, slot }) => `${sheet}${slot}`)).toEqual([
    ...['1S1', '1S2', '1S3', '1S4', '1S5', '1S6'],
    ...['2S1', '2S2'],
  ])
  const full = planSlots(many(8), jig, { minFill: 1 })
  expect(full.placements).toHaveLength(6)
  expect(full.later).toEqual([7, 8])
  expect(planSlots(many(8), jig, { minFill: 0, sheets: 1 }).later).toEqual([7, 8])
})

test('a slot for certain models takes these alone, and before one for any model does', () => {
  const mixed: JigLayout = {
    ...jig,
    slots: jig.slots.slice(0, 2).map((slot, index) => ({ ...slot, group: index === 0 ? 'any' : 'only' })),
    groups: [
      { name: 'any', phoneModelIds: [] },
      { name: 'only', phoneModelIds: [7] },
    ],
  }
  const { placements } = planSlots([piece(1), piece(2, { phoneModelId: 8 }), piece(3, { phoneModelId: null })], mixed, {
    minFill: 0,
  })
  expect(placements.map(({ pieceId, sheet, slot }) => [pieceId, sheet, slot])).toEqual([
    [2, 1, 'S1'],
    [1, 1, 'S2'],
    [3, 2, 'S1'],
  ])
})

test('a jig whose slots overlap, leave it or share a name is refused in words', () => {
  expect(jigProblem(jig)).toBeNull()
  const [first] = jig.slots
  const wrong = (slots: readonly object[]) => jigProblem({ ...jig, slots: slots as JigLayout['slots'] })
  expect(wrong([])).toContain('至少')
  expect(wrong([first as object, { ...first, xMm: 200 }])).toContain('都叫“S1”')
  expect(wrong([first as object, { ...first, key: 'S2', xMm: 40 }])).toContain('重叠')
  expect(wrong([{ ...first, xMm: 250 }])).toContain('超出')
  expect(wrong([{ ...first, group: 'B' }])).toContain('工位组“B”不存在')
})

test('a piece code is read however a scanner types it, and nothing else is one', () => {
  const code = pieceCode([1, 2, 3, 4, 5, 6, 7])
  expect(code).toMatch(/^P[0-9A-Z]{8}$/)
  const wide = [...code].map((character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0)).join('')
  for (const typed of [code, code.toLowerCase(), ` ${code}\r\n`, wide, `${code.slice(0, 5)}-${code.slice(5)}`]) {
    expect(readPieceCode(typed)).toBe(code)
  }
  const wrong = code.endsWith('0') ? `${code.slice(0, -1)}1` : `${code.slice(0, -1)}0`
  for (const typed of ['', code.slice(1), wrong, `${code}0`, '2456789012345678901']) expect(readPieceCode(typed)).toBeNull()
})

test('a piece is printed, packed and shipped in this order, and may fail until it is shipped', () => {
  expect(['planned', 'printed', 'packed', 'shipped', 'waiting'].map((state) => nextStep(state as never))).toEqual([
    ...['printed', 'packed', 'shipped'],
    ...[null, null],
  ])
  expect(mayStep('waiting', 'printed')).toBe(false)
  expect(mayStep('packed', 'failed')).toBe(true)
  expect(mayStep('shipped', 'failed')).toBe(false)
  expect(isStepDone('packed', 'printed')).toBe(true)
  expect(isStepDone('cancelled', 'printed')).toBe(false)
})

test('names of sheets differ within a batch and between batches, whatever parts the seller chose', () => {
  const facts = { batch: 12, sheet: 1, sheets: 3, printer: 'UV/6090', jig: null, date: '2026-11-30', pieces: 35 }
  expect(sheetName(['date', 'printer'], facts)).toBe('2026-11-30_UV_6090_B0012_1-3')
  expect(sheetName(['batch', 'sheet', 'jig', 'pieces'], facts)).toBe('B0012_1-3_35件')
})
