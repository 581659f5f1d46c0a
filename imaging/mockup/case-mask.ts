/** Makes the mask of a case from the pictures of its wireframe. Pure, and run in workers: the pictures have millions of px. */
import type { CaseMask } from './regions'

/** RGBA px of the pictures of a wireframe under and over the design, drawn on each other; null where it has none. */
export interface WireframePixels {
  readonly width: number
  readonly height: number
  readonly under: Uint8ClampedArray<ArrayBuffer> | null
  readonly over: Uint8ClampedArray<ArrayBuffer> | null
}

/** The design shows where a picture is under it, or none was drawn, as far as none lies over it. */
export function caseMask({ width, height, under, over }: WireframePixels): CaseMask {
  const data = new Uint8Array(width * height)
  for (let at = 0; at < data.length; at++) {
    const shown = 255 - (over === null ? 0 : (over[at * 4 + 3] as number))
    data[at] = under === null ? shown : (shown * (under[at * 4 + 3] as number)) / 255
  }
  return { width, height, data }
}

/** The buffers that a page transfers to a worker instead of copying them. */
export const buffersOf = ({ under, over }: WireframePixels): ArrayBuffer[] =>
  [under, over].flatMap((pixels) => (pixels === null ? [] : [pixels.buffer]))

/** Makes everything outside of a case transparent, in place. @param front RGBA px of the case. @param inside 255 inside. */
export function cutOut(front: Uint8ClampedArray, inside: Uint8Array): void {
  for (let at = 0; at < inside.length; at++) front[at * 4 + 3] = ((front[at * 4 + 3] as number) * (inside[at] as number)) / 255
}
