/** Writes jigs as SVGs that PrintAutoMate and `readJig` read: each slot as S1, S2 … with the box of its picture, P1, P2 …. */
import { round } from '../../contract/rules/rounding'
import type { Jig, JigSlot } from './read-jig'

const number = (value: number): string => String(round(value, 3))

function boxOf({ key, xMm, yMm, widthMm, heightMm, turn }: JigSlot): string {
  const digits = key.replace(/\D/g, '')
  const [width, height] = turn === 90 || turn === 270 ? [heightMm, widthMm] : [widthMm, heightMm]
  // A turned shape is drawn upright around the middle of its box, and turned there.
  const [x, y] = [xMm + width / 2, yMm + height / 2]
  const rect = (id: string, color: string) =>
    `<rect id="${id}" x="${number(x - widthMm / 2)}" y="${number(y - heightMm / 2)}" width="${number(widthMm)}" height="${number(heightMm)}"${turn === 0 ? '' : ` transform="rotate(${turn} ${number(x)} ${number(y)})"`} fill="none" stroke="${color}" stroke-width="0.2"/>`
  return `  ${rect(`S${digits}`, '#000000')}\n  ${rect(`P${digits}`, '#ff0000')}`
}

/** Returns a drawing in millimetres. */
export function writeJig({ widthMm, heightMm, slots }: Jig): string {
  const [width, height] = [number(widthMm), number(heightMm)]
  return `<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" width="${width}mm" height="${height}mm" viewBox="0 0 ${width} ${height}">
${slots.map(boxOf).join('\n')}
</svg>
`
}
