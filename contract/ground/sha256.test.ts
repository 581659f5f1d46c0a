import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sha256InSlices, sha256Of } from './sha256'

const truth = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

test('sha256 of any bytes equals the result of Node', async () => {
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

test('sha256 of a large file and of a section of a larger buffer is correct', async () => {
  const bytes = Uint8Array.from({ length: 3_000_001 }, (_, at) => at * 7)
  expect(await sha256InSlices(bytes)).toBe(truth(bytes))
  expect(await sha256InSlices(bytes.subarray(3, 2_000_000))).toBe(truth(bytes.subarray(3, 2_000_000)))
  expect(await sha256Of(bytes)).toBe(truth(bytes))
})
