import { Button, Tooltip } from '@arco-design/web-react'
import {
  IconCopy,
  IconDelete,
  IconDown,
  IconLock,
  IconSwap,
  IconToBottom,
  IconToTop,
  IconUnlock,
  IconUp,
} from '@arco-design/web-react/icon'
import type { ReactNode } from 'react'
import { flipLayers, setBackground, setLocked, unsetBackground } from '../commands/appearance'
import { layerDown, layerToBottom, layerToTop, layerUp } from '../commands/arrange'
import type { Command } from '../commands/command'
import { duplicateLayers, removeLayers } from '../commands/layers'
import { layersOf } from '../model/queries'
import { useDesigner, useSession } from './context'

/** What can be done with the selected layers; each button runs the same command as its key. */
export function LayerActions() {
  const { session } = useDesigner()
  const doc = useSession((state) => state.doc)
  const uuids = useSession((state) => state.selection)
  const chosen = layersOf(doc, uuids)
  const [only] = chosen
  const locked = chosen.length > 0 && chosen.every((layer) => layer.locked)

  const button = <A,>(command: Command<A>, args: A, label: string, icon: ReactNode) => (
    <Tooltip content={label} key={label}>
      <Button
        aria-label={label}
        icon={icon}
        disabled={command.enabled ? !command.enabled(doc, uuids) : false}
        onClick={() => session.run(command, args)}
      />
    </Tooltip>
  )
  return (
    <>
      <section aria-label="图层顺序" className="designer-section">
        <h3 className="designer-section-title">顺序</h3>
        <div className="designer-buttons">
          {button(layerUp, { uuids }, '上移一层', <IconUp />)}
          {button(layerDown, { uuids }, '下移一层', <IconDown />)}
          {button(layerToTop, { uuids }, '移到最顶层', <IconToTop />)}
          {button(layerToBottom, { uuids }, '移到最底层', <IconToBottom />)}
        </div>
      </section>
      <section aria-label="图层操作" className="designer-section">
        <h3 className="designer-section-title">操作</h3>
        <div className="designer-buttons">
          {button(flipLayers, { uuids, axis: 'horizontal' }, '水平翻转', <IconSwap />)}
          {button(flipLayers, { uuids, axis: 'vertical' }, '垂直翻转', <IconSwap className="designer-upright" />)}
          {button(setLocked, { uuids, locked: !locked }, locked ? '解锁' : '锁定', locked ? <IconLock /> : <IconUnlock />)}
          {button(duplicateLayers, { copies: uuids.map((of) => ({ of, uuid: session.uuid() })) }, '复制图层', <IconCopy />)}
        </div>
        {only && chosen.length === 1 && only.type === 'IMAGE' && (
          <Button
            long
            disabled={!only.isBackground && only.locked}
            onClick={() =>
              only.isBackground ? session.run(unsetBackground, {}) : session.run(setBackground, { uuid: only.uuid })
            }
          >
            {only.isBackground ? '取消背景' : '设为背景'}
          </Button>
        )}
        <Button
          long
          status="danger"
          icon={<IconDelete />}
          disabled={!removeLayers.enabled?.(doc, uuids)}
          onClick={() => session.run(removeLayers, { uuids })}
        >
          {chosen.length > 1 ? `删除 ${chosen.length} 个图层` : '删除图层'}
        </Button>
      </section>
    </>
  )
}
