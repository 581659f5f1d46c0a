/** Decides whether a mask holds a subject at all, and whether it is one that the model knows. */
import { type Plane, resized } from './plane'

/** Minimum share of the picture; anything smaller is not the intended subject. */
const leastArea = 0.004
/** Minimum mean certainty inside; below it the model only guessed. */
const leastScore = 0.6

export interface Found {
  /** Share of the picture inside the mask, 0 to 1. */
  readonly area: number
  /** Mean certainty inside the mask, 0 to 1; 0 when the mask is empty. */
  readonly score: number
}

/** Measures a mask that covers `share` of the picture. */
export function measureMask({ data }: Plane, share = 1): Found {
  let inside = 0
  let sum = 0
  for (const value of data) {
    if (value <= 0.5) continue
    inside += 1
    sum += value
  }
  return { area: (inside / data.length) * share, score: inside === 0 ? 0 : sum / inside }
}

/** The model is certain of values outside this range. */
const unsure = { low: 0.2, high: 0.8 } as const

/**
 * Returns how much of a mask its model was uncertain of: the number of uncertain pixels as a share of the mask's pixels. A person
 * has few of them, along the edge; an animal or a drawn figure, which the model was not trained on, has many inside.
 */
export function doubtOf(certainty: Plane, mask: Plane): number {
  let open = 0
  let inside = 0
  certainty.data.forEach((value, pixel) => {
    if (value > unsure.low && value < unsure.high) open += 1
    if ((mask.data[pixel] ?? 0) > 0.5) inside += 1
  })
  return inside === 0 ? Number.POSITIVE_INFINITY : open / inside
}

/** Share of a mask that lies in another one; both masks cover the same section of a picture. */
export function sharedWith(mask: Plane, other: Plane): number {
  const same = resized(other, mask.width, mask.height)
  let both = 0
  let inside = 0
  mask.data.forEach((value, pixel) => {
    if (value <= 0.5) return
    inside += 1
    if ((same.data[pixel] ?? 0) > 0.5) both += 1
  })
  return inside === 0 ? 0 : both / inside
}

export const isSubject = ({ area, score }: Found): boolean => area >= leastArea && score >= leastScore
