import { useEffect, useEffectEvent, useRef } from 'react'

interface ColorRowProps {
  readonly label: string
  /** #rgb or #rrggbb */
  readonly value: string
  readonly disabled: boolean
  /** The picker is open and moved. */
  readonly onSlide: (color: string) => void
  /** One of the colours offered. */
  readonly onPick: (color: string) => void
  /** The picker was closed. */
  readonly onEnd: () => void
}

/** Colours that stand out round most pictures. */
const offered = [
  { name: '白色', color: '#ffffff' },
  { name: '黑色', color: '#000000' },
  { name: '红色', color: '#e5484d' },
  { name: '黄色', color: '#ffd23f' },
  { name: '粉色', color: '#f7a8c4' },
  { name: '蓝色', color: '#3d7eff' },
] as const

/** #rrggbb in small letters, as a picker wants it. */
const full = (color: string): string =>
  (color.length === 4 ? color.replace(/[0-9a-f]/gi, (digit) => digit + digit) : color).toLowerCase()

export function ColorRow({ label, value, disabled, onSlide, onPick, onEnd }: ColorRowProps) {
  const input = useRef<HTMLInputElement>(null)
  const end = useEffectEvent(onEnd)
  // React calls every movement in the picker a change; the browser tells the last one by this event.
  useEffect(() => {
    const element = input.current
    const changed = () => end()
    element?.addEventListener('change', changed)
    return () => element?.removeEventListener('change', changed)
  }, [])

  const now = full(value)
  return (
    <div className="designer-stroke-color">
      <span className="designer-range-label">{label}</span>
      <input
        ref={input}
        type="color"
        className="designer-stroke-picker"
        aria-label={label}
        title={`选取${label}`}
        value={now}
        disabled={disabled}
        onChange={(event) => onSlide(event.target.value)}
        onBlur={onEnd}
      />
      <span className="designer-stroke-offered">
        {offered.map(({ name, color }) => (
          <button
            key={color}
            type="button"
            className={color === now ? 'designer-stroke-swatch is-chosen' : 'designer-stroke-swatch'}
            aria-label={`${label}：${name}`}
            aria-pressed={color === now}
            title={name}
            disabled={disabled}
            onClick={() => onPick(color)}
          >
            <span style={{ background: color }} />
          </button>
        ))}
      </span>
    </div>
  )
}
