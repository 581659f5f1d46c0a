import './arrange/arrange.css'
import { Button } from '@arco-design/web-react'
import { IconDown, IconFullscreen, IconImage, IconSwap, IconToBottom, IconToTop, IconUp } from '@arco-design/web-react/icon'
import type { ReactNode } from 'react'
import { equalExceptPlacement } from '../../../design/model/equal'
import { layersOf } from '../../../design/model/queries'
import { layerActionOf } from '../session/layer-actions'
import { keysOf, type LayerActionId } from '../session/shortcuts'
import { AlignIcon, SpreadIcon } from './arrange/align-icons'
import { LayerActionButton } from './arrange/layer-action-button'
import { useDesigner, useSession } from './context'
import { isReplaceable, replacePicture } from './replace-picture'

/** Buttons with labels for actions on the picture itself; actions on the whole layer are in the selection bar. */
export function LayerActions() {
  const designer = useDesigner()
  const chosen = useSession(({ doc, selection }) => layersOf(doc, selection), equalExceptPlacement)
  const [only, more] = chosen
  return (
    <section aria-label="图层操作" className="designer-section">
      <h3 className="designer-section-title">操作</h3>
      <div className="designer-named-actions">
        {isReplaceable(only) && !more && (
          <Button icon={<IconImage />} onClick={() => replacePicture(designer, only.uuid)}>
            替换图片
          </Button>
        )}
        {only && !more && only.type === 'IMAGE' && <NamedAction action="background" icon={<IconFullscreen />} />}
        <NamedAction action="flipHorizontal" icon={<IconSwap />} />
        <NamedAction action="flipVertical" icon={<IconSwap className="designer-upright" />} />
      </div>
    </section>
  )
}

/** A button with a label; the tooltip shows its key. */
function NamedAction({ action: id, icon }: { readonly action: LayerActionId; readonly icon: ReactNode }) {
  const { session } = useDesigner()
  const action = layerActionOf(id)
  const label = useSession((state) => action.label(state))
  const enabled = useSession((state) => action.enabled(state))
  const keys = keysOf(id)
  return (
    <Button icon={icon} title={keys || undefined} disabled={!enabled} onClick={() => action.perform(session)}>
      {label}
    </Button>
  )
}

/** Buttons for order and alignment. */
export function LayerOrder() {
  const more = useSession((state) => state.selection.length > 1)
  return (
    <>
      <Buttons title="顺序" label="图层顺序">
        <LayerActionButton action="up" icon={<IconUp />} />
        <LayerActionButton action="down" icon={<IconDown />} />
        <LayerActionButton action="top" icon={<IconToTop />} />
        <LayerActionButton action="bottom" icon={<IconToBottom />} />
      </Buttons>
      <Buttons title={more ? '对齐与分布' : '对齐到画布'} label="对齐">
        <LayerActionButton action="alignLeft" icon={<AlignIcon edge="left" />} />
        <LayerActionButton action="alignCentre" icon={<AlignIcon edge="centre" />} />
        <LayerActionButton action="alignRight" icon={<AlignIcon edge="right" />} />
        {more && <LayerActionButton action="spreadHorizontal" icon={<SpreadIcon axis="horizontal" />} />}
        {!more && <span />}
        <LayerActionButton action="alignTop" icon={<AlignIcon edge="top" />} />
        <LayerActionButton action="alignMiddle" icon={<AlignIcon edge="middle" />} />
        <LayerActionButton action="alignBottom" icon={<AlignIcon edge="bottom" />} />
        {more && <LayerActionButton action="spreadVertical" icon={<SpreadIcon axis="vertical" />} />}
      </Buttons>
    </>
  )
}

function Buttons({ title, label, children }: { readonly title: string; readonly label: string; readonly children: ReactNode }) {
  return (
    <section aria-label={label} className="designer-section">
      <h3 className="designer-section-title">{title}</h3>
      <div className="designer-actions">{children}</div>
    </section>
  )
}
