import { maxTextLength } from '../contract/constants'

interface TextInputProps {
  readonly title: string
  readonly value: string
  /** Input for a text that is not drawn yet; null for none. */
  readonly typed: string | null
  /** Whether the text is still the template's sample. */
  readonly isSample: boolean
  readonly isBusy: boolean
  readonly onType: (typed: string | null) => void
  readonly onText: (text: string) => void
}

/** Redraws the text when the buyer leaves the field or presses Enter; a text that cannot be drawn stays in the field. */
export function TextInput({ title, value, typed, isSample, isBusy, onType, onText }: TextInputProps) {
  const commit = () => {
    const text = typed?.trim()
    if (text && text !== value) onText(text)
    else if (typed !== null) onType(null)
  }
  return (
    <label className="text">
      <span>{title}</span>
      <input
        type="text"
        value={typed ?? value}
        maxLength={maxTextLength}
        aria-busy={isBusy}
        onFocus={(event) => {
          if (isSample) event.currentTarget.select()
        }}
        onChange={(event) => onType(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) event.currentTarget.blur()
        }}
      />
    </label>
  )
}
