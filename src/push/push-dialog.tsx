import { useRef } from 'react'
import type { DialogProps } from '../ui/lazy-dialog'
import { Modal } from '../ui/modal'
import { useValueWhileClosing } from '../ui/use-value-while-closing'
import { Push, type PushProps } from './push'
import type { PushOrder } from './push-orders'

interface PushDialogProps extends DialogProps, Omit<PushProps, 'orders' | 'onCloseHandler'> {
  /** Null while closed. The list must be the same object while the dialog is open. */
  readonly orders: readonly PushOrder[] | null
}

/** 推送到工厂: choose a factory, see the problems of each order, and push the orders one by one. */
export default function PushDialog({ visible, orders, note = null, onClose, onPushed }: PushDialogProps) {
  const shownOrders = useValueWhileClosing(visible, orders)
  const close = useRef<() => void>(onClose)
  return (
    <Modal
      visible={visible}
      title="推送到工厂"
      footer={null}
      className="push-dialog"
      style={{ width: 720, maxWidth: 'calc(100vw - 32px)' }}
      onCancel={() => close.current()}
    >
      {shownOrders !== null && (
        <Push
          orders={shownOrders}
          note={note}
          onClose={onClose}
          {...(onPushed && { onPushed })}
          onCloseHandler={(handler) => {
            close.current = handler
          }}
        />
      )}
    </Modal>
  )
}
