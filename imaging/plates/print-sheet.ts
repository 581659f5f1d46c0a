/** The colours and plates of a print file, as a print profile wants them, row by row. */
import { mmToPx } from '../../contract/rules/lengths'
import { type PagePlace, pageOf } from '../../contract/rules/print-page'
import { type CutLine, needsWireframe, noWireframeText, type PrintProfile } from '../../contract/rules/print-profile'
import type { Curve } from '../outline/curve'
import { type BareArea, resizedBareArea } from '../png/bare-area'
import { inksBy } from '../tiff/inks'
import { onWhite, type Pixels, withoutAlpha } from '../tiff/pixels'
import { srgbProfile } from '../tiff/srgb-profile'
import { caseCurves, onPrint } from './case-cut'
import { cutCurves } from './cut-line'
import { type Alpha, coverageOf, plateOf } from './plate'

type OpenInks = typeof inksBy

/** Colours and plates of one size. */
export interface PrintSheet {
  /** px */
  readonly width: number
  readonly height: number
  /** Samples of a px that are colours: 3 or 4. */
  readonly colorSamples: 3 | 4
  /** The ICC profile of the colours. */
  readonly icc: Uint8Array
  /** 255 = full ink for CMYK. */
  colors(top: number, count: number): Uint8Array
  /** In the order of the profile, `width × height` bytes each. */
  readonly plates: readonly Uint8Array[]
  /** Share of the area that each plate covers, 0 to 1. */
  readonly coverages: readonly number[]
  /** Closed curves along which the print is cut, px from the upper left. */
  readonly cuts: readonly Curve[]
  free(): void
}

/** Rows of a picture that is continued by its border px, and mirrored where the profile wants it. RGBA. */
function framed({ width, height, rows }: Pixels, border: number, mirrored: boolean): Pixels['rows'] {
  if (border === 0 && !mirrored) return rows
  const wide = width + border * 2
  return (top: number, count: number): Uint8Array => {
    const made = new Uint8Array(wide * count * 4)
    const firstRow = Math.min(height - 1, Math.max(0, top - border))
    const lastRow = Math.min(height - 1, Math.max(0, top + count - 1 - border))
    const source = rows(firstRow, lastRow - firstRow + 1)
    for (let y = 0; y < count; y++) {
      const row = Math.min(height - 1, Math.max(0, top + y - border)) - firstRow
      for (let x = 0; x < wide; x++) {
        const inside = Math.min(width - 1, Math.max(0, x - border))
        const from = (row * width + inside) * 4
        const to = (y * wide + (mirrored ? wide - 1 - x : x)) * 4
        for (let channel = 0; channel < 4; channel++) made[to + channel] = source[from + channel] as number
      }
    }
    return made
  }
}

/** The area of a picture that is framed likewise: one byte a px. */
function framedArea({ width, height, data }: BareArea, border: number, mirrored: boolean): Uint8Array {
  const [wide, high] = [width + border * 2, height + border * 2]
  const made = new Uint8Array(wide * high)
  for (let y = 0; y < high; y++) {
    const from = Math.min(height - 1, Math.max(0, y - border)) * width
    for (let x = 0; x < wide; x++) {
      made[y * wide + (mirrored ? wide - 1 - x : x)] = data[from + Math.min(width - 1, Math.max(0, x - border))] as number
    }
  }
  return made
}

interface Sized {
  readonly width: number
  readonly height: number
}

/** Rows of a page that is transparent beside the print. RGBA. */
function paged(rows: Pixels['rows'], print: Sized, page: PagePlace): Pixels['rows'] {
  if (page.width === print.width && page.height === print.height) return rows
  return (top, count) => {
    const made = new Uint8Array(page.width * count * 4)
    const from = Math.max(top, page.top)
    const end = Math.min(top + count, page.top + print.height)
    if (from >= end) return made
    const source = rows(from - page.top, end - from)
    for (let y = from; y < end; y++) {
      const row = source.subarray((y - from) * print.width * 4, (y - from + 1) * print.width * 4)
      made.set(row, ((y - top) * page.width + page.left) * 4)
    }
    return made
  }
}

/** Places bytes of a print, one a px, on its page. */
function placed(data: Uint8Array, print: Sized, page: PagePlace, beside: number): Uint8Array {
  if (page.width === print.width && page.height === print.height) return data
  const made = new Uint8Array(page.width * page.height).fill(beside)
  for (let y = 0; y < print.height; y++) {
    made.set(data.subarray(y * print.width, (y + 1) * print.width), (y + page.top) * page.width + page.left)
  }
  return made
}

