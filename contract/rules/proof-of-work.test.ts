import { expect, test } from 'vitest'
import { freeBegins, isProof, maxBegins, proofBits, proofText, seedLength } from './proof-of-work'

test('a puzzle gets harder with the excess, and never easier', () => {
  expect([1, 60, 61, 180, 181, 420, 421].map(proofBits)).toEqual([14, 14, 15, 15, 16, 16, 17])
  for (let beyond = 1; beyond < maxBegins; beyond++) expect(proofBits(beyond + 1)).toBeGreaterThanOrEqual(proofBits(beyond))
  expect(proofBits(maxBegins - freeBegins)).toBe(17)
})

test('zero bits are counted from the front', () => {
  expect(isProof(0x0003ffff, 14)).toBe(true)
  expect(isProof(0x0004_0000, 14)).toBe(false)
  expect(isProof(0, 32)).toBe(true)
  expect(isProof(0x8000_0000, 1)).toBe(false)
})

test('the text of the longest answer fits into one block of the hash', () => {
  expect(proofText('f'.repeat(seedLength), 23, 2 ** 31).length).toBeLessThan(56)
})
