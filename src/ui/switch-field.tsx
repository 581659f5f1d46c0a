import './switch-field.css'
import { Switch, type SwitchProps } from '@arco-design/web-react'
import type { ReactNode } from 'react'

interface SwitchFieldProps extends Pick<SwitchProps, 'checked' | 'disabled' | 'loading' | 'onChange'> {
  /** Name of the switch where its words say more or less than what it switches. */
  readonly name?: string
  /** `end`: the words begin the row, and the switch ends it. */
  readonly side?: 'start' | 'end'
  readonly children: ReactNode
}

/** A switch with its words, which switch it, too. Rows of a table have a bare switch, named by their column. */
export function SwitchField({ name, side = 'start', children, ...props }: SwitchFieldProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: Arco's switch is a button, which a label names.
    <label className={`switch-field is-${side}${props.disabled ? ' is-disabled' : ''}`}>
      <Switch size="small" {...props} {...(name !== undefined && { 'aria-label': name })} />
      <span>{children}</span>
    </label>
  )
}
