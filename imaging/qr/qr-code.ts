/** Creates QR codes of texts, with error correction M (15 %). Pure. */
import qrcode from 'qrcode-generator'

/** Maximum number of bytes in the largest symbol at correction M (ISO/IEC 18004, table 7). */
const maxBytes = 2331

/**
 * Returns the modules of the symbol row by row, true for dark, without the four light modules required around it; null when the
 * text is too long for a symbol.
 */
export function qrCode(text: string): boolean[][] | null {
  const bytes = new TextEncoder().encode(text)
  if (bytes.length > maxBytes) return null
  const code = qrcode(0, 'M')
  // The package reads one byte from each character.
  code.addData(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  code.make()
  const indexes = Array.from({ length: code.getModuleCount() }, (_, index) => index)
  return indexes.map((row) => indexes.map((column) => code.isDark(row, column)))
}

/** Returns the dark modules as one path, one unit each, including the light border. */
export function qrPath(grid: readonly (readonly boolean[])[]): { readonly path: string; readonly size: number } {
  const border = 4
  const path = grid
    .flatMap((line, row) => line.map((dark, column) => (dark ? `M${column + border} ${row + border}h1v1h-1z` : '')))
    .join('')
  return { path, size: grid.length + 2 * border }
}
