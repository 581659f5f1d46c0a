import type { ReactNode } from 'react'
import { Modal } from '../ui/modal'

interface LoginLayerProps {
  readonly visible: boolean
  readonly children: ReactNode
}

/** Covers everything that is still open, including a drawer; a Modal because only the topmost one traps the focus. */
export default function LoginLayer({ visible, children }: LoginLayerProps) {
  return (
    <Modal
      visible={visible}
      className="login-layer"
      wrapClassName="login-layer-wrap"
      title={null}
      footer={null}
      closable={false}
      escToExit={false}
      simple={false}
    >
      {children}
    </Modal>
  )
}
