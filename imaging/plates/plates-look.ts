/** Shows a print as its inks lie on a case, each of them on or off, so that missing white is seen before it is printed. */
import { mmPerInch } from '../../contract/rules/lengths'
import type { Plate, PrintProfile } from '../../contract/rules/print-profile'
import { encodePng } from '../png/png'
import type { Pixels } from '../tiff/pixels'
import { coverageOf, plateOf } from './plate'

export interface ShownInks {
  readonly colors: boolean
  /** Places of the plates of the profile. */
  readonly plates: readonly number[]
}

export interface PlatesLook {
  readonly picture: Blob
  /** Share of the area that each plate covers, 0 to 1. */
  readonly coverages: readonly number[]
}

/** A dark case, on which white and colours without white below them differ most. */
const ground = [74, 80, 88] as const
const varnish = [0, 190, 255] as const
/** How much of a colour is seen without white below it, and of varnish; guesses that make both visible. */
const [bareColor, varnishShare] = [0.4, 0.4]

/** @param widthMm of the print; null: the picture has the resolution of the profile. */
export async function platesLook(
  { width, height, rows }: Pixels,
  { plates, dpi }: PrintProfile,
  widthMm: number | null,
  shown: ShownInks,
): Promise<PlatesLook> {
  const samples = rows(0, height)
  const alpha = { width, height, data: Uint8Array.from({ length: width * height }, (_, px) => samples[px * 4 + 3] as number) }
  const ownDpi = widthMm === null ? dpi : (width / widthMm) * mmPerInch
  // Ink is 255 here, whatever the file says.
  const inks = plates.map((plate) => plateOf(alpha, { ...plate, inverted: false }, ownDpi))
  const seen = (role: Plate['role']) =>
    plates.flatMap((plate, at) => (plate.role === role && shown.plates.includes(at) ? [inks[at]] : []))
  const [whites, varnishes] = [seen('white'), seen('varnish')]
  const inkAt = (ones: readonly (Uint8Array | undefined)[], px: number) =>
    Math.max(0, ...ones.map((one) => (one?.[px] ?? 0) / 255))
  const data = new Uint8ClampedArray(width * height * 4)
  for (let px = 0; px < width * height; px++) {
    const white = inkAt(whites, px)
    const gloss = inkAt(varnishes, px) * varnishShare
    const color = shown.colors ? ((alpha.data[px] as number) / 255) * (bareColor + (1 - bareColor) * white) : 0
    for (let channel = 0; channel < 3; channel++) {
      const below = (ground[channel] as number) * (1 - white) + 255 * white
      const printed = below * (1 - color) + (samples[px * 4 + channel] as number) * color
      data[px * 4 + channel] = printed * (1 - gloss) + (varnish[channel] as number) * gloss
    }
    data[px * 4 + 3] = 255
  }
  return { picture: encodePng({ width, height, data }), coverages: inks.map((ink) => coverageOf(ink, { inverted: false })) }
}
