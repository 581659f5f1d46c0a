import { csvFile } from '../../../base/csv'

/** Name and 错误原因 of what failed. */
export const failedCsv = (items: readonly { readonly name: string; readonly error?: string }[]): Blob =>
  csvFile([['名称', '错误原因'], ...items.map(({ name, error = '' }) => [name, error])])
