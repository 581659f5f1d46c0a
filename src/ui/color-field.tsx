import { Input } from '@arco-design/web-react'
import { readHex } from '../../contract/ground/hex-color'
import { textLimits } from '../../contract/rules/limits'
import './color-field.css'

interface ColorFieldProps {
  /** The typed text, which may not be a colour yet. Set by the form. */
  readonly value?: string
  readonly onChange?: (value: string) => void
  /** Accessible name of the field. */
  readonly label: string
  readonly placeholder?: string
}

/** A field for a colour, by picker or as hex digits. */
export function ColorField({ value = '', onChange, label, placeholder = '例如 #1C1C1E' }: ColorFieldProps) {
  const hex = readHex(value)
  return (
    <span className="color-field">
      <input
        type="color"
        className={hex === null ? 'color-picker is-empty' : 'color-picker'}
        aria-label={`选取${label}`}
        title="选取颜色"
        value={hex ?? '#ffffff'}
        onChange={(event) => onChange?.(event.target.value)}
      />
      <Input
        value={value}
        aria-label={label}
        placeholder={placeholder}
        maxLength={textLimits.color}
        allowClear
        onChange={(text) => onChange?.(text)}
        onBlur={() => hex !== null && hex !== value && onChange?.(hex)}
      />
    </span>
  )
}
