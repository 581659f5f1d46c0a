/** Tests which columns a table leaves out where its box is too narrow for all. */
import { expect, test } from 'vitest'
import { fitOf } from './use-table-fit'

const columns = [
  { key: 'no', width: 56 },
  { key: 'name' },
  { key: 'added', width: 152, foldable: 'first' as const },
  { key: 'ends', width: 112, foldable: true },
  { key: 'read', width: 176, foldable: true },
]
const shown = (box: number) => {
  const fit = fitOf(columns, 230, box)
  return [fit.columns.map(({ key }) => key).join(' '), fit.least]
}

test('a table keeps all columns while the one without a width has room for a name', () => {
  expect(shown(846)).toEqual(['no name added ends read', null])
})

test('a table whose name would be squeezed leaves out one foldable column after another', () => {
  expect(shown(845)).toEqual(['no name ends read', null])
  expect(shown(693)).toEqual(['no name ends', null])
  expect(shown(517)).toEqual(['no name', null])
})

test('a table that is too narrow even then scrolls sideways', () => {
  expect(shown(405)).toEqual(['no name', 406])
})
