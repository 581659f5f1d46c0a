import { Button } from '@arco-design/web-react'
import { IconCloseCircleFill } from '@arco-design/web-react/icon'
import { FailureText } from '../../ui/failure-view'
import { Modal } from '../../ui/modal'
import { useKeptWhileClosing } from '../../ui/use-kept-while-closing'

interface SyncFailedProps {
  /** 「锐印一厂」的型号和材质 */
  readonly what: string
  /** The cause: the server's text or the thrown error; null while the dialog is closed. */
  readonly cause: unknown
  readonly onAgain: () => void
  readonly onClose: () => void
}

const isText = (cause: unknown): cause is string => typeof cause === 'string'

/** The dialog 同步失败 with its cause. */
export function SyncFailed({ what, cause, onAgain, onClose }: SyncFailedProps) {
  const isOpen = cause !== null && cause !== undefined
  const told = { what: useKeptWhileClosing(isOpen, what), cause: useKeptWhileClosing(isOpen, cause) }
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
        <>
          <Button
            onClick={() => {
              onClose()
              onAgain()
            }}
          >
            重新同步
          </Button>
          <Button type="primary" onClick={onClose}>
            知道了
          </Button>
        </>
      }
    >
      <p className="erp-dialog-text">
        {told.what}没有同步成功：
        {isText(told.cause) ? told.cause.trim() || '未知错误' : <FailureText error={told.cause} />}
      </p>
    </Modal>
  )
}
