/** Saves a table of rows of order files. */
import type { Platform } from '../../../../adapters/platform'
import { showMessage } from '../../../ui/confirm'
import { FailureText } from '../../../ui/failure-view'
import { toastSuccess } from '../../../ui/toast'

/** Resolves also when it failed, which it shows. */
export async function saveRows(platform: Pick<Platform, 'saveFile'>, name: string, read: () => Promise<Blob>): Promise<void> {
  try {
    const { saved } = await platform.saveFile({ name: `${name}.csv`, blob: await read() })
    if (saved) toastSuccess('已保存')
  } catch (error) {
    await showMessage('没有保存成功', <FailureText error={error} />)
  }
}
