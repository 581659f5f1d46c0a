/** Whether a mask holds a subject at all. */
import type { Plane } from './plane'

/** Smaller than this share of the picture is nothing that was meant. */
const leastArea = 0.004
/** Mean certainty inside, below which the model has only guessed. */
const leastScore = 0.6

export interface Found {
  /** Share of the picture inside, 0 to 1. */
  readonly area: number
  /** Mean certainty of what is inside, 0 to 1; 0 when nothing is. */
  readonly score: number
}

/** `mask` covers `share` of the picture. */
export function lookAt({ data }: Plane, share = 1): Found {
  let inside = 0
  let sum = 0
  for (const value of data) {
    if (value <= 0.5) continue
    inside += 1
    sum += value
  }
  return { area: (inside / data.length) * share, score: inside === 0 ? 0 : sum / inside }
}

export const isSubject = ({ area, score }: Found): boolean => area >= leastArea && score >= leastScore
