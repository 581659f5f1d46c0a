import { Drawer as ArcoDrawer, type DrawerProps } from '@arco-design/web-react'
import { type PropsWithChildren, useCallback, useLayoutEffect, useRef } from 'react'
import { useFocusReturn } from './use-focus-return'
import { useEverTrue } from './use-value-while-closing'
import './drawer.css'

/** Arco moves the focus only after the animation; until then keys such as Escape would go to the content below. */
function takeFocus(content: HTMLElement | null): void {
  const layer = content?.closest<HTMLElement>('.arco-drawer-scroll')
  if (layer && !layer.contains(document.activeElement)) layer.focus({ preventScroll: true })
}

/**
 * Arco's Drawer with the dialog role and its title as name; it returns the focus to the element that opened it. It costs nothing until it
 * is opened for the first time.
 */
export function Drawer({ afterClose, title, children, ...props }: PropsWithChildren<DrawerProps>) {
  const returnFocus = useFocusReturn(props.visible)
  const content = useRef<HTMLDivElement>(null)
  const { visible } = props
  // On the first opening the content is mounted after the drawer, later it already exists.
  useLayoutEffect(() => {
    if (visible) takeFocus(content.current)
  }, [visible])
  // Arco keeps the focus inside but sets no role and no name for screen readers.
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
  if (!useEverTrue(visible === true)) return null
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
