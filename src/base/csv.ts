/** CSV tables that Excel opens correctly: Chinese text, complete order numbers, and no cell executed as a formula. */

/** Excel keeps only 15 digits of a number, writes it with an exponent from 12 digits on, and drops leading zeros. */
const mangled = /^(?:\d{12,}|0\d+)$/

function cell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const text = value.replaceAll('\0', '')
  // A tab at the end makes Excel and WPS treat it as text, and is invisible.
  const kept = mangled.test(text) ? `${text}\t` : text
  // Also after blanks, which Excel skips, and for full-width signs, which it treats alike.
  const plain = /^[\s\ufeff]*[=+\-@＝＋－＠\t\r\n]/.test(kept) ? `'${kept}` : kept
  return `"${plain.replace(/"/g, '""')}"`
}

/** Returns the rows as a CSV file with the byte order mark that tells Excel it is UTF-8. */
export function csvFile(rows: readonly (readonly (string | number)[])[]): Blob {
  const lines = rows.map((row) => `${row.map(cell).join(',')}\r\n`)
  return new Blob(['\ufeff', ...lines], { type: 'text/csv;charset=utf-8' })
}

/** Name and 错误原因 of what failed. */
export const failedCsv = (items: readonly { readonly name: string; readonly error?: string }[]): Blob =>
  csvFile([['名称', '错误原因'], ...items.map(({ name, error = '' }) => [name, error])])
