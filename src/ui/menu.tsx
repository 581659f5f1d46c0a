import './menu.css'
import { IconCheck } from '@arco-design/web-react/icon'
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { placeLayer } from './place-layer'

export interface MenuItem {
  readonly key: string
  readonly label: string
  readonly icon?: ReactNode
  readonly danger?: boolean
  /** The equivalent keyboard shortcut: Ctrl+G. */
  readonly hint?: string
  /** Whether it is ticked, for a choice: it is made while the menu stays open. Absent: an act. */
  readonly checked?: boolean
  /** Whether a separator precedes it. */
  readonly hasSeparator?: boolean
  /** Why it is not possible now; null or absent: it is. */
  readonly refusal?: string | null
  readonly run: () => void
}

interface MenuProps {
  /** The element that opened the menu: the menu is shown beside it and returns the focus to it. */
  readonly anchor: HTMLElement
  /** Shows the menu at this point of the window instead, px, for a context menu. */
  readonly point?: { readonly x: number; readonly y: number } | undefined
  readonly label: string
  readonly items: readonly MenuItem[]
  readonly onClose: () => void
}

const hasMoved = (element: HTMLElement, from: DOMRect): boolean => {
  const { left, top } = element.getBoundingClientRect()
  return left !== from.left || top !== from.top
}

/**
 * The one open menu of a list, because a list of 500 cards needs one, not 500. It supports arrows, Home, End and Esc; choosing an
 * item first returns the focus, so that a dialog opened by it returns the focus to the right element.
 */
export function Menu({ anchor, point, label, items, onClose }: MenuProps) {
  const menu = useRef<HTMLDivElement>(null)
  const close = useEffectEvent(onClose)

  useLayoutEffect(() => {
    if (!menu.current) return
    void placeLayer(menu.current, anchor, point)
    menu.current.querySelector<HTMLElement>('.menu-item')?.focus({ preventScroll: true })
  }, [anchor, point])

  useEffect(() => {
    const placed = anchor.getBoundingClientRect()
    const closeOnOutside = (event: Event) => {
      if (event.target instanceof Node && menu.current?.contains(event.target)) return
      // A browser reports a scroll one frame late, so a menu that opens right after one gets its event; it closes only if its anchor moved.
      if (event.type === 'scroll' && !hasMoved(anchor, placed)) return
      // A second click on the button that opened the menu closes it in the button's own handler.
      if (!point && event.target instanceof Node && anchor.contains(event.target)) return
      close()
    }
    addEventListener('pointerdown', closeOnOutside, true)
    addEventListener('scroll', closeOnOutside, true)
    addEventListener('resize', closeOnOutside)
    return () => {
      removeEventListener('pointerdown', closeOnOutside, true)
      removeEventListener('scroll', closeOnOutside, true)
      removeEventListener('resize', closeOnOutside)
    }
  }, [anchor, point])

  const closeAndRefocus = () => {
    if (anchor.isConnected) anchor.focus()
    onClose()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    // React propagates key events of the portal to the list; a drag handle must not get them.
    event.stopPropagation()
    if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault()
      return closeAndRefocus()
    }
    const entries = [...event.currentTarget.querySelectorAll<HTMLElement>('.menu-item')]
    const index = entries.indexOf(document.activeElement as HTMLElement)
    const nextIndexes: Record<string, number> = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: entries.length - 1 }
    const next = nextIndexes[event.key]
    if (next === undefined) return
    event.preventDefault()
    entries[(next + entries.length) % entries.length]?.focus()
  }
  // Inside a dialog the focus may not leave it; elsewhere the menu belongs to the page's main part.
  const container = anchor.closest('[role=dialog]') ?? anchor.closest('main') ?? document.body

  return createPortal(
    <div
      ref={menu}
      role="menu"
      tabIndex={-1}
      aria-label={label}
      className="menu"
      onKeyDown={onKeyDown}
      onPointerDown={(event) => event.stopPropagation()}
    >
      {items.map(({ key, label: text, icon, danger, hint, checked, hasSeparator, refusal, run }) => (
        <button
          key={key}
          type="button"
          {...(checked === undefined ? { role: 'menuitem' } : { role: 'menuitemcheckbox', 'aria-checked': checked })}
          tabIndex={-1}
          className={`menu-item${danger ? ' is-danger' : ''}${hasSeparator ? ' has-separator' : ''}`}
          aria-disabled={refusal ? true : undefined}
          title={refusal ?? undefined}
          onClick={(event) => {
            event.stopPropagation()
            if (refusal) return
            if (checked === undefined) closeAndRefocus()
            run()
          }}
        >
          {icon !== undefined && <span className="menu-icon">{icon}</span>}
          {checked !== undefined && <span className="menu-icon">{checked && <IconCheck />}</span>}
          {text}
          {hint && <kbd className="menu-hint">{hint}</kbd>}
          {refusal && <span className="menu-reason">{refusal}</span>}
        </button>
      ))}
    </div>,
    container,
  )
}
