/**
 * Scores two phone names by the product's rule: brands must be equal; numbers then count 70 % (equal: all of it, missing on one
 * side: half, different: a fifth) and the edit distance of the letters 30 %. The rule alone is not safe (reno11 ~ reno11pro
 * reaches 0.9); safety.ts limits and raises its scores.
 */
import type { Phone } from './names'

/** Two names with at least this score are one phone. */
export const matchThreshold = 0.9
/** Tolerance: the rule's smallest match, 0.7 + 0.3 · 2/3, is 0.8999… in binary, so 0.9 less one part in 10⁹ counts as 0.9. */
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

/** 0 to 1; 0 for different or unknown brands. */
export function ruleScore(a: Phone, b: Phone): number {
  if (a.brand !== b.brand || a.brand === null) return 0
  return 0.7 * numbersScore(a.numbers, b.numbers) + 0.3 * lettersScore(a.letters, b.letters)
}
