import { Checkbox } from '@arco-design/web-react'
import { VisuallyHidden } from './visually-hidden'

interface SelectBoxProps {
  /** 选择「小米14」 */
  readonly label: string
  readonly checked: boolean
  readonly indeterminate?: boolean
  readonly disabled?: boolean
  readonly onChange: () => void
}

/** A checkbox without a visible text, large enough to click easily. */
export function SelectBox({ label, checked, indeterminate = false, disabled = false, onChange }: SelectBoxProps) {
  return (
    <span className="select-box">
      <Checkbox checked={checked} indeterminate={indeterminate} disabled={disabled} onChange={onChange}>
        <VisuallyHidden>{label}</VisuallyHidden>
      </Checkbox>
    </span>
  )
}
