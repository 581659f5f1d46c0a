import { Button } from '@arco-design/web-react'
import { IconCommon, IconEye, IconEyeInvisible, IconLock, IconUnlock } from '@arco-design/web-react/icon'
import { setHidden, setLocked } from '../../../design/commands/appearance'
import type { Layer } from '../../../design/model/types'
import { chosenInstance } from '../../../design/rules/component'
import { useComponent } from './components/use-components'
import { useDesigner } from './context'

interface GroupRowProps {
  /** Adjacent members, the topmost first. */
  readonly members: readonly Layer[]
  readonly selected: boolean
}

/** The row above a group's layers: selects, hides and locks them together. */
export function GroupRow({ members, selected }: GroupRowProps) {
  const { session } = useDesigner()
  const uuids = members.map((layer) => layer.uuid)
  const hidden = members.every((layer) => layer.hidden)
  const locked = members.every((layer) => layer.locked)
  const instance = chosenInstance(members)
  const component = useComponent(instance?.id ?? null)
  const name = instance ? `组件${component ? `「${component.name}」` : ''}` : `组合（${members.length} 个图层）`
  return (
    <li className={selected ? 'designer-layer-group is-selected' : 'designer-layer-group'}>
      <button
        type="button"
        className="designer-layer-group-name"
        aria-pressed={selected}
        onClick={(event) => {
          const { selection } = session.getState()
          session.select(event.shiftKey ? [...selection, ...uuids] : uuids)
        }}
      >
        {instance && <IconCommon />}
        {name}
      </button>
      <Button
        size="small"
        type="text"
        icon={hidden ? <IconEyeInvisible /> : <IconEye />}
        aria-label={`${hidden ? '显示' : '隐藏'}${name}`}
        onClick={() => session.run(setHidden, { uuids, hidden: !hidden })}
      />
      <Button
        size="small"
        type="text"
        icon={locked ? <IconLock /> : <IconUnlock />}
        aria-label={`${locked ? '解锁' : '锁定'}${name}`}
        className={locked ? 'is-on' : ''}
        onClick={() => session.run(setLocked, { uuids, locked: !locked })}
      />
    </li>
  )
}
