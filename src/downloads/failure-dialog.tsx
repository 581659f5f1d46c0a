import { Button } from '@arco-design/web-react'
import { DialogFoot } from '../ui/dialog-foot'
import type { DialogProps } from '../ui/lazy-dialog'
import { Modal } from '../ui/modal'
import { toastFailure, toastSuccess } from '../ui/toast'
import { useValueWhileClosing } from '../ui/use-value-while-closing'
import type { DownloadView } from './download-view'
import { kindNames } from './pictures'

interface FailureDialogProps extends DialogProps {
  /** An ended download with failures; null while closed. */
  readonly view: DownloadView | null
  readonly onRetry: (id: string) => void
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toastSuccess('已复制')
  } catch {
    toastFailure('浏览器不允许复制，请在列表里选中文字后复制')
  }
}

/** Lists the pictures that failed, with their order numbers and reasons. */
export default function FailureDialog({ visible, view, onRetry, onClose }: FailureDialogProps) {
  const shown = useValueWhileClosing(visible, view)
  if (shown === null) return null
  const { id, plan, failures, done, charged, retryable } = shown
  const name = kindNames[plan.kind]
  return (
    <Modal
      visible={visible}
      title={done === 0 ? `下载${name}出错` : `${failures.length} 张${name}下载失败`}
      footer={null}
      onCancel={onClose}
      style={{ width: 560, maxWidth: 'calc(100vw - 32px)' }}
    >
      <p className="download-hint">
        {done > 0 && `另外 ${done} 张已下载。`}
        {charged && retryable > 0 && '失败的图片已扣点，重新下载免费。'}
      </p>
      <ul className="download-failures numeric" aria-label="下载失败的图片">
        {failures.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two pictures of one order may fail for one reason
          <li key={index}>{line}</li>
        ))}
      </ul>
      <DialogFoot onClose={onClose}>
        <Button onClick={() => void copy(failures.join('\n'))}>复制</Button>
        {retryable > 0 && (
          <Button type="primary" onClick={() => onRetry(id)}>
            重试失败项
          </Button>
        )}
      </DialogFoot>
    </Modal>
  )
}
