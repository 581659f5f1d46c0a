/**
 * The score of two phone names as the product's rule words it: both brands the same, then the numbers count 70 % (equal: all of it,
 * one side without any: half, else a fifth) and the edit distance of the letters 30 %. It alone is not safe (reno11 ~ reno11pro
 * reaches 0.9): see safety.ts for what caps and lifts it.
 */
import type { Phone } from './names'

/** A score from which on two names are one phone. */
export const matchThreshold = 0.9
/** The weakest sum of the rule's weights is not 0.9 in binary: 0.7 + 0.3 · 2/3 = 0.8999…; equal to one part in 10⁹ counts. */
export const scoreSlack = 1e-9

/** Levenshtein distance, one row at a time. */
export function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const changed = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}

function numbersScore(a: string, b: string): number {
  if (a === b) return 1
  return a === '' || b === '' ? 0.5 : 0.2
}

function lettersScore(a: string, b: string): number {
  const longer = Math.max(a.length, b.length)
  return longer === 0 ? 1 : 1 - editDistance(a, b) / longer
}

/** 0 to 1; 0 for different brands. */
export function ruleScore(a: Phone, b: Phone): number {
  if (a.brand !== b.brand || a.brand === null) return 0
  return 0.7 * numbersScore(a.numbers, b.numbers) + 0.3 * lettersScore(a.letters, b.letters)
}
