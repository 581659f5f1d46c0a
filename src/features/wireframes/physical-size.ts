/** The physical size of a wireframe in mm, and the print resolution that results from it. Pure. */
import { maxCaseMm } from '../../../contract/rules/limits'
import { printResolution, type Sharpness, shapeText, sharpnessOf } from '../../../contract/rules/print-resolution'
import type { Size } from './print-area'

/** A typed size in mm: null when empty, undefined when the server would not accept it. At most two decimals. */
export function readMm(text: string): number | null | undefined {
  const typed = text.normalize('NFKC').trim().replace('。', '.')
  if (typed === '') return null
  if (!/^\d{1,4}(\.\d{1,2})?$/.test(typed)) return undefined
  const value = Number(typed)
  return value > 0 && value <= maxCaseMm ? value : undefined
}

export const mmText = (value: number | null): string => (value === null ? '' : String(Number(value.toFixed(2))))

/** The height in mm at which the picture is not stretched. */
const heightFor = (size: Size, widthMm: number): number => Number(((widthMm * size.height) / size.width).toFixed(2))

export interface Resolution {
  /** Whole dots per inch, the lower of both directions. */
  readonly dpi: number
  readonly sharpness: Sharpness
  /** The difference of the proportions from the picture's, and the height in mm that fits; null when they agree. */
  readonly stretch: { readonly text: string; readonly fittingHeightMm: number } | null
}

/** Resolution of a picture printed at this size; null while one of the three is missing. */
export function resolutionOf(size: Size | null, widthMm: number | null, heightMm: number | null): Resolution | null {
  if (size === null || widthMm === null || heightMm === null) return null
  const resolution = printResolution(size, { widthMm, heightMm })
  if (resolution.dpi === null) return null
  const text = shapeText(resolution)
  return {
    dpi: resolution.dpi,
    sharpness: sharpnessOf(resolution.dpi),
    stretch: text === null ? null : { text, fittingHeightMm: heightFor(size, widthMm) },
  }
}
