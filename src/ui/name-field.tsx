import { Form, Input } from '@arco-design/web-react'
import { textLimits } from '../../contract/rules/limits'

interface NameFieldProps {
  readonly label: string
  readonly placeholder?: string
  /** Calls `fail` with why the name cannot be used, or with undefined. */
  readonly check: (value: string | undefined, fail: (problem?: string) => void) => void
}

/** The first field of a form: the name of what it adds or changes, selected as soon as the form opens. */
export function NameField({ label, placeholder, check }: NameFieldProps) {
  return (
    <Form.Item label={label} field="name" rules={[{ validator: check }]}>
      <Input
        autoFocus
        onFocus={(event) => event.target.select()}
        maxLength={textLimits.name}
        showWordLimit
        aria-label={label}
        {...(placeholder !== undefined && { placeholder })}
      />
    </Form.Item>
  )
}
