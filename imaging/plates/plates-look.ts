/** Shows a print as its inks lie on a case, each of them on or off, so that missing white is seen before it is printed. */
import { mmPerInch } from '../../contract/rules/lengths'
import type { Plate, PrintProfile } from '../../contract/rules/print-profile'
import { resizedBareArea } from '../png/bare-area'
import { encodePng } from '../png/png'
import type { Pixels } from '../tiff/pixels'
import { withoutAlpha } from '../tiff/pixels'
import { coverageOf, plateOf } from './plate'
import { softProof } from './soft-proof'

export interface ShownInks {
  readonly colors: boolean
  /** Places of the plates of the profile. */
  readonly plates: readonly number[]
}

/** How colours are shown: as the printer prints them, with those marked that it cannot print. */
export interface ProofOptions {
  /** The printer's CMYK profile. */
  readonly icc: Uint8Array
  readonly isMarked: boolean
}

export interface PlatesLook {
  readonly picture: Blob
  /** Share of the picture whose colours the printer does not have, 0 to 1; null without a proof. */
  readonly unprintable: number | null
  /** Share of the area that each plate covers, 0 to 1. */
  readonly coverages: readonly number[]
}

/** A dark case, on which white and colours without white below them differ most. */
const ground = [74, 80, 88] as const
const varnish = [0, 190, 255] as const
/** How much of a colour is seen without white below it, and of varnish; guesses that make both visible. */
const [bareColor, varnishShare] = [0.4, 0.4]

/** Marks what cannot be printed. */
const mark = [255, 0, 255] as const
const opaque = 128

/**
 * @param widthMm of the print; null: the picture has the resolution of the profile.
 * @param proof null shows the colours of the screen.
 * @param wasm address of Little CMS.
 */
export async function platesLook(
  { width, height, rows, bare: area }: Pixels,
  { plates, dpi, inkLimit }: PrintProfile,
  widthMm: number | null,
  shown: ShownInks,
  proof: ProofOptions | null = null,
  wasm?: string,
): Promise<PlatesLook> {
  const samples = rows(0, height)
  const alpha = { width, height, data: Uint8Array.from({ length: width * height }, (_, px) => samples[px * 4 + 3] as number) }
  const proofed = proof === null ? null : await softProof(withoutAlpha(samples), proof.icc, inkLimit, wasm)
  const colors = proofed?.rgb ?? withoutAlpha(samples)
  const ownDpi = widthMm === null ? dpi : (width / widthMm) * mmPerInch
  // Ink is 255 here, whatever the file says.
  const bare = area === undefined ? null : resizedBareArea(area, alpha).data
  const inks = plates.map((plate) => plateOf(alpha, { ...plate, inverted: false }, ownDpi, bare))
  const seen = (role: Plate['role']) =>
    plates.flatMap((plate, at) => (plate.role === role && shown.plates.includes(at) ? [inks[at]] : []))
  const [whites, varnishes] = [seen('white'), seen('varnish')]
  const inkAt = (ones: readonly (Uint8Array | undefined)[], px: number) =>
    Math.max(0, ...ones.map((one) => (one?.[px] ?? 0) / 255))
  const data = new Uint8ClampedArray(width * height * 4)
  let [inked, missing] = [0, 0]
  for (let px = 0; px < width * height; px++) {
    const isMissing = proofed?.unprintable[px] === 1 && (alpha.data[px] as number) >= opaque
    if ((alpha.data[px] as number) >= opaque) inked++
    if (isMissing) missing++
    const white = inkAt(whites, px)
    const gloss = inkAt(varnishes, px) * varnishShare
    const color = shown.colors ? ((alpha.data[px] as number) / 255) * (bareColor + (1 - bareColor) * white) : 0
    for (let channel = 0; channel < 3; channel++) {
      const own = isMissing && proof?.isMarked && shown.colors ? (mark[channel] as number) : (colors[px * 3 + channel] as number)
      const below = (ground[channel] as number) * (1 - white) + 255 * white
      const printed = below * (1 - color) + own * color
      data[px * 4 + channel] = printed * (1 - gloss) + (varnish[channel] as number) * gloss
    }
    data[px * 4 + 3] = 255
  }
  const unprintable = proofed === null ? null : missing / Math.max(1, inked)
  return {
    picture: encodePng({ width, height, data }),
    unprintable,
    coverages: inks.map((ink) => coverageOf(ink, { inverted: false })),
  }
}
