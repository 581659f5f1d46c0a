/** CSV tables that Excel and WPS show as they were written: Chinese text, codes and numbers as typed, and no cell run as a formula. */
import { changedBySpreadsheets } from './spreadsheet-cells'

function cell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const text = value.replaceAll('\0', '')
  // Also after blanks, which Excel skips, and for full-width signs, which it treats alike. The apostrophe makes it text.
  const isFormula = /^[\s\ufeff]*[=+\-@＝＋－＠\t\r\n]/.test(text)
  const plain = isFormula ? `'${text}` : changedBySpreadsheets(text) ? `${text}\t` : text
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
