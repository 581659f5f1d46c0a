import type { ColorPreset } from './case-colors'
import './color-field.css'

interface ColorPresetsProps {
  readonly presets: readonly ColorPreset[]
  /** #rrggbb; null when no preset is selected. */
  readonly chosen: string | null
  readonly onChoose: (preset: ColorPreset) => void
}

/** The preset colours as a grid of buttons. */
export function ColorPresets({ presets, chosen, onChoose }: ColorPresetsProps) {
  return (
    <ul className="color-presets" aria-label="常用颜色">
      {presets.map((preset) => (
        <li key={preset.hex}>
          <button
            type="button"
            className="color-preset"
            aria-pressed={preset.hex === chosen}
            title={`${preset.name} ${preset.hex}`}
            onClick={() => onChoose(preset)}
          >
            <span className="color-swatch" style={{ background: preset.hex }} />
            {preset.name}
          </button>
        </li>
      ))}
    </ul>
  )
}