/** Multiplies colours, `step` samples a px, by the alpha of the RGBA that they come from. */
function multiplied(colors: Uint8Array, rgba: Uint8Array | Uint8ClampedArray, step: number): Uint8Array {
  for (let at = 0; at < colors.length; at++) {
    const alpha = rgba[Math.floor(at / step) * 4 + 3] as number
    colors[at] = Math.round(((colors[at] as number) * alpha) / 255)
  }
  return colors
}

/** Rows that are read at once: as many as a strip of a TIFF has. */
const rowsPerRead = 64

function alphaOf(rows: Pixels['rows'], width: number, height: number): Alpha {
  const data = new Uint8Array(width * height)
  for (let top = 0; top < height; top += rowsPerRead) {
    const count = Math.min(rowsPerRead, height - top)
    const read = rows(top, count)
    for (let to = top * width, from = 3; from < read.length; to++, from += 4) data[to] = read[from] as number
  }
  return { width, height, data }
}

/** Returns the curves along which a print is cut. @throws Error with words for the seller. */
function cutsOf(
  { width, height, mask }: Pixels,
  profile: PrintProfile,
  { offsetMm }: CutLine,
  alpha: Alpha,
  { left, top, border }: PagePlace & { readonly border: number },
): readonly Curve[] {
  const { dpi, mirrored } = profile
  if (!needsWireframe(profile)) return cutCurves(alpha, mmToPx(offsetMm, dpi))
  if (mask === undefined) throw new Error(noWireframeText)
  const offset = (mmToPx(offsetMm, dpi) * mask.width) / width
  return onPrint(caseCurves(mask, offset), mask, { width, height, left: left + border, top: top + border }, mirrored)
}

/**
 * Prepares a print. The picture has the resolution of the profile already. The caller frees the result.
 *
 * @param icc the printer's CMYK profile, for a profile in CMYK.
 * @param wasm address of Little CMS.
 * @param open opens the converter to inks, for callers that keep it from one picture to the next.
 * @throws ProfileError when the ICC profile cannot be used; Error with words for the seller when it is missing.
 */
export async function printSheet(
  pixels: Pixels,
  profile: PrintProfile,
  icc?: Uint8Array,
  wasm?: string,
  open: OpenInks = inksBy,
): Promise<PrintSheet> {
  const { colors, softEdges, container, plates, dpi, bleedMm, mirrored, inkLimit, cutLine } = profile
  const border = Math.round(mmToPx(bleedMm, dpi))
  const print = { width: pixels.width + border * 2, height: pixels.height + border * 2 }
  const sheet = pageOf(print, profile)
  const { width, height } = sheet
  const rows = paged(framed(pixels, border, mirrored), print, sheet)
  // A PDF's colours are opaque: transparency would need groups, in which RIPs lose the overprint of the plates.
  const flatten = softEdges === 'onWhite' || container === 'pdf' ? onWhite : withoutAlpha
  const isMultiplied = softEdges === 'premultiplied' && container !== 'pdf'
  const alpha =
    (cutLine !== null && !needsWireframe(profile)) || plates.some(({ source }) => source !== 'solid' && source !== 'none')
      ? alphaOf(rows, width, height)
      : { width, height, data: new Uint8Array() }
  const area = pixels.bare === undefined ? null : framedArea(resizedBareArea(pixels.bare, pixels), border, mirrored)
  const bare = area === null ? null : placed(area, print, sheet, 0)
  const made = plates.map((plate) => {
    if (plate.source !== 'solid' || profile.page === null) return plateOf(alpha, plate, dpi, bare)
    // It covers the case, and not the page beside it.
    const solid = plateOf({ ...print, data: new Uint8Array() }, plate, dpi)
    return placed(solid, print, sheet, plate.inverted ? 255 : 0)
  })
  const common = {
    width,
    height,
    plates: made,
    cuts: cutLine === null ? [] : cutsOf(pixels, profile, cutLine, alpha, { ...sheet, border }),
    coverages: made.map((plate, index) => coverageOf(plate, { inverted: plates[index]?.inverted ?? false })),
  }
  if (colors === 'rgb') {
    return {
      ...common,
      colorSamples: 3,
      icc: pixels.profile ?? srgbProfile(),
      colors: (top, count) => {
        const read = rows(top, count)
        return isMultiplied ? multiplied(withoutAlpha(read), read, 3) : flatten(read)
      },
      free: () => undefined,
    }
  }
  if (icc === undefined) throw new Error('这个打印配置是 CMYK 的，还没有选择打印机的 ICC 颜色配置文件')
  const toInks = await open(icc, pixels.profile, wasm, inkLimit)
  return {
    ...common,
    colorSamples: 4,
    icc,
    colors: (top, count) => {
      const read = rows(top, count)
      const inks = toInks(flatten(read), width * count)
      return isMultiplied ? multiplied(inks, read, 4) : inks
    },
    free: () => toInks.free(),
  }
}
