/**
 * Scores two phone names by the product's rule: brands must be equal; numbers then count 70 % (equal: all of it, missing on one
 * side: half, different: a fifth) and the edit distance of the letters 30 %. The rule alone is not safe (reno11 ~ reno11pro
 * reaches 0.9); safety.ts limits and raises its scores.
 */
import type { Phone } from '../../../../contract/rules/phone-names'

/** Two names with at least this score are one phone. */
export const matchThreshold = 0.9
/** Tolerance: the rule's smallest match, 0.7 + 0.3 · 2/3, is 0.8999… in binary, so 0.9 less one part in 10⁹ counts as 0.9. */
export const scoreSlack = 1e-9

/** Row of the distance table; it is kept because a factory's list needs many thousand distances. */
const row: number[] = []

/** Levenshtein distance, one row at a time. */
export function editDistance(a: string, b: string): number {
  for (let j = 0; j <= b.length; j += 1) row[j] = j
  for (let i = 1; i <= a.length; i += 1) {
    let diagonal = i - 1
    row[0] = i
    for (let j = 1; j <= b.length; j += 1) {
      const above = row[j] as number
      const changed = diagonal + (a.charCodeAt(i - 1) === b.charCodeAt(j - 1) ? 0 : 1)
      row[j] = Math.min(changed, above + 1, (row[j - 1] as number) + 1)
      diagonal = above
    }
  }
  return row[b.length] as number
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
