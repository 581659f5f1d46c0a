/** Compares two pictures of the same size, RGB over white. */

/** Levels by which a px may differ at an edge, where engines shade otherwise. */
const edge = 32

export interface PictureDifference {
  /** Levels of 255 a channel. */
  readonly mean: number
  /** Blocks of 3 × 3 px all of which are off by more than an edge's shade: something is missing or elsewhere. */
  readonly blocks: number
}

export function pictureDifference(one: Uint8Array, other: Uint8Array, width: number): PictureDifference {
  if (one.length !== other.length) throw new Error('the pictures differ in size')
  const pixels = one.length / 3
  const off = new Uint8Array(pixels)
  let sum = 0
  for (let at = 0; at < pixels; at += 1) {
    for (let channel = at * 3; channel < at * 3 + 3; channel += 1) {
      const apart = Math.abs((one[channel] ?? 0) - (other[channel] ?? 0))
      sum += apart
      if (apart > edge) off[at] = 1
    }
  }
  let blocks = 0
  for (let top = 0; top + 2 * width < pixels; top += width) {
    for (let at = top; at < top + width - 2; at += 1) {
      const isOff = [0, width, 2 * width].every((down) => off[at + down] && off[at + down + 1] && off[at + down + 2])
      if (isOff) blocks += 1
    }
  }
  return { mean: sum / one.length, blocks }
}

/** Whether nobody would see a difference. */
export const looksAlike = ({ mean, blocks }: PictureDifference): boolean => mean < 1 && blocks === 0
