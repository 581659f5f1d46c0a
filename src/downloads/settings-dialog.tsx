import { lazyScreen } from '../ui/lazy-screen'
import { Modal } from '../ui/modal'
import { usePreload } from '../ui/use-preload'

const SettingsFields = lazyScreen(() => import('./settings-fields'))

interface SettingsDialogProps {
  readonly visible: boolean
  readonly onClose: () => void
}

/** 下载设置: file names for the whole account; format and destination for this browser. Its code is loaded after the screen is drawn. */
export function SettingsDialog({ visible, onClose }: SettingsDialogProps) {
  usePreload(SettingsFields)
  return (
    <Modal
      visible={visible}
      title="下载设置"
      footer={null}
      onCancel={onClose}
      style={{ width: 560, maxWidth: 'calc(100vw - 32px)' }}
    >
      <SettingsFields onClose={onClose} />
    </Modal>
  )
}
