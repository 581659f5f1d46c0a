import type { ReactNode } from 'react'
import { strokeStyles } from '../../../../contract/constants'
import type { LayerStroke } from '../../../../contract/types'

type Style = LayerStroke['style']

interface StylePickerProps {
  /** Name of the radio group; unique for each picker on the screen. */
  readonly name: string
  /** Null means no outline, undefined different ones. */
  readonly value: Style | null | undefined
  readonly disabled: boolean
  readonly onChange: (style: Style | null) => void
}

const line = { fill: 'none', stroke: 'currentColor' } as const

interface Choice {
  readonly label: string
  readonly sample: ReactNode
}

const none: Choice = { label: '无', sample: <path {...line} strokeWidth="1.5" d="M10 26 26 10" /> }

/** A style without a button does not compile. */
const styles: Readonly<Record<Style, Choice>> = {
  SOLID: { label: '实线', sample: <circle {...line} strokeWidth="4" cx="18" cy="18" r="12" /> },
  DOUBLE_SOLID: {
    label: '双实线',
    sample: (
      <>
        <circle {...line} strokeWidth="2.5" cx="18" cy="18" r="9" />
        <circle {...line} strokeWidth="2.5" strokeOpacity="0.5" cx="18" cy="18" r="13" />
      </>
    ),
  },
  DASHED: {
    label: '虚线',
    sample: <circle {...line} strokeWidth="3.5" pathLength="40" strokeDasharray="3 2" cx="18" cy="18" r="12" />,
  },
  ZIGZAG: { label: '锯齿', sample: <path {...line} strokeWidth="1.8" d={zigzag(18, 18, 12, 2.6, 28)} /> },
}
const choices: readonly (readonly [style: Style | null, choice: Choice])[] = [
  [null, none],
  ...strokeStyles.map((style) => [style, styles[style]] as const),
]

/** Returns a ring whose points alternate between inside and outside. */
function zigzag(x: number, y: number, radius: number, swing: number, count: number): string {
  const points = Array.from({ length: count }, (_, index) => {
    const angle = (2 * Math.PI * index) / count
    const distance = radius + (index % 2 === 0 ? swing : -swing) / 2
    return `${(x + distance * Math.cos(angle)).toFixed(1)} ${(y + distance * Math.sin(angle)).toFixed(1)}`
  })
  return `M${points.join('L')}Z`
}

/** Selects the style of an outline. */
export function StylePicker({ name, value, disabled, onChange }: StylePickerProps) {
  return (
    <div className="designer-stroke-styles" role="radiogroup" aria-label="描边样式">
      {choices.map(([style, { label, sample }]) => (
        <label key={label} className={style === value ? 'designer-stroke-style is-chosen' : 'designer-stroke-style'}>
          <input
            type="radio"
            name={name}
            className="designer-stroke-input"
            checked={style === value}
            disabled={disabled}
            onChange={() => onChange(style)}
          />
          <svg viewBox="0 0 36 36" aria-hidden="true">
            {sample}
          </svg>
          {label}
        </label>
      ))}
    </div>
  )
}
