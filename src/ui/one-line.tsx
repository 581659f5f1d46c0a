import './one-line.css'
import { Button } from '@arco-design/web-react'
import { IconFilter, IconMore } from '@arco-design/web-react/icon'
import { type CSSProperties, type ReactNode, type Ref, useCallback, useEffect, useId, useRef, useState } from 'react'

interface OneLineProps {
  readonly className: string
  /** The kind of the children: filters begin at the left, actions end at the right. */
  readonly kind?: 'actions' | 'filters'
  /** Called with the element that holds the children, so that a portal can add some. */
  readonly contentRef?: Ref<HTMLDivElement>
  readonly children: ReactNode
}

/** Children that are never folded: the primary action, and texts, which shrink instead. */
const kept = '.arco-btn-primary, [data-keep]'
/** Distance of the children, px; as in the style sheet. */
const gapPx = 8
/** Width of the ⋯ button, px. */
const moreWidthPx = 32

/**
 * A row that never breaks into lines: children without room are folded from the end into a panel below a ⋯ button. They stay where
 * they are in the document, so that the dialogs and states of components are kept.
 */
export function OneLine({ className, kind = 'actions', contentRef, children }: OneLineProps) {
  const moreLabel = kind === 'filters' ? '更多筛选' : '更多操作'
  const content = useRef<HTMLDivElement | null>(null)
  const panelId = useId()
  const [folded, setFolded] = useState(0)
  const [isOpen, setOpen] = useState(false)

  const fold = useCallback(() => {
    if (content.current) setFolded(foldWhatDoesNotFit(content.current))
  }, [])
  useEffect(() => {
    const element = content.current
    if (!element) return
    fold()
    const sizes = new ResizeObserver(fold)
    sizes.observe(element)
    const observeChildren = () => {
      for (const child of element.children) sizes.observe(child)
    }
    observeChildren()
    const changes = new MutationObserver(() => {
      observeChildren()
      fold()
    })
    changes.observe(element, { childList: true })
    return () => {
      sizes.disconnect()
      changes.disconnect()
    }
  }, [fold])
  useEffect(() => {
    if (folded === 0) setOpen(false)
  }, [folded])
  useEffect(() => {
    if (!isOpen) return
    const close = (event: Event) => {
      const inside = event.target instanceof Node && content.current?.parentElement?.contains(event.target)
      if (event instanceof KeyboardEvent ? event.key === 'Escape' : !inside) setOpen(false)
    }
    document.addEventListener('pointerdown', close)
    document.addEventListener('keydown', close)
    return () => {
      document.removeEventListener('pointerdown', close)
      document.removeEventListener('keydown', close)
    }
  }, [isOpen])

  const setContent = (element: HTMLDivElement | null) => {
    content.current = element
    if (typeof contentRef === 'function') contentRef(element)
    else if (contentRef) contentRef.current = element
  }
  return (
    <div className={`one-line is-${kind}${isOpen ? ' is-open' : ''}`} style={{ '--folded': folded } as CSSProperties}>
      <div id={panelId} className={`one-line-content ${className}`} ref={setContent}>
        {children}
      </div>
      {folded > 0 && (
        <Button
          className="one-line-more"
          icon={kind === 'filters' ? <IconFilter /> : <IconMore />}
          aria-label={moreLabel}
          title={moreLabel}
          aria-expanded={isOpen}
          aria-controls={panelId}
          onClick={() => setOpen((wasOpen) => !wasOpen)}
        />
      )}
    </div>
  )
}

/** Width that a child needs at least, px. */
function widthOf(child: HTMLElement): number {
  const { flexShrink, minWidth } = getComputedStyle(child)
  return Number(flexShrink) > 0 ? Math.min(child.offsetWidth, Number.parseFloat(minWidth) || 0) : child.offsetWidth
}

/** Marks the children that have no room beside the others, and returns their number. */
function foldWhatDoesNotFit(content: HTMLElement): number {
  const line = content.parentElement
  if (!line || line.clientWidth === 0) return 0
  const children = [...content.children].filter((child): child is HTMLElement => child instanceof HTMLElement)
  const shown = children.filter(({ offsetWidth }) => offsetWidth > 0)
  const foldable = shown.filter((child) => !child.matches(kept)).reverse()
  let width = shown.reduce((sum, child) => sum + widthOf(child) + gapPx, -gapPx)
  const folded = new Set<HTMLElement>()
  for (const child of foldable) {
    const room = line.clientWidth - (folded.size > 0 ? moreWidthPx + gapPx : 0)
    if (width <= room) break
    folded.add(child)
    width -= widthOf(child) + gapPx
  }
  let row = 0
  for (const child of children) {
    const isFolded = folded.has(child)
    if (child.hasAttribute('data-folded') !== isFolded) child.toggleAttribute('data-folded', isFolded)
    if (isFolded) child.style.setProperty('--row', String(row++))
  }
  return folded.size
}
