import { IconLeft, IconRight } from '@arco-design/web-react/icon'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { fewRows, SearchField } from './search-field'
import { useMedia } from './use-media'
import { useTextMatch } from './use-text-match'

export interface Tab {
  readonly key: string
  readonly label: string
}

interface TabBarProps {
  readonly tabs: readonly Tab[]
  readonly active: string
  readonly label: string
  readonly onChange: (key: string) => void
  /** Whether it is below the tabs of a screen and looks less prominent. */
  readonly inner?: boolean
  /** Whether a wide window shows the tabs as a list at the left, with a search when they are many. */
  readonly beside?: boolean
  /** The content of the active tab. */
  readonly children: ReactNode
}

interface Hidden {
  readonly before: boolean
  readonly after: boolean
}

/** Windows in which a list at the left leaves a table its width. */
const wide = '(min-width: 1400px)'

const nothingHidden: Hidden = { before: false, after: false }

/**
 * Returns which ends of a tab strip are out of view; the wheel scrolls the strip, and the active tab stays visible when widths
 * change.
 */
function useStrip(strip: RefObject<HTMLDivElement | null>, active: RefObject<HTMLButtonElement | null>): Hidden {
  const [hidden, setHidden] = useState(nothingHidden)
  useLayoutEffect(() => {
    const element = strip.current
    if (!element) return
    const updateHidden = () => {
      const { scrollLeft, clientWidth, scrollWidth } = element
      const next = { before: scrollLeft > 1, after: scrollLeft + clientWidth < scrollWidth - 1 }
      setHidden((old) => (old.before === next.before && old.after === next.after ? old : next))
    }
    const scrollByWheel = (event: WheelEvent) => {
      const { scrollLeft, clientWidth, scrollWidth } = element
      const delta = event.deltaX === 0 ? event.deltaY : event.deltaX
      // At either end of the strip the wheel scrolls the page.
      if (event.ctrlKey || (delta < 0 ? scrollLeft <= 0 : scrollLeft + clientWidth >= scrollWidth - 1)) return
      event.preventDefault()
      element.scrollLeft += event.deltaMode === WheelEvent.DOM_DELTA_LINE ? delta * 32 : delta
    }
    // Counts are loaded after the names and make tabs wider; a window may become narrower.
    const resizeObserver = new ResizeObserver(() => {
      active.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
      updateHidden()
    })
    for (const tab of element.children) resizeObserver.observe(tab)
    resizeObserver.observe(element)
    const childObserver = new MutationObserver(() => {
      for (const tab of element.children) resizeObserver.observe(tab)
    })
    childObserver.observe(element, { childList: true })
    element.addEventListener('scroll', updateHidden, { passive: true })
    element.addEventListener('wheel', scrollByWheel, { passive: false })
    return () => {
      resizeObserver.disconnect()
      childObserver.disconnect()
      element.removeEventListener('scroll', updateHidden)
      element.removeEventListener('wheel', scrollByWheel)
    }
  }, [strip, active])
  return hidden
}

/**
 * Tabs over one panel: arrows, Home and End move between them; many tabs scroll by wheel or arrow buttons, and the active one
 * stays visible.
 */
export function TabBar({ tabs, active, label, onChange, inner = false, beside = false, children }: TabBarProps) {
  const id = useId()
  const strip = useRef<HTMLDivElement>(null)
  const current = useRef<HTMLButtonElement>(null)
  const hidden = useStrip(strip, current)
  const isList = useMedia(wide) && beside
  const [query, setQuery] = useState('')
  const matches = useTextMatch(query)
  const shown = isList ? tabs.filter((tab) => tab.key === active || matches(tab.label, query)) : tabs
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another tab becomes active
  useEffect(() => {
    current.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [active])

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const index = shown.findIndex((tab) => tab.key === active)
    const [back, on] = isList ? ['ArrowUp', 'ArrowDown'] : ['ArrowLeft', 'ArrowRight']
    const targets: Record<string, number> = { [back]: index - 1, [on]: index + 1, Home: 0, End: shown.length - 1 }
    const target = targets[event.key]
    if (target === undefined) return
    event.preventDefault()
    const next = shown[(target + shown.length) % shown.length]
    if (!next) return
    onChange(next.key)
    const buttons = event.currentTarget.querySelectorAll<HTMLButtonElement>('[role=tab]')
    buttons[(target + shown.length) % shown.length]?.focus()
  }
  // These buttons are for the mouse; the keyboard uses the arrow keys.
  const arrow = (side: 'before' | 'after', icon: ReactNode, name: string) =>
    hidden[side] && (
      <button
        type="button"
        tabIndex={-1}
        className={`tab-arrow is-${side}`}
        aria-label={name}
        title={name}
        onClick={() => {
          const width = strip.current?.clientWidth ?? 0
          strip.current?.scrollBy({ left: (side === 'before' ? -0.8 : 0.8) * width })
        }}
      >
        {icon}
      </button>
    )

  const content = (
    <>
      <div className={inner ? 'tab-strip is-inner' : 'tab-strip'}>
        {isList && tabs.length > fewRows && <SearchField value={query} onChange={setQuery} label={`搜索${label}`} />}
        {arrow('before', <IconLeft />, '前面的标签')}
        <div
          ref={strip}
          role="tablist"
          aria-label={label}
          aria-orientation={isList ? 'vertical' : 'horizontal'}
          className={inner ? 'tab-bar is-inner' : 'tab-bar'}
          onKeyDown={onKeyDown}
        >
          {shown.map((tab) => {
            const selected = tab.key === active
            return (
              <button
                key={tab.key}
                ref={selected ? current : null}
                type="button"
                role="tab"
                id={`${id}-${tab.key}`}
                aria-selected={selected}
                aria-controls={`${id}-panel`}
                tabIndex={selected ? 0 : -1}
                title={tab.label}
                className="tab"
                onClick={() => onChange(tab.key)}
              >
                {tab.label}
              </button>
            )
          })}
        </div>
        {arrow('after', <IconRight />, '后面的标签')}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${active}`} className="tab-panel">
        {children}
      </div>
    </>
  )
  return beside ? <div className={isList ? 'tab-panes' : 'tab-rows'}>{content}</div> : content
}
