import { expect, test } from 'vitest'
import { columnClass, gridOf, isShown, orderColumns } from './order-columns'

const shown = (...hidden: string[]) => orderColumns.filter((column) => isShown(column, {}) && !hidden.includes(column.key))
/** Number of tracks of a grid, where `minmax(…)` is one. */
const tracks = (value: unknown) =>
  String(value)
    .replace(/\([^)]*\)/g, '')
    .split(' ').length

test.each([
  ['as the program begins', [], 5],
  ['without the effect images', ['effect'], 4],
  ['without the column that another stands under', ['download'], 5],
  ['without pictures and states', ['print', 'effect', 'download', 'push'], 2],
])('the grid has a track for each column, and one for two that share it in a narrow window: %s', (_, hidden, narrow) => {
  const columns = shown(...hidden)
  const grid = gridOf(columns) as Record<string, unknown>
  expect(tracks(grid['--orders-usual'])).toBe(columns.length)
  expect(tracks(grid['--orders-wide'])).toBe(columns.length)
  expect(tracks(grid['--orders-folded'])).toBe(columns.filter(({ foldable }) => !foldable).length)
  expect(tracks(grid['--orders-narrow'])).toBe(narrow)
})

test('a column stands under another only while that is shown', () => {
  const both = shown()
  expect(columnClass(both, both.length - 1)).toBe('orders-cell-push is-stacked')
  expect(columnClass(both, both.length - 2)).toBe('orders-cell-download is-above')
  const alone = shown('download')
  expect(columnClass(alone, alone.length - 1)).toBe('orders-cell-push')
})

test('columns that share a place are the last two, and essential ones are not hidden by a stored choice', () => {
  for (const { under } of orderColumns) if (under !== undefined) expect(orderColumns.at(-2)?.key).toBe(under)
  const none = Object.fromEntries(orderColumns.map(({ key }) => [key, false]))
  expect(orderColumns.filter((column) => isShown(column, none)).map(({ key }) => key)).toEqual(['product', 'info'])
})
