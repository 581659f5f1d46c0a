import { Checkbox } from '@arco-design/web-react'
import { VisuallyHidden } from './visually-hidden'

interface TickProps {
  /** 选择「小米14」 */
  readonly label: string
  readonly checked: boolean
  readonly indeterminate?: boolean
  readonly disabled?: boolean
  readonly onChange: () => void
}

/** A checkbox without a visible text, large enough to click easily. */
export function Tick({ label, checked, indeterminate = false, disabled = false, onChange }: TickProps) {
  return (
    <span className="tick">
      <Checkbox checked={checked} indeterminate={indeterminate} disabled={disabled} onChange={onChange}>
        <VisuallyHidden>{label}</VisuallyHidden>
      </Checkbox>
    </span>
  )
}
