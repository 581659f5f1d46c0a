import './list.css'
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'

export interface MenuItem {
  readonly key: string
  readonly label: string
  readonly icon?: ReactNode
  readonly danger?: boolean
  /** The key that does the same: Ctrl+G. */
  readonly hint?: string
  /** Begins a new part of the menu, under a line. */
  readonly parted?: boolean
  /** Why it cannot be done now; null or absent: it can. */
  readonly refusal?: string | null
  readonly run: () => void
}

interface MenuProps {
  /** What opened it: the menu stands beside it and gives the focus back to it. */
  readonly anchor: HTMLElement
  /** Stands at this point of the window instead, px: the menu of a right click. */
  readonly at?: { readonly x: number; readonly y: number } | undefined
  readonly label: string
  readonly items: readonly MenuItem[]
  readonly onClose: () => void
}

const gap = 4
const edge = 8

/** Below the anchor where there is room, above it otherwise, never outside the window. */
function placeBeside(anchor: HTMLElement, menu: HTMLElement): { left: number; top: number } {
  const at = anchor.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = menu
  const below = at.bottom + gap
  const top = below + height > innerHeight - edge ? Math.max(edge, at.top - gap - height) : below
  return { left: Math.max(edge, Math.min(at.left, innerWidth - width - edge)), top }
}

/** Right of and below the point, on its other side where there is no room. */
function placeAt(point: { readonly x: number; readonly y: number }, menu: HTMLElement): { left: number; top: number } {
  const { offsetWidth: width, offsetHeight: height } = menu
  const left = point.x + width > innerWidth - edge ? point.x - width : point.x
  return { left: Math.max(edge, left), top: Math.max(edge, Math.min(point.y, innerHeight - height - edge)) }
}

/**
 * The one open menu of a list: a list of 500 cards needs one, not 500. Arrows, Home, End and Esc as everywhere; choosing gives
 * the focus back first, so that a dialog opened by the act returns it to the right place.
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
      // A second press of the button that opened it closes it by itself.
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
    // React tells the list below about keys pressed here; a drag handle must not hear them.
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
  // Inside a dialog the focus may not leave it; elsewhere it belongs to the page's main part.
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
