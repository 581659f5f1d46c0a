import { Input } from '@arco-design/web-react'
import { useEffect, useRef, useState } from 'react'

interface SearchFieldProps {
  /** What is searched for now, e.g. of the address. */
  readonly value: string
  /** Told 250 ms after the last key, at once on Enter and on clearing. */
  readonly onChange: (value: string) => void
  readonly label: string
  readonly placeholder?: string
}

const pauseMs = 250

/** So many rows are seen at a glance: a list that has no more needs no search. */
export const fewRows = 8

/** A search box that waits until the seller stops typing, and not for a pinyin word half written. */
export function SearchField({ value, onChange, label, placeholder }: SearchFieldProps) {
  const [text, setText] = useState(value)
  const told = useRef(value)
  const composing = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // Changed elsewhere: Back, or 清空筛选.
  if (value !== told.current) {
    told.current = value
    setText(value)
  }
  useEffect(() => () => clearTimeout(timer.current), [])

  const tell = (next: string) => {
    clearTimeout(timer.current)
    const wanted = next.trim()
    if (wanted === told.current) return
    told.current = wanted
    onChange(wanted)
  }
  const later = (next: string) => {
    clearTimeout(timer.current)
    if (!composing.current) timer.current = setTimeout(() => tell(next), pauseMs)
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
        if (next === '') tell(next)
        else later(next)
      }}
      onCompositionStart={() => {
        composing.current = true
      }}
      onCompositionEnd={(event) => {
        composing.current = false
        later(event.currentTarget.value)
      }}
      onPressEnter={() => tell(text)}
    />
  )
}
