import { Button, Tooltip } from '@arco-design/web-react'
import type { ReactNode } from 'react'
import { layerActionOf } from '../../session/layer-actions'
import { keysOf, type LayerActionId } from '../../session/shortcuts'
import { useDesigner, useSession } from '../context'

interface LayerActionButtonProps {
  readonly action: LayerActionId
  readonly icon: ReactNode
  /** Without a background, for use in a bar. */
  readonly bare?: boolean
}

/** An icon button for an action; the tooltip shows its name and key. */
export function LayerActionButton({ action: id, icon, bare = false }: LayerActionButtonProps) {
  const { session } = useDesigner()
  const action = layerActionOf(id)
  const label = useSession((state) => action.label(state))
  const enabled = useSession((state) => action.enabled(state))
  const keys = keysOf(id)
  return (
    <Tooltip content={keys === '' ? label : `${label}（${keys}）`}>
      <Button
        {...(bare && { type: 'text', size: 'small' })}
        className={action.danger ? 'is-danger' : ''}
        aria-label={label}
        icon={icon}
        disabled={!enabled}
        onClick={() => action.perform(session)}
      />
    </Tooltip>
  )
}
