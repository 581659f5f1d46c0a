import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sha256InSlices, sha256Of } from './sha256'

const truth = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

test('any bytes have the sum the standard gives them', async () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc.nat(200).map((length) => new Uint8Array(length)),
  )
  await fc.assert(
    fc.asyncProperty(bytes, async (content) => {
      expect(await sha256InSlices(content)).toBe(truth(content))
    }),
  )
})

test('a large file and a part of a larger buffer too', async () => {
  const bytes = Uint8Array.from({ length: 3_000_001 }, (_, at) => at * 7)
  expect(await sha256InSlices(bytes)).toBe(truth(bytes))
  expect(await sha256InSlices(bytes.subarray(3, 2_000_000))).toBe(truth(bytes.subarray(3, 2_000_000)))
  expect(await sha256Of(bytes)).toBe(truth(bytes))
})
