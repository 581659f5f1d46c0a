import { Input } from '@arco-design/web-react'
import { useEffect, useRef, useState } from 'react'

interface SearchFieldProps {
  /** The current search, e.g. from the address. */
  readonly value: string
  /** Called 250 ms after the last key, and at once on Enter and on clearing. */
  readonly onChange: (value: string) => void
  readonly label: string
  readonly placeholder?: string
  /** Called with the trimmed text on Enter, after `onChange`. */
  readonly onEnter?: (text: string) => void
  /** Escape clears a text before it does anything else. */
  readonly clearsOnEscape?: boolean
}

const pauseMs = 250

/** Number of rows that can be seen at a glance: a list with no more needs no search. */
export const fewRows = 8

/** A search field that waits until the seller stops typing and until pinyin input is complete. */
export function SearchField({ value, onChange, label, placeholder, onEnter, clearsOnEscape = false }: SearchFieldProps) {
  const [text, setText] = useState(value)
  const reported = useRef(value)
  const composing = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // The value was changed elsewhere: by Back or 清空筛选.
  if (value !== reported.current) {
    reported.current = value
    setText(value)
  }
  useEffect(() => () => clearTimeout(timer.current), [])

  const report = (next: string) => {
    clearTimeout(timer.current)
    const trimmed = next.trim()
    if (trimmed === reported.current) return
    reported.current = trimmed
    onChange(trimmed)
  }
  const reportLater = (next: string) => {
    clearTimeout(timer.current)
    if (!composing.current) timer.current = setTimeout(() => report(next), pauseMs)
  }
  return (
    <Input.Search
      className="search-field"
      value={text}
      allowClear
      aria-label={label}
      placeholder={placeholder ?? label}
      onChange={(next) => {
        setText(next)
        if (next === '') report(next)
        else reportLater(next)
      }}
      onCompositionStart={() => {
        composing.current = true
      }}
      onCompositionEnd={(event) => {
        composing.current = false
        reportLater(event.currentTarget.value)
      }}
      onPressEnter={() => {
        report(text)
        onEnter?.(text.trim())
      }}
      onKeyDown={(event) => {
        // Enter searches, and does not send a form around the field.
        if (event.key === 'Enter') event.preventDefault()
        if (!clearsOnEscape || event.key !== 'Escape' || text === '') return
        event.stopPropagation()
        setText('')
        report('')
      }}
    />
  )
}
