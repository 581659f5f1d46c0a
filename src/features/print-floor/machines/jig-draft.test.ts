/** Tests the figures of jigs: grids that fill a plate, numbers of slots, and stored jigs that become grids again. */
import { expect, test } from 'vitest'
import { gridSlots, jigProblem } from '../../../../contract/rules/jig'
import { addedGroup, draftOf, filledGrid, gridOf, layoutOf, newDraft, turnedGrid } from './jig-draft'

const bed = { widthMm: 600, heightMm: 900 }
const grid = {
  rows: 1,
  columns: 1,
  widthMm: 80,
  heightMm: 165,
  turn: 0,
  pitchXMm: 85,
  pitchYMm: 170,
  firstXMm: 0,
  firstYMm: 0,
} as const

test('a bed of 600 × 900 mm takes 7 × 5 slots of 80 × 165 mm, in its middle', () => {
  const filled = filledGrid(bed, grid)
  expect(filled).toMatchObject({ columns: 7, rows: 5, firstXMm: 5, firstYMm: 27.5 })
  const slots = gridSlots({ ...filled, group: '通用' })
  expect(jigProblem({ ...bed, slots, groups: [{ name: '通用', phoneModelIds: [] }] })).toBeNull()
})

test('a slot that is larger than the bed stays one slot, and the problem is said', () => {
  const draft = {
    widthMm: 60,
    heightMm: 60,
    groups: [{ name: '大', phoneModelIds: [], grid: filledGrid({ widthMm: 60, heightMm: 60 }, grid), slots: null }],
  }
  expect(layoutOf(draft).slots).toHaveLength(1)
  expect(jigProblem(layoutOf(draft))).toBe('工位 S1 超出了治具，请检查尺寸、行列数和间距')
})

test('slots are numbered on from group to group, and past the numbers of a file', () => {
  const draft = newDraft({ widthMm: 200, heightMm: 200 })
  const file = [{ key: 'S2', group: '旧', xMm: 0, yMm: 0, widthMm: 10, heightMm: 10, turn: 0 as const }]
  const groups = [...draft.groups, { ...addedGroup(draft), name: '旧', slots: file }, addedGroup(draft)]
  const { slots } = layoutOf({ ...draft, groups })
  expect(slots.map(({ key, group }) => `${group} ${key}`)).toEqual(['通用 S1', '通用 S3', '旧 S2', '工位组 2 S4', '工位组 2 S5'])
})

test('a stored grid becomes rows, columns and pitches again, and other slots stay where they are', () => {
  const made = { ...filledGrid(bed, grid), rows: 2, columns: 3, turn: 90 as const }
  const slots = gridSlots({ ...made, group: '通用' })
  expect(gridOf(slots)).toEqual(made)
  const [first, ...others] = slots
  if (!first) throw new Error('no slot was made')
  const moved = [{ ...first, xMm: first.xMm + 1 }, ...others]
  expect(gridOf(moved)).toBeNull()
  const stored = { ...bed, slots: moved, groups: [{ name: '通用', phoneModelIds: [7] }] }
  expect(layoutOf(draftOf(stored))).toEqual(stored)
})

test('a quarter turn exchanges the sides of the slots and keeps the spaces between them', () => {
  expect(turnedGrid(grid, 90)).toMatchObject({ turn: 90, widthMm: 165, heightMm: 80, pitchXMm: 170, pitchYMm: 85 })
  expect(turnedGrid(turnedGrid(grid, 90), 270)).toMatchObject({ turn: 270, widthMm: 165, pitchXMm: 170 })
  expect(turnedGrid(grid, 180)).toMatchObject({ turn: 180, widthMm: 80 })
})
