/** Millimetres, pixels and dots per inch. */

export const mmPerInch = 25.4

/** Pixels that `mm` take at `dpi`. */
export function mmToPx(mm: number, dpi: number): number {
  return (mm / mmPerInch) * dpi
}

/** Millimetres that `px` take at `dpi`. */
export function pxToMm(px: number, dpi: number): number {
  return (px / dpi) * mmPerInch
}

/** Resolution of `px` pixels printed `mm` wide. */
export function dpiOf(px: number, mm: number): number {
  return px / (mm / mmPerInch)
}
