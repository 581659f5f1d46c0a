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
  const colors = sheet.colors(top, count)
  const made = new Uint8Array(width * count * channels)
  for (let from = 0, to = 0; to < made.length; to += channels) {
    for (let channel = 0; channel < colorSamples; channel++) made[to + channel] = colors[from++] as number
  }
  const first = top * width
  for (let channel = colorSamples; channel < channels; channel++) {
    const plate = sheet.plates[channel - colorSamples]
    for (let px = 0, to = channel; to < made.length; px++, to += channels) {
      made[to] = plate === undefined ? 255 : (plate[first + px] as number)
    }
  }
  return made
}
