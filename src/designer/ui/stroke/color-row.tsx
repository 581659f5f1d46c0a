import { useEffect, useEffectEvent, useRef } from 'react'

interface ColorRowProps {
  readonly label: string
  /** #rgb or #rrggbb */
  readonly value: string
  readonly disabled: boolean
  /** Called while the open colour picker moves. */
  readonly onSlide: (color: string) => void
  /** Called when one of the offered colours is chosen. */
  readonly onPick: (color: string) => void
  /** Called when the colour picker is closed. */
  readonly onEnd: () => void
}

/** Colours that stand out around most pictures. */
const presetColors = [
  { name: '白色', color: '#ffffff' },
  { name: '黑色', color: '#000000' },
  { name: '红色', color: '#e5484d' },
  { name: '黄色', color: '#ffd23f' },
  { name: '粉色', color: '#f7a8c4' },
  { name: '蓝色', color: '#3d7eff' },
] as const

/** Returns #rrggbb in lower case, as a colour input requires. */
const toFullHex = (color: string): string =>
  (color.length === 4 ? color.replace(/[0-9a-f]/gi, (digit) => digit + digit) : color).toLowerCase()

export function ColorRow({ label, value, disabled, onSlide, onPick, onEnd }: ColorRowProps) {
  const input = useRef<HTMLInputElement>(null)
  const end = useEffectEvent(onEnd)
  // React's onChange fires for every movement in the picker; only the native change event marks the last one.
  useEffect(() => {
    const element = input.current
    const changed = () => end()
    element?.addEventListener('change', changed)
    return () => element?.removeEventListener('change', changed)
  }, [])

  const now = toFullHex(value)
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
        {presetColors.map(({ name, color }) => (
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
