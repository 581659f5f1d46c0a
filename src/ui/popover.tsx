import './popover.css'
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { placeLayer } from './place-layer'

interface PopoverProps {
  /** The button that opened it: it is shown beside it and returns the focus to it. */
  readonly anchor: HTMLElement
  readonly label: string
  readonly onClose: () => void
  readonly children: ReactNode
}

const focusable = 'button:not([disabled]), input:not([disabled]), a[href], [tabindex="0"]'
/** Layers that its own content opens over it. */
const above = '.menu, .arco-modal-wrapper'

/** A small layer with fields beside a button. A click outside of it closes it, and so does Esc; Tab stays inside. */
export function Popover({ anchor, label, onClose, children }: PopoverProps) {
  const layer = useRef<HTMLDivElement>(null)
  const close = useEffectEvent(onClose)
  useLayoutEffect(() => {
    const element = layer.current
    if (!element) return
    // Content that is loaded first makes it larger.
    const sizes = new ResizeObserver(() => void placeLayer(element, anchor))
    sizes.observe(element)
    void placeLayer(element, anchor)
    element.focus({ preventScroll: true })
    return () => sizes.disconnect()
  }, [anchor])
  useEffect(() => {
    const closeOnOutside = ({ target }: Event) => {
      if (!(target instanceof Element) || layer.current?.contains(target) || anchor.contains(target)) return
      if (target.closest(above) === null) close()
    }
    addEventListener('pointerdown', closeOnOutside, true)
    return () => removeEventListener('pointerdown', closeOnOutside, true)
  }, [anchor])

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    // React propagates key events of layers above it, too.
    if (!(event.target instanceof Element) || !event.currentTarget.contains(event.target) || event.defaultPrevented) return
    if (event.target.closest(above) !== null) return
    if (event.key === 'Escape') {
      event.stopPropagation()
      anchor.focus()
      onClose()
    }
    if (event.key !== 'Tab') return
    const inside = [...event.currentTarget.querySelectorAll<HTMLElement>(focusable)].filter(({ tabIndex }) => tabIndex >= 0)
    const end = event.shiftKey ? inside[0] : inside.at(-1)
    if (document.activeElement !== end && document.activeElement !== event.currentTarget) return
    event.preventDefault()
    ;(event.shiftKey ? inside.at(-1) : inside[0])?.focus()
  }
  return createPortal(
    <div ref={layer} role="dialog" aria-label={label} tabIndex={-1} className="popover" onKeyDown={onKeyDown}>
      {children}
    </div>,
    anchor.closest('main') ?? document.body,
  )
}
