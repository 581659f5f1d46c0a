import { Drawer as ArcoDrawer, type DrawerProps } from '@arco-design/web-react'
import { type PropsWithChildren, useCallback } from 'react'
import { useFocusReturn } from './use-focus-return'
import './drawer.css'

/** Arco's Drawer that says it is a dialog, is named by its title, and gives the focus back to whatever opened it. */
export function Drawer({ afterClose, title, children, ...props }: PropsWithChildren<DrawerProps>) {
  const returnFocus = useFocusReturn(props.visible)
  // Arco keeps the focus inside but does not tell a screen reader what it is inside of.
  const nameDialog = useCallback(
    (content: HTMLElement | null) => {
      // Without a title the content names itself.
      const layer = typeof title === 'string' ? content?.closest('.arco-drawer') : null
      layer?.setAttribute('role', 'dialog')
      layer?.setAttribute('aria-modal', 'true')
      layer?.setAttribute('aria-label', String(title))
    },
    [title],
  )
  return (
    <ArcoDrawer
      {...props}
      title={title}
      afterClose={() => {
        returnFocus()
        afterClose?.()
      }}
    >
      <div ref={nameDialog} className="drawer-content">
        {children}
      </div>
    </ArcoDrawer>
  )
}
