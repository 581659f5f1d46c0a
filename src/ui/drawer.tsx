import { Drawer as ArcoDrawer, type DrawerProps } from '@arco-design/web-react'
import { type PropsWithChildren, useCallback, useLayoutEffect, useRef } from 'react'
import { useFocusReturn } from './use-focus-return'
import './drawer.css'

/** Arco hands the focus over when the slide is done; until then keys, Escape among them, would go to what lies below. */
function takeFocus(content: HTMLElement | null): void {
  const layer = content?.closest<HTMLElement>('.arco-drawer-scroll')
  if (layer && !layer.contains(document.activeElement)) layer.focus({ preventScroll: true })
}

/** Arco's Drawer that says it is a dialog, is named by its title, and gives the focus back to whatever opened it. */
export function Drawer({ afterClose, title, children, ...props }: PropsWithChildren<DrawerProps>) {
  const returnFocus = useFocusReturn(props.visible)
  const content = useRef<HTMLDivElement>(null)
  const { visible } = props
  // The first time the content comes after the drawer itself, later it is there already.
  useLayoutEffect(() => {
    if (visible) takeFocus(content.current)
  }, [visible])
  // Arco keeps the focus inside but does not tell a screen reader what it is inside of.
  const nameDialog = useCallback(
    (element: HTMLDivElement | null) => {
      content.current = element
      takeFocus(element)
      // Without a title the content names itself.
      const layer = typeof title === 'string' ? element?.closest('.arco-drawer') : null
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
