import type { DialogProps } from '../ui/lazy-dialog'
import { Modal } from '../ui/modal'
import { SettingsFields } from './settings-fields'

/** 下载设置: file names for the whole account; format and destination for this browser. */
export default function SettingsDialog({ visible, onClose }: DialogProps) {
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
