import { Drawer as ArcoDrawer, type DrawerProps } from '@arco-design/web-react'
import type { PropsWithChildren } from 'react'
import { useFocusReturn } from './use-focus-return'

/** Arco's Drawer that gives the focus back to whatever opened it. */
export function Drawer({ afterClose, ...props }: PropsWithChildren<DrawerProps>) {
  const returnFocus = useFocusReturn(props.visible)
  return (
    <ArcoDrawer
      {...props}
      afterClose={() => {
        returnFocus()
        afterClose?.()
      }}
    />
  )
}
