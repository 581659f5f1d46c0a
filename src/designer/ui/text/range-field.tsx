import { useEffect, useEffectEvent, useRef, useState } from 'react'

interface RangeFieldProps {
  readonly label: string
  readonly value: number
  readonly min: number
  readonly max: number
  readonly step: number
  /** Formats a value. */
  readonly show: (value: number) => string
  readonly disabled?: boolean
  readonly onSlide: (value: number) => void
  /** Called when the pointer or the key is released. Where it returns a promise, the value counts as saved once that resolves. */
  readonly onEnd: () => unknown
}

/** A slider that reports movements and their end separately; a held key is one movement. */
export function RangeField({ label, value, min, max, step, show, disabled = false, onSlide, onEnd }: RangeFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [draggedValue, setDraggedValue] = useState<number | null>(null)
  /** A key reports each repetition as a finished change; only its release ends the movement. */
  const byKey = useRef(false)
  const moving = useRef(false)

  /** Number of movements that have ended but are not saved: until then a key press continues from the last shown value. */
  const pendingSaves = useRef(0)

  const clearWhenIdle = () => {
    if (!moving.current && pendingSaves.current === 0) setDraggedValue(null)
  }
  const end = () => {
    if (!moving.current) return
    moving.current = false
    pendingSaves.current += 1
    const onSaved = () => {
      pendingSaves.current -= 1
      clearWhenIdle()
    }
    Promise.resolve(onEnd()).then(onSaved, onSaved)
  }
  const endNow = useEffectEvent(end)

  useEffect(() => {
    const element = input.current
    // React's onChange fires for every movement; only the native change event marks the last one.
    const changed = () => {
      if (!byKey.current) endNow()
    }
    element?.addEventListener('change', changed)
    return () => {
      element?.removeEventListener('change', changed)
      endNow()
    }
  }, [])
  // The saved value has arrived, or another value has come.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the held value gives way whenever the real one changes at rest.
  useEffect(clearWhenIdle, [value])

  const shown = draggedValue ?? value
  return (
    <label className="designer-range">
      <span className="designer-range-label">{label}</span>
      <input
        ref={input}
        type="range"
        aria-label={label}
        aria-valuetext={show(shown)}
        min={min}
        max={max}
        step={step}
        value={shown}
        disabled={disabled}
        onPointerDown={() => {
          byKey.current = false
        }}
        onKeyDown={() => {
          byKey.current = true
        }}
        onKeyUp={end}
        onBlur={end}
        onChange={(event) => {
          const next = Number(event.target.value)
          moving.current = true
          setDraggedValue(next)
          onSlide(next)
        }}
      />
      <span className="designer-range-value">{show(shown)}</span>
    </label>
  )
}
