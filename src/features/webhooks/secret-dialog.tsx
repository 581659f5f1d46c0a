import { Alert, Input } from '@arco-design/web-react'
import { beijingMinute } from '../../base/beijing-time'
import { CopyButton } from '../../ui/copy-button'
import { DialogFoot } from '../../ui/dialog-foot'
import { Modal } from '../../ui/modal'

export interface MadeSecret {
  readonly name: string
  readonly secret: string
  /** Until when the secret before signs as well; null for a first secret. */
  readonly oldSecretUntil: number | null
}

interface SecretDialogProps {
  /** Null while the dialog is closed. */
  readonly made: MadeSecret | null
  readonly onClose: () => void
}

/** Shows a webhook's secret; only once, since the server never tells it again. */
export function SecretDialog({ made, onClose }: SecretDialogProps) {
  return (
    <Modal
      visible={made !== null}
      title="签名密钥"
      onCancel={onClose}
      footer={
        <DialogFoot onClose={onClose}>
          <CopyButton text={made?.secret ?? ''} label="复制密钥" type="primary" size="default">
            复制密钥
          </CopyButton>
        </DialogFoot>
      }
    >
      {made !== null && (
        <>
          <p>
            把密钥交给「{made.name}」的程序，用来验证收到的事件确实来自壳匠。
            {made.oldSecretUntil !== null && `旧密钥在 ${beijingMinute(made.oldSecretUntil)} 前仍然签名，请在这之前换好。`}
          </p>
          <Input readOnly value={made.secret} aria-label="签名密钥" onFocus={(event) => event.target.select()} />
          <Alert type="warning" className="webhook-warning" content="密钥只显示这一次；忘记了只能更换。" />
        </>
      )}
    </Modal>
  )
}
