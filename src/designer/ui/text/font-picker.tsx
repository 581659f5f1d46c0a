import type { ShopFont } from '../../../../contract/types'
import { resolveFileUrl } from '../../../api/file-url'

interface FontPickerProps {
  /** Name of the radio group; unique for each picker on the screen. */
  readonly name: string
  readonly fonts: readonly ShopFont[]
  readonly value: number | null
  readonly disabled?: boolean
  readonly onChange: (font: ShopFont) => void
}

/** Selects a font by a preview of its name. */
export function FontPicker({ name, fonts, value, disabled = false, onChange }: FontPickerProps) {
  return (
    <div className="designer-fonts" role="radiogroup" aria-label="字体">
      {fonts.map((font) => (
        <label key={font.id} className={font.id === value ? 'designer-font is-chosen' : 'designer-font'} title={font.name}>
          <input
            type="radio"
            name={name}
            className="designer-hidden-input"
            aria-label={font.name}
            checked={font.id === value}
            disabled={disabled}
            onChange={() => onChange(font)}
          />
          <img
            src={resolveFileUrl(font.id === value ? font.activePreviewImageUrl : font.previewImageUrl)}
            alt=""
            crossOrigin="anonymous"
            draggable={false}
          />
        </label>
      ))}
    </div>
  )
}
