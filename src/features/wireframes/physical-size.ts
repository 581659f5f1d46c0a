/** The physical size of a wireframe in mm, and the print resolution that results from it. Pure. */
import { printResolution, type Sharpness, shapeOf, shapeText, sharpnessOf } from '../../../contract/rules/print-resolution'
import type { Size } from './print-area'

export const mmText = (value: number | null): string => (value === null ? '' : String(Number(value.toFixed(2))))

/** The height in mm at which the picture is not stretched. */
const heightFor = (size: Size, widthMm: number): number => Number(((widthMm * size.height) / size.width).toFixed(2))

export interface Resolution {
  /** Whole dots per inch, the lower of both directions. */
  readonly dpi: number
  readonly sharpness: Sharpness
  /**
   * The difference of the proportions from the picture's, whether it is one that no factory is sent, and the height in mm that fits;
   * null when they agree.
   */
  readonly stretch: { readonly text: string; readonly isWrong: boolean; readonly fittingHeightMm: number } | null
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
    stretch:
      text === null
        ? null
        : {
            text,
            isWrong: resolution.offPercent !== null && shapeOf(resolution.offPercent) === 'wrong',
            fittingHeightMm: heightFor(size, widthMm),
          },
  }
}
