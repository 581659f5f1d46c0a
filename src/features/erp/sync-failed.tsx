import { Button } from '@arco-design/web-react'
import { IconCloseCircleFill } from '@arco-design/web-react/icon'
import { DialogFoot } from '../../ui/dialog-foot'
import { FailureText } from '../../ui/failure-view'
import { Modal } from '../../ui/modal'
import { useValueWhileClosing } from '../../ui/use-value-while-closing'

export const acceptText = '按新列表更新'

interface SyncFailedProps {
  /** 「锐印一厂」的型号和材质 */
  readonly subject: string
  /** The cause: the server's text or the thrown error; null while the dialog is closed. */
  readonly cause: unknown
  readonly onRetry: () => void
  /** Takes over a list that lacks most of what was listed before; null when that is not the cause. */
  readonly onAccept: (() => void) | null
  readonly onClose: () => void
}

const isText = (cause: unknown): cause is string => typeof cause === 'string'

/** The dialog 同步失败 with its cause. */
export function SyncFailed({ subject, cause, onRetry, onAccept, onClose }: SyncFailedProps) {
  const isOpen = cause !== null && cause !== undefined
  const shown = { subject: useValueWhileClosing(isOpen, subject), cause: useValueWhileClosing(isOpen, cause) }
  return (
    <Modal
      visible={isOpen}
      title={
        <span className="erp-failed-title">
          <IconCloseCircleFill />
          同步失败
        </span>
      }
      onCancel={onClose}
      style={{ width: 440, maxWidth: 'calc(100vw - 32px)' }}
      footer={
        <DialogFoot onClose={onClose}>
          {onAccept !== null && (
            <Button
              status="warning"
              onClick={() => {
                onClose()
                onAccept()
              }}
            >
              {acceptText}
            </Button>
          )}
          <Button
            type="primary"
            onClick={() => {
              onClose()
              onRetry()
            }}
          >
            重新同步
          </Button>
        </DialogFoot>
      }
    >
      <p className="erp-dialog-text">
        {shown.subject}没有同步成功：
        {isText(shown.cause) ? shown.cause.trim() || '未知错误' : <FailureText error={shown.cause} />}
      </p>
    </Modal>
  )
}
