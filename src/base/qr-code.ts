/** QR codes of texts, with error correction M (15 %). Pure. */
import qrcode from 'qrcode-generator'

/** Bytes that the largest symbol holds at correction M (ISO/IEC 18004, table 7). */
const mostBytes = 2331

/**
 * The symbol, row by row, dark ones true, without the four light modules that must stand around it; null: the text is longer than
 * a symbol holds.
 */
export function qrCode(text: string): boolean[][] | null {
  const bytes = new TextEncoder().encode(text)
  if (bytes.length > mostBytes) return null
  const code = qrcode(0, 'M')
  // The package takes one byte of each character.
  code.addData(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  code.make()
  const places = Array.from({ length: code.getModuleCount() }, (_, place) => place)
  return places.map((row) => places.map((column) => code.isDark(row, column)))
}

/** The dark modules as one path, a unit each, with the light ones around it. */
export function qrPath(grid: readonly (readonly boolean[])[]): { readonly path: string; readonly size: number } {
  const border = 4
  const path = grid
    .flatMap((line, row) => line.map((dark, column) => (dark ? `M${column + border} ${row + border}h1v1h-1z` : '')))
    .join('')
  return { path, size: grid.length + 2 * border }
}
