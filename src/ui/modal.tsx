import { Modal as ArcoModal, type ModalProps } from '@arco-design/web-react'
import type { PropsWithChildren } from 'react'
import { useFocusReturn } from './use-focus-return'
import { useEverTrue } from './use-value-while-closing'

/** Arco's Modal that returns the focus to the element that opened it. It costs nothing until it is opened for the first time. */
export function Modal({ afterClose, ...props }: PropsWithChildren<ModalProps>) {
  const returnFocus = useFocusReturn(props.visible)
  if (!useEverTrue(props.visible === true)) return null
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
