import { expect, test } from 'vitest'
import { firstOrderLayout } from '../../../contract/rules/order-layout'
import { columnClass, gridOf, orderColumns } from './order-columns'
import { columnsOf, isShown } from './use-layout'

const large = { ...firstOrderLayout, density: 'large' } as const
const shown = (...hidden: string[]) => columnsOf(large).filter((column) => isShown(column, large) && !hidden.includes(column.key))
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
  const grid = gridOf(columns, 'large') as Record<string, unknown>
  expect(tracks(grid['--orders-usual'])).toBe(columns.length)
  expect(tracks(grid['--orders-wide'])).toBe(columns.length)
  expect(tracks(grid['--orders-folded'])).toBe(columns.filter(({ foldable }) => !foldable).length)
  expect(tracks(grid['--orders-narrow'])).toBe(narrow)
})

test('a column stands under another only while that is shown', () => {
  const both = shown()
  expect(columnClass(both, both.length - 1, 'large')).toBe('orders-cell-push is-stacked')
  expect(columnClass(both, both.length - 2, 'large')).toBe('orders-cell-download is-above')
  const alone = shown('download')
  expect(columnClass(alone, alone.length - 1, 'large')).toBe('orders-cell-push')
})

test('columns that share a place are the last two, and essential ones are not hidden by a stored choice', () => {
  for (const { under } of orderColumns) if (under !== undefined) expect(orderColumns.at(-2)?.key).toBe(under)
  const choices = Object.fromEntries(orderColumns.map(({ key }) => [key, false]))
  const essential = orderColumns.filter((column) => isShown(column, { choices })).map(({ key }) => key)
  expect(essential).toEqual(['order', 'product', 'info', 'alerts'])
})

test('rows of one line have a track for each column and one for the detail, and fewer in a narrow window', () => {
  const columns = columnsOf(firstOrderLayout).filter((column) => isShown(column, firstOrderLayout))
  const grid = gridOf(columns, 'compact') as Record<string, unknown>
  expect(tracks(grid['--orders-usual'])).toBe(columns.length + 1)
  expect(tracks(grid['--orders-narrow'])).toBe(columns.filter(({ compact }) => !compact.folded).length + 1)
})

test('columns stand in the order of the seller, and one that he did not place stands behind the one before it', () => {
  const keys = (order: string[]) => columnsOf({ density: 'large', order }).map(({ key }) => key)
  expect(keys(['push', 'info', 'gone', 'push'])).toEqual(keys(['push', 'info']))
  const placed = keys(['push', 'info'])
  expect(placed.indexOf('push')).toBeLessThan(placed.indexOf('info'))
  expect(placed.indexOf('print')).toBe(placed.indexOf('info') + 1)
})
