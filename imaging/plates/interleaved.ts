/** The samples of a print sheet as files have them: the colours of a px, then its plates. */
import type { PrintSheet } from './print-sheet'

/** Channels of a PNG: its first plate is its transparency, and without one it is opaque. */
export const pngChannels = 4

/**
 * Returns rows from `top` on, `channels` samples a px: colours, then plates in the order of the profile, as many as there is room for.
 * Channels without a plate are 255.
 */
export function interleaved(sheet: PrintSheet, channels: number, top: number, count: number): Uint8Array<ArrayBuffer> {
  const { width, colorSamples } = sheet
  const made = new Uint8Array(width * count * channels)
  spread(sheet.colors(top, count), made, colorSamples, channels)
  for (let channel = colorSamples; channel < channels; channel++) {
    const plate = sheet.plates[channel - colorSamples]
    if (plate === undefined) for (let to = channel; to < made.length; to += channels) made[to] = 255
    else for (let from = top * width, to = channel; to < made.length; from++, to += channels) made[to] = plate[from] as number
  }
  return made
}

function spread(colors: Uint8Array, made: Uint8Array, colorSamples: 3 | 4, channels: number): void {
  const fourth = colorSamples === 4
  for (let from = 0, to = 0; to < made.length; from += colorSamples, to += channels) {
    made[to] = colors[from] as number
    made[to + 1] = colors[from + 1] as number
    made[to + 2] = colors[from + 2] as number
    if (fourth) made[to + 3] = colors[from + 3] as number
  }
}
