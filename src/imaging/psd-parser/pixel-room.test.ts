import { expect, test } from 'vitest'
import { createPixelRoom, rasterIn } from './pixel-room'

test('memory that was given back is taken again, the smallest piece that is large enough', () => {
  const room = createPixelRoom()
  const [small, large] = [new ArrayBuffer(100), new ArrayBuffer(900)]
  room.give(large)
  room.give(small)
  expect(room.take(90)).toBe(small)
  expect(room.take(90)).toBe(large)
  expect(room.take(90).byteLength).toBe(90)
})

test('only a few pieces are kept, the largest of them, and none of a huge picture', () => {
  const room = createPixelRoom()
  for (const bytes of [400, 100, 300, 200, 40_000_000]) room.give(new ArrayBuffer(bytes))
  expect([1, 1, 1, 1].map((bytes) => room.take(bytes).byteLength)).toEqual([200, 300, 400, 1])
})

test('a raster in larger memory has its own px only', () => {
  const raster = rasterIn({ left: 5, top: 6, right: 8, bottom: 10 }, { take: () => new ArrayBuffer(99), give: () => undefined })
  expect(raster).toMatchObject({ left: 5, top: 6, right: 8, bottom: 10, width: 3, height: 4 })
  expect(raster.data.length).toBe(48)
})
