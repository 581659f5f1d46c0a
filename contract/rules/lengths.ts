/** Conversions between millimetres, inches, pixels and the units of SVG. Pure. */

export const mmPerInch = 25.4
/** Typographic points, as of PDF and CSS. */
export const pointsPerInch = 72

/** Returns the pixels that `mm` take at `dpi` dots per inch, not rounded. */
export const mmToPx = (mm: number, dpi: number): number => (mm / mmPerInch) * dpi

/** Returns the millimetres that `px` pixels take at `dpi` dots per inch. */
export const pxToMm = (px: number, dpi: number): number => (px * mmPerInch) / dpi

/** Returns the dots per inch of `px` pixels printed over `mm` millimetres. */
export const dpiOf = (px: number, mm: number): number => (px * mmPerInch) / mm

/** Converts dots per inch to whole dots per metre, the unit of PNG files. */
export const dotsPerMetre = (dpi: number): number => Math.round((dpi * 1000) / mmPerInch)

/** Pixels per inch, by the definition of CSS, which also applies to SVG. */
const pxPerInch = 96
/** Pixels of each absolute unit, by its name in lower case. */
export const svgUnitPx: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  pt: pxPerInch / pointsPerInch,
  pc: pxPerInch / 6,
  mm: pxPerInch / mmPerInch,
  cm: (pxPerInch * 10) / mmPerInch,
  in: pxPerInch,
}

/** Returns an SVG length in px; null for percentages, for lengths that are not positive, and for other texts. */
export function svgLength(text: string): number | null {
  const match = /^\s*\+?(\d*\.?\d+(?:e[+-]?\d+)?)(px|pt|pc|mm|cm|in)?\s*$/i.exec(text)
  const px = match ? Number(match[1]) * (svgUnitPx[(match[2] ?? '').toLowerCase()] ?? 1) : 0
  return px > 0 && Number.isFinite(px) ? px : null
}

/** The attributes of an SVG's root that determine its size; '' if missing. */
export interface DrawingRoot {
  readonly width: string
  readonly height: string
  readonly viewBox: string
}

/** Returns an SVG's size in px, not rounded, from its attributes or its viewBox; null if it has neither. */
export function drawingSize(root: DrawingRoot): { readonly width: number; readonly height: number } | null {
  const box = root.viewBox
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  const [, , boxWidth = 0, boxHeight = 0] = box.length === 4 && box.every(Number.isFinite) ? box : []
  const width = svgLength(root.width)
  const height = svgLength(root.height)
  if (width && height) return { width, height }
  if (!(boxWidth > 0 && boxHeight > 0)) return null
  if (width) return { width, height: (width * boxHeight) / boxWidth }
  if (height) return { width: (height * boxWidth) / boxHeight, height }
  return { width: boxWidth, height: boxHeight }
}
