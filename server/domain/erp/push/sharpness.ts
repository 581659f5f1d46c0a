/** Pixels over millimetres. Pure. */

export interface Pixels {
  readonly width: number
  readonly height: number
}
/** Of the printed area; null for a side nobody knows. */
export interface Millimetres {
  readonly widthMm: number | null
  readonly heightMm: number | null
}

const mmPerInch = 25.4
/** How far the proportions may be off before the seller is told: less than a case's bleed. */
const looseAspect = 1.05

/**
 * Dots per inch of a picture that covers the printed area, as it is printed: of the side that has fewer. Null where no side of the area
 * is known.
 */
export function dpiOf({ width, height }: Pixels, { widthMm, heightMm }: Millimetres): number | null {
  const sides = [
    ...(widthMm === null ? [] : [(width * mmPerInch) / widthMm]),
    ...(heightMm === null ? [] : [(height * mmPerInch) / heightMm]),
  ]
  return sides.length === 0 ? null : Math.min(...sides)
}

/** How the proportions of a picture fit the area; 'turned': they would, the other way round. */
export function fitOf({ width, height }: Pixels, { widthMm, heightMm }: Millimetres): 'fits' | 'loose' | 'turned' | 'unknown' {
  if (widthMm === null || heightMm === null) return 'unknown'
  const off = (across: number, down: number): number => {
    const ratio = across / down / (widthMm / heightMm)
    return Math.max(ratio, 1 / ratio)
  }
  if (off(width, height) <= looseAspect) return 'fits'
  return off(height, width) <= looseAspect ? 'turned' : 'loose'
}
