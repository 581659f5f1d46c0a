import { Button } from '@arco-design/web-react'
import { Modal } from '../../../ui/modal'
import { useValueWhileClosing } from '../../../ui/use-value-while-closing'
import { psdText } from '../failure'
import type { ReadFailure } from './reading'

interface ImportFailureProps {
  /** Empty while closed. */
  readonly failures: readonly ReadFailure[]
  /** If present, offers a retry. */
  readonly onRetry?: () => void
  readonly onClose: () => void
}

/** 导入失败: shows the reason, per file where there are several. */
export function ImportFailure({ failures, onRetry, onClose }: ImportFailureProps) {
  const shown = useValueWhileClosing(failures.length > 0, failures)
  return (
    <Modal
      visible={failures.length > 0}
      title={psdText.failed}
      style={{ width: 480, maxWidth: 'calc(100vw - 32px)' }}
      onCancel={onClose}
      footer={
        onRetry ? (
          <>
            <Button onClick={onClose}>关闭</Button>
            <Button type="primary" autoFocus onClick={onRetry}>
              重试
            </Button>
          </>
        ) : (
          <Button type="primary" autoFocus onClick={onClose}>
            知道了
          </Button>
        )
      }
    >
      <ul className="psd-failures">
        {shown.map(({ name, reason }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two files may share a name
          <li key={index}>
            <strong>{name}</strong>
            <p>{reason}</p>
          </li>
        ))}
      </ul>
    </Modal>
  )
}
