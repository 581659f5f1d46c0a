/** Tables that Excel opens as they are meant: in Chinese, numbers of orders whole, and no cell taken for a formula. */

/** Excel keeps 15 digits of a number and writes it with an exponent from 12; a leading zero goes too. */
const mangled = /^(?:\d{12,}|0\d+)$/

function cell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const text = value.replaceAll('\0', '')
  // A tab behind it makes it a text for Excel and WPS, and none is seen.
  const kept = mangled.test(text) ? `${text}\t` : text
  // Also behind blanks, which Excel skips, and in full width, which it takes for the same.
  const plain = /^[\s\ufeff]*[=+\-@＝＋－＠\t\r\n]/.test(kept) ? `'${kept}` : kept
  return `"${plain.replace(/"/g, '""')}"`
}

/** Rows of cells as a CSV file with the mark that tells Excel it is UTF-8. */
export function csvFile(rows: readonly (readonly (string | number)[])[]): Blob {
  const lines = rows.map((row) => `${row.map(cell).join(',')}\r\n`)
  return new Blob(['\ufeff', ...lines], { type: 'text/csv;charset=utf-8' })
}

/** Name and 错误原因 of what failed. */
export const failedCsv = (items: readonly { readonly name: string; readonly error?: string }[]): Blob =>
  csvFile([['名称', '错误原因'], ...items.map(({ name, error = '' }) => [name, error])])
