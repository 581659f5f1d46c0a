interface ColorSwatchesProps {
  /** Groups the buttons; another one for each set on the screen. */
  readonly name: string
  /** #rrggbb, each once. */
  readonly colors: readonly string[]
  readonly value: string
  readonly disabled?: boolean
  readonly onChange: (color: string) => void
}

/** The colours text may have. */
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
