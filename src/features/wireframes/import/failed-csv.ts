/** A list that Excel opens as it is meant: in Chinese, and without taking any cell for a formula. */

const cell = (text: string): string => {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return `"${plain.replace(/"/g, '""')}"`
}

/** Name and 错误原因 of what failed, as CSV with the mark that tells Excel it is UTF-8. */
export function failedCsv(items: readonly { readonly name: string; readonly error?: string }[]): Blob {
  const lines = [['名称', '错误原因'], ...items.map(({ name, error = '' }) => [name, error])]
  return new Blob([`\ufeff${lines.map((line) => line.map(cell).join(',')).join('\r\n')}\r\n`], { type: 'text/csv;charset=utf-8' })
}
