import './list.css'
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'

export interface MenuItem {
  readonly key: string
  readonly label: string
  readonly icon?: ReactNode
  readonly danger?: boolean
  /** The equivalent keyboard shortcut: Ctrl+G. */
  readonly hint?: string
  /** Whether a separator precedes it. */
  readonly parted?: boolean
  /** Why it is not possible now; null or absent: it is. */
  readonly refusal?: string | null
  readonly run: () => void
}

interface MenuProps {
  /** The element that opened the menu: the menu is shown beside it and returns the focus to it. */
  readonly anchor: HTMLElement
  /** Shows the menu at this point of the window instead, px, for a context menu. */
  readonly at?: { readonly x: number; readonly y: number } | undefined
  readonly label: string
  readonly items: readonly MenuItem[]
  readonly onClose: () => void
}

const gap = 4
const edge = 8

/** Positions the menu below the anchor, or above it without enough room, and never outside the window. */
function placeBeside(anchor: HTMLElement, menu: HTMLElement): { left: number; top: number } {
  const at = anchor.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = menu
  const below = at.bottom + gap
  const top = below + height > innerHeight - edge ? Math.max(edge, at.top - gap - height) : below
  return { left: Math.max(edge, Math.min(at.left, innerWidth - width - edge)), top }
}

/** Positions the menu right of and below the point, or on its other side without enough room. */
function placeAt(point: { readonly x: number; readonly y: number }, menu: HTMLElement): { left: number; top: number } {
  const { offsetWidth: width, offsetHeight: height } = menu
  const left = point.x + width > innerWidth - edge ? point.x - width : point.x
  return { left: Math.max(edge, left), top: Math.max(edge, Math.min(point.y, innerHeight - height - edge)) }
}

/**
 * The one open menu of a list, because a list of 500 cards needs one, not 500. It supports arrows, Home, End and Esc; choosing an
 * item
 * first returns the focus, so that a dialog opened by it returns the focus to the right element.
 */
export function Menu({ anchor, at, label, items, onClose }: MenuProps) {
  const menu = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState({ left: 0, top: 0 })
  const close = useEffectEvent(onClose)

  useLayoutEffect(() => {
    if (!menu.current) return
    setPlace(at ? placeAt(at, menu.current) : placeBeside(anchor, menu.current))
    menu.current.querySelector<HTMLElement>('[role=menuitem]')?.focus({ preventScroll: true })
  }, [anchor, at])

  useEffect(() => {
    const outside = (event: Event) => {
      if (event.target instanceof Node && menu.current?.contains(event.target)) return
      // A second click on the button that opened the menu closes it in the button's own handler.
      if (!at && event.target instanceof Node && anchor.contains(event.target)) return
      close()
    }
    addEventListener('pointerdown', outside, true)
    addEventListener('scroll', outside, true)
    addEventListener('resize', outside)
    return () => {
      removeEventListener('pointerdown', outside, true)
      removeEventListener('scroll', outside, true)
      removeEventListener('resize', outside)
    }
  }, [anchor, at])

  const leave = () => {
    if (anchor.isConnected) anchor.focus()
    onClose()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    // React propagates key events of the portal to the list; a drag handle must not get them.
    event.stopPropagation()
    if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault()
      return leave()
    }
    const entries = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=menuitem]')]
    const at = entries.indexOf(document.activeElement as HTMLElement)
    const places: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: entries.length - 1 }
    const next = places[event.key]
    if (next === undefined) return
    event.preventDefault()
    entries[(next + entries.length) % entries.length]?.focus()
  }
  // Inside a dialog the focus may not leave it; elsewhere the menu belongs to the page's main part.
  const home = anchor.closest('[role=dialog]') ?? anchor.closest('main') ?? document.body

  return createPortal(
    <div
      ref={menu}
      role="menu"
      tabIndex={-1}
      aria-label={label}
      className="menu"
      style={place}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => event.stopPropagation()}
    >
      {items.map(({ key, label: text, icon, danger, hint, parted, refusal, run }) => (
        <button
          key={key}
          type="button"
          role="menuitem"
          tabIndex={-1}
          className={`menu-item${danger ? ' is-danger' : ''}${parted ? ' is-parted' : ''}`}
          aria-disabled={refusal ? true : undefined}
          title={refusal ?? undefined}
          onClick={(event) => {
            event.stopPropagation()
            if (refusal) return
            leave()
            run()
          }}
        >
          {icon !== undefined && <span className="menu-icon">{icon}</span>}
          {text}
          {hint && <kbd className="menu-hint">{hint}</kbd>}
          {refusal && <span className="menu-reason">{refusal}</span>}
        </button>
      ))}
    </div>,
    home,
  )
}
