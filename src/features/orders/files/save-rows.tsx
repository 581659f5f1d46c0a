/** Saves rows of order files with what became of them as a table. */
import type { Platform } from '../../../../adapters/platform'
import { csvFile } from '../../../base/csv'
import { showMessage } from '../../../ui/confirm'
import { FailureText } from '../../../ui/failure-view'
import { toastSuccess } from '../../../ui/toast'

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

/** Resolves also when it failed, which it shows. */
export async function saveRows(
  platform: Pick<Platform, 'saveFile'>,
  name: string,
  read: () => Promise<readonly ResultRow[]>,
): Promise<void> {
  try {
    const { saved } = await platform.saveFile({ name: `${name}.csv`, blob: csvFile(resultTable(await read())) })
    if (saved) toastSuccess('已保存')
  } catch (error) {
    await showMessage('没有保存成功', <FailureText error={error} />)
  }
}
