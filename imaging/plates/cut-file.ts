/** Writes the cut line of a print as a file of its own, in millimetres, for cutters that read no spot colours: SVG, or DXF of release 12. */
import { mmPerInch } from '../../contract/rules/lengths'
import type { PrintProfile } from '../../contract/rules/print-profile'
import { type Curve, flatten } from '../outline/curve'
import type { PrintSheet } from './print-sheet'

type CutSheet = Pick<PrintSheet, 'width' | 'height' | 'cuts'>

export interface CutFile {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Without the dot. */
  readonly ending: 'svg' | 'dxf'
}

/** A hairline, mm: a quarter of a point. */
const lineMm = 0.088
/** mm by which straight pieces of a DXF may leave the curve: less than a cutter's own error (a guess). */
const flatWithinMm = 0.05

const digits = (value: number): string => value.toFixed(3)
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

function svgOf({ width, height, cuts }: CutSheet, scale: number, name: string): string {
  const [wide, high] = [digits(width * scale), digits(height * scale)]
  const pathOf = (curve: Curve) => {
    const at = (index: number) => `${digits((curve[index] as number) * scale)} ${digits((curve[index + 1] as number) * scale)}`
    const parts = [`M${at(0)}`]
    for (let index = 2; index + 5 < curve.length; index += 6) parts.push(`C${at(index)} ${at(index + 2)} ${at(index + 4)}`)
    return `<path d="${parts.join('')}Z"/>`
  }
  const label = escaped(name)
  return `<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" width="${wide}mm" height="${high}mm" viewBox="0 0 ${wide} ${high}">
<g id="${label}" inkscape:groupmode="layer" inkscape:label="${label}" fill="none" stroke="#ff00ff" stroke-width="${lineMm}">
${cuts.map(pathOf).join('\n')}
</g>
</svg>
`
}

/** Names of layers in release 12 have up to 31 letters, digits and $ - _ (AutoCAD's DXF reference); others become _. */
const layerName = (name: string): string => {
  const plain = name.replace(/[^A-Za-z0-9$_-]/g, '_').slice(0, 31)
  return /[A-Za-z0-9]/.test(plain) ? plain : 'CutContour'
}

/**
 * Returns the straight pieces for each segment of a curve that keep within so many px of it: a cubic leaves its chord by at most 3/4 of the
 * greatest second difference of its points, and n pieces by 1/n² of that.
 */
export function piecesWithin(curve: Curve, within: number): number {
  let most = 0
  for (let from = 0; from + 7 < curve.length; from += 6) {
    for (const first of [from, from + 2]) {
      const second = (axis: number) =>
        (curve[first + axis] as number) - 2 * (curve[first + 2 + axis] as number) + (curve[first + 4 + axis] as number)
      most = Math.max(most, Math.hypot(second(0), second(1)))
    }
  }
  return Math.max(1, Math.ceil(Math.sqrt((most * 0.75) / within)))
}

function dxfOf({ height, cuts }: CutSheet, scale: number, name: string): string {
  const layer = layerName(name)
  const lines: (string | number)[] = [0, 'SECTION', 2, 'HEADER', 9, '$ACADVER', 1, 'AC1009', 9, '$INSUNITS', 70, 4, 0, 'ENDSEC']
  lines.push(0, 'SECTION', 2, 'TABLES', 0, 'TABLE', 2, 'LAYER', 70, 1)
  lines.push(0, 'LAYER', 2, layer, 70, 0, 62, 6, 6, 'CONTINUOUS', 0, 'ENDTAB', 0, 'ENDSEC')
  lines.push(0, 'SECTION', 2, 'ENTITIES')
  for (const curve of cuts) {
    const points = flatten(curve, piecesWithin(curve, flatWithinMm / scale))
    // 66: vertices follow; 70: closed.
    lines.push(0, 'POLYLINE', 8, layer, 66, 1, 70, 1, 10, '0.0', 20, '0.0', 30, '0.0')
    for (let at = 0; at < points.length; at += 2) {
      const [x, y] = [(points[at] as number) * scale, (height - (points[at + 1] as number)) * scale]
      lines.push(0, 'VERTEX', 8, layer, 10, digits(x), 20, digits(y), 30, '0.0')
    }
    lines.push(0, 'SEQEND', 8, layer)
  }
  lines.push(0, 'ENDSEC', 0, 'EOF')
  return `${lines.join('\r\n')}\r\n`
}

/** Returns the file that a profile wants beside each print; null where it wants none. Without anything opaque it holds no line. */
export function cutFile(sheet: CutSheet, { cutFile: wanted, cutLine, dpi }: PrintProfile): CutFile | null {
  if (wanted === 'none' || cutLine === null) return null
  const text = (wanted === 'svg' ? svgOf : dxfOf)(sheet, mmPerInch / dpi, cutLine.name)
  return { ending: wanted, bytes: new TextEncoder().encode(text) }
}
