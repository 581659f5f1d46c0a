import { expect, test } from 'vitest'
import { hasShape } from './shape'

const rows = [{ id: 1 }]
const page = ['items[]', 'totalItems#'] as const

test.each([
  [rows, 'list', true],
  [[], 'list', true],
  [{ items: rows, totalItems: 1 }, page, true],
  [{ items: [], totalItems: 0, more: 1 }, page, true],
  [{ factoryOrderIds: ['A'] }, ['factoryOrderIds()'], true],
  [{ line: { id: 1 } }, ['line{}'], true],
  [{ anything: 1 }, undefined, true],
  [{}, 'list', false],
  [{ items: [] }, 'list', false],
  [[null], 'list', false],
  [['x'], 'list', false],
  [[1], 'list', false],
  [{}, page, false],
  [[], page, false],
  [{ items: [] }, page, false],
  [{ items: {}, totalItems: 1 }, page, false],
  [{ items: [null], totalItems: 1 }, page, false],
  [{ items: [], totalItems: '3' }, page, false],
  [{ items: [], totalItems: null }, page, false],
  [{ factoryOrderIds: null }, ['factoryOrderIds()'], false],
  [{ line: [] }, ['line{}'], false],
] as const)('%j with the shape %j: %s', (value, shape, fits) => {
  expect(hasShape(value, shape)).toBe(fits)
})
