/** Draws the label of a piece on a canvas: its code to be scanned, and what a person looks for on a packing table. */
import { qrCode } from '../qr/qr-code'

/** mm */
export const labelSize = { widthMm: 100, heightMm: 60 } as const

export interface PieceLabel {
  readonly code: string
  readonly orderNumber: string
  readonly phone: string
  readonly material: string
  /** '' without a jig. */
  readonly slot: string
  /** Such as B0012 1/2. */
  readonly sheet: string
  /** Which of how many equal pieces; '' for a single one. */
  readonly number: string
  readonly shop: string
}

/** The part of a canvas that is needed; also of canvases outside of browsers. */
export interface LabelCanvas {
  fillStyle: unknown
  font: string
  textBaseline: string
  fillRect(x: number, y: number, width: number, height: number): void
  fillText(text: string, x: number, y: number): void
  measureText(text: string): { readonly width: number }
}

/** Light modules around a code (ISO/IEC 18004). */
const quiet = 4
const [marginMm, codeMm, gapMm] = [3, 40, 2]
const family = '"Noto Sans CJK SC", "Microsoft YaHei", "PingFang SC", sans-serif'

/** Draws a code in whole dots a module, as large as fits; returns its side, dots. */
function drawCode(canvas: LabelCanvas, text: string, x: number, y: number, most: number): number {
  const grid = qrCode(text)
  if (grid === null) return 0
  const module = Math.floor(most / (grid.length + 2 * quiet))
  grid.forEach((row, line) => {
    row.forEach((isDark, column) => {
      if (isDark) canvas.fillRect(x + (column + quiet) * module, y + (line + quiet) * module, module, module)
    })
  })
  return (grid.length + 2 * quiet) * module
}

/** Words of letters stay whole; Chinese breaks after each character. */
const words = /[\u2e80-\uffff]|[^\s\u2e80-\uffff]+\s*|\s+/g

/** Breaks a text into lines of a width, px; what does not fit on the last of them ends with …. */
function linesOf(canvas: LabelCanvas, text: string, width: number, most: number): string[] {
  const fits = (line: string) => canvas.measureText(line.trimEnd()).width <= width
  const parts = (text.match(words) ?? []).flatMap((word) => (fits(word) ? [word] : [...word]))
  const lines = ['']
  for (const part of parts) {
    const last = lines.at(-1) ?? ''
    if (fits(last + part)) lines[lines.length - 1] = last + part
    else if (lines.length < most) lines.push(part)
    else {
      let cut = last
      while (cut !== '' && !fits(`${cut}…`)) cut = cut.slice(0, -1)
      lines[lines.length - 1] = `${cut.trimEnd()}…`
      break
    }
  }
  return lines
}

/** @param dotsPerMm of the printer: 8 is 203 dpi, 12 is 300. The canvas has `labelSize` in dots. */
export function drawLabel(canvas: LabelCanvas, label: PieceLabel, dotsPerMm: number): void {
  const dots = (mm: number): number => Math.round(mm * dotsPerMm)
  canvas.fillStyle = '#fff'
  canvas.fillRect(0, 0, dots(labelSize.widthMm), dots(labelSize.heightMm))
  canvas.fillStyle = '#000'
  canvas.textBaseline = 'top'
  /** Writes lines below each other; returns where the next text begins. */
  const write = (text: string, x: number, y: number, width: number, heightMm: number, most = 1, weight = 400): number => {
    canvas.font = `${weight} ${dots(heightMm)}px ${family}`
    if (text === '') return y
    const lines = linesOf(canvas, text, width, most)
    lines.forEach((line, at) => {
      canvas.fillText(line, x, y + at * dots(heightMm * 1.25))
    })
    return y + lines.length * dots(heightMm * 1.25)
  }
  const left = dots(marginMm)
  const side = drawCode(canvas, label.code, left, left, dots(codeMm))
  write(label.code, left + dots(1), left + side, dots(codeMm), 5.4, 1, 700)
  const x = left + side + dots(gapMm)
  const width = dots(labelSize.widthMm - marginMm) - x
  let y = write(label.phone, x, left + dots(1), width, 6, 2, 700)
  y = write(label.material, x, y, width, 4, 2)
  y = write([label.slot, label.number].filter(Boolean).join('  '), x, y + dots(1), width, 9, 1, 700)
  write([label.sheet, label.shop].filter(Boolean).join('  '), x, y, width, 3.6)
  write(`单号 ${label.orderNumber}`, left, dots(labelSize.heightMm - marginMm - 5), dots(labelSize.widthMm - 2 * marginMm), 4)
}
