import { Alert, Input } from '@arco-design/web-react'
import type { ApiKeyMade } from '../../../contract/types'
import { CopyButton } from '../../ui/copy-button'
import { DialogFoot } from '../../ui/dialog-foot'
import { Modal } from '../../ui/modal'

interface SecretDialogProps {
  /** Null while the dialog is closed. */
  readonly made: ApiKeyMade | null
  readonly onClose: () => void
}

/** Shows a new key; only once, since the server stores only its hash. */
export function SecretDialog({ made, onClose }: SecretDialogProps) {
  return (
    <Modal
      visible={made !== null}
      title="接口密钥已生成"
      onCancel={onClose}
      maskClosable={false}
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
            把密钥填进「<strong>{made.name}</strong>」，调用时放在请求头里：<code>Authorization: Bearer 密钥</code>
          </p>
          <Input readOnly value={made.secret} aria-label="接口密钥" onFocus={(event) => event.target.select()} />
          <Alert
            type="warning"
            className="link-warning"
            content="密钥只显示这一次。不要写进网页、聊天或代码仓库；丢失或泄露时在列表里作废，再新建一个。"
          />
        </>
      )}
    </Modal>
  )
}
