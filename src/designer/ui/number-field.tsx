import { type KeyboardEvent, useEffect, useState } from 'react'
import { readNumber } from './number-input'

interface NumberFieldProps {
  readonly label: string
  readonly unit: string
  /** Null for several layers with different values. */
  readonly value: number | null
  readonly decimals: number
  readonly disabled?: boolean
  readonly onCommit: (value: number) => void
}

const text = (value: number | null, decimals: number) => (value === null ? '' : String(Number(value.toFixed(decimals))))

/** A field for a number, a sum of numbers or per cent of the value; Enter or leaving commits it; up and down step by 1, with shift by 10. */
export function NumberField({ label, unit, value, decimals, disabled = false, onCommit }: NumberFieldProps) {
  const shown = text(value, decimals)
  const [typed, setTyped] = useState<string | null>(null)
  // Selecting another layer, an undo or a drag replaces the text at once.
  useEffect(() => {
    setTyped((now) => (now === null || shown === now ? now : null))
  }, [shown])

  const commit = () => {
    setTyped(null)
    if (typed === null) return
    const next = readNumber(typed, value)
    if (next !== null && text(next, decimals) !== shown) onCommit(next)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') commit()
    else if (event.key === 'Escape') {
      event.stopPropagation()
      setTyped(null)
    } else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault()
      setTyped(null)
      if (shown !== '') onCommit(Number(shown) + (event.key === 'ArrowUp' ? 1 : -1) * (event.shiftKey ? 10 : 1))
    }
  }
  return (
    <label className="designer-field">
      <span className="designer-field-label">{label}</span>
      <span className="designer-field-box">
        <input
          type="text"
          inputMode="decimal"
          aria-label={`${label}（${unit}）`}
          value={typed ?? shown}
          placeholder={value === null ? '多种' : undefined}
          disabled={disabled}
          onFocus={(event) => event.target.select()}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={commit}
          onKeyDown={onKeyDown}
        />
        <span className="designer-field-unit" aria-hidden="true">
          {unit}
        </span>
      </span>
    </label>
  )
}
