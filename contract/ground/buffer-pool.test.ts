import { expect, test } from 'vitest'
import { createBufferPool } from './buffer-pool'

test('memory that was given back is taken again, the smallest piece that is large enough', () => {
  const pool = createBufferPool()
  const [small, large] = [new ArrayBuffer(100), new ArrayBuffer(900)]
  pool.give(large)
  pool.give(small)
  expect(pool.take(90)).toBe(small)
  expect(pool.take(90)).toBe(large)
  expect(pool.take(90).byteLength).toBe(90)
})

test('40 MB are kept at most, the largest pieces of them, and none that is larger', () => {
  const pool = createBufferPool()
  const megabyte = 1 << 20
  for (const megabytes of [20, 5, 10, 8, 50]) pool.give(new ArrayBuffer(megabytes * megabyte))
  expect([1, 1, 1, 1].map((bytes) => pool.take(bytes).byteLength)).toEqual([8 * megabyte, 10 * megabyte, 20 * megabyte, 1])
})

test('a pool that was cleared keeps nothing', () => {
  const pool = createBufferPool()
  pool.give(new ArrayBuffer(900))
  pool.clear()
  expect(pool.take(90).byteLength).toBe(90)
})
