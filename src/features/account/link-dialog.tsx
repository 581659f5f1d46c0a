import { Alert, Input } from '@arco-design/web-react'
import { beijingMinute } from '../../base/beijing-time'
import { CopyButton } from '../../ui/copy-button'
import { DialogFoot } from '../../ui/dialog-foot'
import { Modal } from '../../ui/modal'

export interface SetupLink {
  readonly username: string
  readonly setupToken: string
  readonly expiresAt: number
}

interface LinkDialogProps {
  /** Null while the dialog is closed. */
  readonly link: SetupLink | null
  readonly onClose: () => void
}

/** Address of this plugin's login page with the one-time secret in its fragment. */
const addressOf = ({ setupToken }: SetupLink): string => new URL(`/login#setup=${setupToken}`, location.href).href

/** Shows a sub-account's one-time link; only once, since the server stores only a hash of it. */
export function LinkDialog({ link, onClose }: LinkDialogProps) {
  const address = link === null ? '' : addressOf(link)
  return (
    <Modal
      visible={link !== null}
      title="一次性设置链接"
      onCancel={onClose}
      footer={
        <DialogFoot onClose={onClose}>
          <CopyButton text={address} label="复制链接" type="primary" size="default">
            复制链接
          </CopyButton>
        </DialogFoot>
      }
    >
      {link !== null && (
        <>
          <p>
            把链接发给 <strong>{link.username}</strong>：对方打开后设置密码，直接登录。链接只能使用一次，
            {beijingMinute(link.expiresAt)} 前有效。
          </p>
          <Input.TextArea
            readOnly
            autoSize
            value={address}
            aria-label="一次性设置链接"
            onFocus={(event) => event.target.select()}
          />
          <Alert type="warning" className="link-warning" content="链接只显示这一次；关闭后可以在列表里重新生成。" />
        </>
      )}
    </Modal>
  )
}
