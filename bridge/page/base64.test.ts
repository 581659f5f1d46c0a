import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pieceToBase64 } from './base64'

test('pieceToBase64 agrees with Node’s base64, also for a view into a larger buffer', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(3), (bytes, start) => {
      expect(pieceToBase64(bytes.subarray(start))).toBe(Buffer.from(bytes.subarray(start)).toString('base64'))
    }),
  )
  const piece = Uint8Array.from({ length: 192 * 1024 }, (_, i) => (i * 2654435761) >>> 13)
  expect(pieceToBase64(piece)).toBe(Buffer.from(piece).toString('base64'))
})
