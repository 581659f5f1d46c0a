import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'

export interface Tab {
  readonly key: string
  readonly label: string
}

interface TabBarProps {
  readonly tabs: readonly Tab[]
  readonly active: string
  readonly label: string
  readonly onChange: (key: string) => void
  /** Under the tabs of a screen: looks quieter than they do. */
  readonly inner?: boolean
  /** What the active tab shows. */
  readonly children: ReactNode
}

/** Tabs over one panel: arrows, Home and End move between them, many of them scroll, the active one stays in view. */
export function TabBar({ tabs, active, label, onChange, inner = false, children }: TabBarProps) {
  const id = useId()
  const current = useRef<HTMLButtonElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another tab becomes active
  useEffect(() => {
    current.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [active])

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const at = tabs.findIndex((tab) => tab.key === active)
    const places: Record<string, number> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: tabs.length - 1 }
    const place = places[event.key]
    if (place === undefined) return
    event.preventDefault()
    const next = tabs[(place + tabs.length) % tabs.length]
    if (!next) return
    onChange(next.key)
    const buttons = event.currentTarget.querySelectorAll<HTMLButtonElement>('[role=tab]')
    buttons[(place + tabs.length) % tabs.length]?.focus()
  }

  return (
    <>
      <div role="tablist" aria-label={label} className={inner ? 'tab-bar is-inner' : 'tab-bar'} onKeyDown={onKeyDown}>
        {tabs.map((tab) => {
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
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${active}`} className="tab-panel">
        {children}
      </div>
    </>
  )
}
