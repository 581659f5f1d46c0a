/** Tests that a jig written as an SVG is read as the same jig. */
import { expect, test } from 'vitest'
import { gridSlots } from '../../../../contract/rules/jig'
import { jigFile, readJigFile } from './jig-files'

const group = '通用'
const upright = gridSlots({
  rows: 1,
  columns: 2,
  pitchXMm: 95,
  pitchYMm: 175,
  firstXMm: 10,
  firstYMm: 10,
  turn: 0,
  group,
  widthMm: 80,
  heightMm: 165,
})
const across = [{ key: 'A3', group, xMm: 10, yMm: 200, widthMm: 165, heightMm: 80, turn: 90 as const }]
const jig = { id: 1, updatedAt: 0, name: '两竖一横', widthMm: 220, heightMm: 300, groups: [{ name: group, phoneModelIds: [] }] }

test('the slots of a jig come back from its file as they lie, turned ones too', async () => {
  const file = jigFile({ ...jig, slots: [...upright, ...across] })
  expect(file.name).toBe('两竖一横.svg')
  const { name, layout, problems } = await readJigFile({ ...file, path: file.name })
  expect([name, problems]).toEqual(['两竖一横', []])
  expect(layout).toMatchObject({ widthMm: 220, heightMm: 300 })
  expect(layout.slots).toEqual([...upright, { ...across[0], key: 'S3' }])
})

test('slots whose numbers would meet in the file are numbered anew', async () => {
  const keys = ['左1', '右1']
  const file = jigFile({ ...jig, slots: upright.map((slot, at) => ({ ...slot, key: keys[at] ?? '' })) })
  const { layout } = await readJigFile({ ...file, path: file.name })
  expect(layout.slots.map(({ key }) => key)).toEqual(['S1', 'S2'])
})

test('a file that is no SVG is refused in words', async () => {
  await expect(readJigFile({ name: 'a.svg', path: 'a.svg', blob: new Blob(['nothing']) })).rejects.toThrow(/SVG/)
})
