/** Whether a mask holds a subject at all, and whether it is one the model knows. */
import { type Plane, resized } from './plane'

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

/** What a model is sure of lies outside of these. */
const unsure = { low: 0.2, high: 0.8 } as const

/**
 * How much of a mask its model was unsure of: the pixels it could not place, as a share of those inside. Along the edge of a person
 * there are few; an animal or a drawn figure, which the model was never shown, leaves many within.
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

/** Share of a mask that lies in another one; both are looks at the same part of a picture. */
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
