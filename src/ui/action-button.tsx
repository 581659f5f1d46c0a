import { Button, type ButtonProps, Tooltip } from '@arco-design/web-react'
import { useRef, useState } from 'react'
import type { Action } from './action'

interface ActionButtonProps<T> {
  readonly action: Action<T>
  readonly rows: readonly T[]
  /** Row name for the accessible name, where several buttons have the same label: 删除「小米14」. */
  readonly label?: string
  readonly size?: ButtonProps['size']
  readonly type?: ButtonProps['type']
}

/** A button for an action: busy while it runs, and greyed with the reason while it is refused. */
export function ActionButton<T>({ action, rows, label, size = 'small', type = 'text' }: ActionButtonProps<T>) {
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  const refusal = action.refusal?.(rows) ?? null
  const onClick = async () => {
    if (refusal !== null || running.current) return
    running.current = true
    setBusy(true)
    try {
      await action.perform(rows)
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  const button = (
    <Button
      size={size}
      type={type}
      status={action.danger ? 'danger' : 'default'}
      icon={action.icon}
      loading={busy}
      // Not `disabled`, so that the reason can be read by pointer and by keyboard.
      className={refusal === null ? '' : 'is-refused'}
      aria-disabled={refusal === null ? undefined : true}
      aria-label={label === undefined ? undefined : `${action.label}「${label}」`}
      onClick={() => void onClick()}
    >
      {action.label}
    </Button>
  )
  return refusal === null ? button : <Tooltip content={refusal}>{button}</Tooltip>
}
