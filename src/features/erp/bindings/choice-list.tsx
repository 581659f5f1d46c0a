import { IconCheck } from '@arco-design/web-react/icon'
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { scrollToRow, useVisibleRows } from '../../../ui/use-visible-rows'
import { type Choice, type Suggestion, searchChoices } from './choices'

interface ChoiceListProps {
  /** 工厂型号 */
  readonly label: string
  readonly choices: readonly Choice[]
  /** Listed first while nothing is searched. */
  readonly suggestions: readonly Suggestion[]
  readonly value: string | null
  readonly onChange: (key: string) => void
  /** Called by Enter while a choice is active. */
  readonly onSubmit: () => void
}

type Line =
  | { readonly kind: 'head'; readonly text: string }
  | { readonly kind: 'choice'; readonly choice: Choice; readonly note: string | null }

/** px. All lines have the same height, so that lists of thousands can be virtualised. */
const lineHeight = 44

function linesOf(choices: readonly Choice[], suggestions: readonly Suggestion[], query: string, label: string): readonly Line[] {
  const found = searchChoices(choices, query)
  const all: Line[] = found.map((choice) => ({ kind: 'choice', choice, note: null }))
  if (query.trim() !== '' || suggestions.length === 0) return all
  const byKey = new Map(choices.map((choice) => [choice.key, choice]))
  const suggested = suggestions.flatMap(({ key, note }): Line[] => {
    const choice = byKey.get(key)
    return choice ? [{ kind: 'choice', choice, note }] : []
  })
  if (suggested.length === 0) return all
  return [{ kind: 'head', text: '可能是' }, ...suggested, { kind: 'head', text: `全部${label}（${choices.length} 个）` }, ...all]
}

const isChoice = (line: Line | undefined): line is Extract<Line, { kind: 'choice' }> => line?.kind === 'choice'

/** A searchable list of thousands of choices with suggestions on top; arrow keys move in it while the search keeps the focus. */
export function ChoiceList({ label, choices, suggestions, value, onChange, onSubmit }: ChoiceListProps) {
  const id = useId()
  const listBox = useRef<HTMLDivElement>(null)
  const [query, setQuery] = useState('')
  const lines = useMemo(() => linesOf(choices, suggestions, query, label), [choices, suggestions, query, label])
  const [active, setActive] = useState(-1)
  const { from, to } = useVisibleRows(listBox, lines.length, lineHeight)

  // When the list opens, scroll to the choice that is bound now.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when the list opens
  useLayoutEffect(() => {
    const at = lines.findIndex((line) => isChoice(line) && line.choice.key === value)
    if (at < 0) return
    setActive(at)
    scrollTo(at)
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each new search
  useEffect(() => {
    listBox.current?.scrollTo({ top: 0 })
  }, [query])

  const scrollTo = (at: number) => scrollToRow(listBox.current, at, lineHeight)
  const choose = (at: number) => {
    const line = lines[at]
    if (!isChoice(line)) return
    setActive(at)
    onChange(line.choice.key)
  }
  const search = (text: string) => {
    setQuery(text)
    setActive(-1)
  }
  /** Chooses the next choice from `at` on in this direction, skipping headings; without one, nothing changes. */
  const step = (at: number, by: 1 | -1) => {
    let next = at
    while (next >= 0 && next < lines.length && !isChoice(lines[next])) next += by
    if (!isChoice(lines[next])) return
    choose(next)
    scrollTo(next)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // While a pinyin word is composed, Enter ends the word and must not choose.
    if (event.nativeEvent.isComposing) return
    const page = Math.max(1, Math.floor((listBox.current?.clientHeight ?? 0) / lineHeight) - 1)
    switch (event.key) {
      case 'ArrowDown':
        step(active + 1, 1)
        break
      case 'ArrowUp':
        step(active < 0 ? lines.length - 1 : active - 1, -1)
        break
      case 'PageDown':
        step(Math.min(lines.length - 1, active + page), 1)
        break
      case 'PageUp':
        step(Math.max(0, active - page), -1)
        break
      case 'Enter':
        if (active >= 0) onSubmit()
        else step(0, 1)
        break
      default:
        return
    }
    event.preventDefault()
  }

  const drawnLines = lines.slice(from, to).map((line, offsetInWindow) => [line, from + offsetInWindow] as const)
  const activeLine = lines[active]
  if (activeLine && (active < from || active >= to)) drawnLines.push([activeLine, active])
  return (
    <div className="erp-choices">
      <input
        className="erp-choice-search"
        type="search"
        role="combobox"
        // biome-ignore lint/a11y/noAutofocus: searching is the purpose of the dialog
        autoFocus
        value={query}
        aria-label={`搜索${label}`}
        aria-expanded
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
        placeholder={`按名称或编码搜索，共 ${choices.length} 个`}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => search(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div ref={listBox} className="erp-choice-box" role="listbox" id={`${id}-list`} aria-label={label} tabIndex={-1}>
        <div role="presentation" style={{ height: lines.length * lineHeight, position: 'relative' }}>
          {drawnLines.map(([line, at]) => (
            <ChoiceLine
              key={at}
              id={`${id}-${at}`}
              line={line}
              at={at}
              count={lines.length}
              isActive={at === active}
              isChosen={isChoice(line) && line.choice.key === value}
              onChoose={choose}
            />
          ))}
        </div>
      </div>
      {lines.length === 0 && (
        <p className="erp-choice-none" role="status">
          没有名称或编码包含「{query.trim()}」的{label}
        </p>
      )}
    </div>
  )
}

interface ChoiceLineProps {
  readonly id: string
  readonly line: Line
  readonly at: number
  readonly count: number
  readonly isActive: boolean
  readonly isChosen: boolean
  readonly onChoose: (at: number) => void
}

function ChoiceLine({ id, line, at, count, isActive, isChosen, onChoose }: ChoiceLineProps) {
  const style = { top: at * lineHeight, height: lineHeight }
  if (line.kind === 'head') {
    return (
      <div role="presentation" className="erp-choice-head" style={style}>
        {line.text}
      </div>
    )
  }
  const { name, code, facts, isOutOfStock } = line.choice
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the search field has the focus and handles the keys
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      aria-setsize={count}
      aria-posinset={at + 1}
      className={`erp-choice${isActive ? ' is-active' : ''}${isChosen ? ' is-chosen' : ''}`}
      style={style}
      title={[name, code, ...facts, line.note].filter(Boolean).join(' · ')}
      // Keep the focus in the search field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onChoose(at)}
    >
      <span className="erp-choice-name">
        {name}
        {code !== '' && code !== name && <span className="erp-code">{code}</span>}
      </span>
      {line.note !== null && <span className="erp-choice-note">{line.note}</span>}
      <span className={`erp-choice-facts numeric${isOutOfStock ? ' is-short' : ''}`}>{facts.join(' · ')}</span>
      <span className="erp-choice-tick">{isChosen && <IconCheck />}</span>
    </div>
  )
}
