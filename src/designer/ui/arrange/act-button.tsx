import { Button, Tooltip } from '@arco-design/web-react'
import type { ReactNode } from 'react'
import { actOf } from '../../session/acts'
import { type ActId, keysOf } from '../../session/shortcuts'
import { useDesigner, useSession } from '../context'

interface ActButtonProps {
  readonly act: ActId
  readonly icon: ReactNode
  /** Without a ground of its own, in a bar. */
  readonly bare?: boolean
}

/** A button with a picture for an act; its name and key are in the hint. */
export function ActButton({ act: id, icon, bare = false }: ActButtonProps) {
  const { session } = useDesigner()
  const act = actOf(id)
  const label = useSession((state) => act.label(state))
  const enabled = useSession((state) => act.enabled(state))
  const keys = keysOf(id)
  return (
    <Tooltip content={keys === '' ? label : `${label}（${keys}）`}>
      <Button
        {...(bare && { type: 'text', size: 'small' })}
        className={act.danger ? 'is-danger' : ''}
        aria-label={label}
        icon={icon}
        disabled={!enabled}
        onClick={() => act.perform(session)}
      />
    </Tooltip>
  )
}
