interface ColorSwatchesProps {
  /** Name of the radio group; unique for each picker on the screen. */
  readonly name: string
  /** #rrggbb, without duplicates. */
  readonly colors: readonly string[]
  readonly value: string
  readonly disabled?: boolean
  readonly onChange: (color: string) => void
}

/** Selects one of the colours that text may have. */
export function ColorSwatches({ name, colors, value, disabled = false, onChange }: ColorSwatchesProps) {
  return (
    <div className="designer-swatches" role="radiogroup" aria-label="文字颜色">
      {colors.map((color) => (
        <label key={color} className={color === value ? 'designer-swatch is-chosen' : 'designer-swatch'} title={color}>
          <input
            type="radio"
            name={name}
            className="designer-hidden-input"
            aria-label={color}
            checked={color === value}
            disabled={disabled}
            onChange={() => onChange(color)}
          />
          <span style={{ background: color }} />
        </label>
      ))}
    </div>
  )
}
