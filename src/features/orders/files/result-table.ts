/** Rows of order files with what became of them, as a table. Pure. */

/** Rows of a file, with their result in words. */
export interface ResultRow {
  readonly file: string
  /** Numbers of rows in the file: 2、3. */
  readonly rows: string
  readonly orderNo: string
  readonly result: string
  readonly reason: string
}

export const resultTable = (rows: readonly ResultRow[]): readonly (readonly string[])[] => [
  ['文件', '行号', '订单号', '结果', '说明'],
  ...rows.map(({ file, rows: numbers, orderNo, result, reason }) => [file, numbers, orderNo, result, reason]),
]
