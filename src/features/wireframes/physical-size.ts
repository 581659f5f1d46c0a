/** The size of a wireframe in the world, mm, and what it means for the print. Pure. */
import type { Size } from './print-area'

const mmPerInch = 25.4
const maxMm = 1000
/** Below this a print looks soft when held in the hand. */
const fineDpi = 150
/** How far both resolutions may differ before the picture would be printed visibly stretched. */
const tolerance = 0.01

/** Millimetres as typed: null when empty, undefined when it is no size the server takes. Two decimals. */
export function readMm(text: string): number | null | undefined {
  const typed = text.normalize('NFKC').trim().replace('。', '.')
  if (typed === '') return null
  if (!/^\d{1,4}(\.\d{1,2})?$/.test(typed)) return undefined
  const value = Number(typed)
  return value > 0 && value <= maxMm ? value : undefined
}

export const mmText = (value: number | null): string => (value === null ? '' : String(Number(value.toFixed(2))))

/** Dots per inch of `px` pixels on `mm` millimetres. */
export const dpiOf = (px: number, mm: number): number => px / (mm / mmPerInch)

/** The other side of a case whose pictures are not to be stretched, mm. */
export const heightFor = (size: Size, widthMm: number): number => Number(((widthMm * size.height) / size.width).toFixed(2))

export interface Resolution {
  /** Whole dots per inch, the lower of both directions. */
  readonly dpi: number
  readonly coarse: boolean
  /** Height that fits the picture, mm; null when the sizes agree. */
  readonly fittingHeightMm: number | null
}

/** What printing these pixels at this size gives; null while one of the three is missing. */
export function resolutionOf(size: Size | null, widthMm: number | null, heightMm: number | null): Resolution | null {
  if (size === null || widthMm === null || heightMm === null) return null
  const across = dpiOf(size.width, widthMm)
  const down = dpiOf(size.height, heightMm)
  const stretched = Math.abs(across / down - 1) > tolerance
  const dpi = Math.round(Math.min(across, down))
  return { dpi, coarse: dpi < fineDpi, fittingHeightMm: stretched ? heightFor(size, widthMm) : null }
}
