import { Modal as ArcoModal, type ModalProps } from '@arco-design/web-react'
import type { PropsWithChildren } from 'react'
import { useFocusReturn } from './use-focus-return'

/** Arco's Modal that returns the focus to the element that opened it. */
export function Modal({ afterClose, ...props }: PropsWithChildren<ModalProps>) {
  const returnFocus = useFocusReturn(props.visible)
  return (
    <ArcoModal
      maskClosable={false}
      unmountOnExit
      {...props}
      afterClose={() => {
        returnFocus()
        afterClose?.()
      }}
    />
  )
}
