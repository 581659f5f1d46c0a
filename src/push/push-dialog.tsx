import { useRef } from 'react'
import { lazyScreen } from '../ui/lazy-screen'
import { Modal } from '../ui/modal'
import { usePreload } from '../ui/use-preload'
import { useValueWhileClosing } from '../ui/use-value-while-closing'
import type { PushProps } from './push'
import type { PushOrder } from './push-orders'

const Push = lazyScreen(() => import('./push'))

interface PushDialogProps extends Omit<PushProps, 'orders' | 'onCloseHandler'> {
  /** Null while closed. The list must be the same object while the dialog is open. */
  readonly orders: readonly PushOrder[] | null
}

/** 推送到工厂: choose a factory, see the problems of each order, and push the orders one by one. */
export function PushDialog({ orders, note = null, onClose, onPushed }: PushDialogProps) {
  const shownOrders = useValueWhileClosing(orders !== null, orders)
  usePreload(Push)
  const close = useRef<() => void>(onClose)
  return (
    <Modal
      visible={orders !== null}
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
