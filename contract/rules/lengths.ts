/** Lengths of prints and of drawings: millimetres, inches, pixels, and the units that SVG writes. Pure. */

export const mmPerInch = 25.4

/** Pixels that `mm` take at `dpi` dots per inch, not rounded. */
export const mmToPx = (mm: number, dpi: number): number => (mm / mmPerInch) * dpi

/** Dots per inch of `px` pixels printed over `mm` millimetres. */
export const dpiOf = (px: number, mm: number): number => (px * mmPerInch) / mm

/** Dots per inch as whole dots per metre: the unit in which PNG files name their resolution. */
export const dotsPerMetre = (dpi: number): number => Math.round((dpi * 1000) / mmPerInch)

/** CSS defines its pixel as this part of an inch, and SVG takes it over. */
const pxPerInch = 96
const svgUnitPx: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  pt: pxPerInch / 72,
  pc: pxPerInch / 6,
  mm: pxPerInch / mmPerInch,
  cm: (pxPerInch * 10) / mmPerInch,
  in: pxPerInch,
}

/** Pixels of an SVG length; null for percentages, for what is not above 0 and for what is no length. */
export function svgLength(text: string): number | null {
  const match = /^\s*\+?(\d*\.?\d+(?:e[+-]?\d+)?)(px|pt|pc|mm|cm|in)?\s*$/i.exec(text)
  const px = match ? Number(match[1]) * (svgUnitPx[(match[2] ?? '').toLowerCase()] ?? 1) : 0
  return px > 0 && Number.isFinite(px) ? px : null
}

/** The attributes of a drawing's root that say how large it is; '' where one is missing. */
export interface DrawingRoot {
  readonly width: string
  readonly height: string
  readonly viewBox: string
}

/** Size of a drawing in pixels, not rounded: its own, or that of its viewBox. Null: it names none. */
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
