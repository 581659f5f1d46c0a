import './arrange/arrange.css'
import { Button } from '@arco-design/web-react'
import { IconDown, IconFullscreen, IconImage, IconSwap, IconToBottom, IconToTop, IconUp } from '@arco-design/web-react/icon'
import type { ReactNode } from 'react'
import { alikeButPlaces } from '../../design/model/equal'
import { layersOf } from '../../design/model/queries'
import { actOf } from '../session/acts'
import { type ActId, keysOf } from '../session/shortcuts'
import { ActButton } from './arrange/act-button'
import { AlignIcon, SpreadIcon } from './arrange/align-icons'
import { useDesigner, useSession } from './context'
import { isReplaceable, replacePicture } from './replace-picture'

/** What changes the picture itself, by name; what is done to a layer as a whole is in the bar at the selection. */
export function LayerActions() {
  const designer = useDesigner()
  const chosen = useSession(({ doc, selection }) => layersOf(doc, selection), alikeButPlaces)
  const [only, more] = chosen
  return (
    <section aria-label="图层操作" className="designer-section">
      <h3 className="designer-section-title">操作</h3>
      <div className="designer-named-acts">
        {isReplaceable(only) && !more && (
          <Button icon={<IconImage />} onClick={() => replacePicture(designer, only.uuid)}>
            替换图片
          </Button>
        )}
        {only && !more && only.type === 'IMAGE' && <NamedAct act="background" icon={<IconFullscreen />} />}
        <NamedAct act="flipHorizontal" icon={<IconSwap />} />
        <NamedAct act="flipVertical" icon={<IconSwap className="designer-upright" />} />
      </div>
    </section>
  )
}

/** A button that says what it does; its key is in the hint. */
function NamedAct({ act: id, icon }: { readonly act: ActId; readonly icon: ReactNode }) {
  const { session } = useDesigner()
  const act = actOf(id)
  const label = useSession((state) => act.label(state))
  const enabled = useSession((state) => act.enabled(state))
  const keys = keysOf(id)
  return (
    <Button icon={icon} title={keys || undefined} disabled={!enabled} onClick={() => act.perform(session)}>
      {label}
    </Button>
  )
}

/** Who lies over whom, and alignment. */
export function LayerOrder() {
  const more = useSession((state) => state.selection.length > 1)
  return (
    <>
      <Buttons title="顺序" label="图层顺序">
        <ActButton act="up" icon={<IconUp />} />
        <ActButton act="down" icon={<IconDown />} />
        <ActButton act="top" icon={<IconToTop />} />
        <ActButton act="bottom" icon={<IconToBottom />} />
      </Buttons>
      <Buttons title={more ? '对齐与分布' : '对齐到画布'} label="对齐">
        <ActButton act="alignLeft" icon={<AlignIcon edge="left" />} />
        <ActButton act="alignCentre" icon={<AlignIcon edge="centre" />} />
        <ActButton act="alignRight" icon={<AlignIcon edge="right" />} />
        {more && <ActButton act="spreadHorizontal" icon={<SpreadIcon axis="horizontal" />} />}
        {!more && <span />}
        <ActButton act="alignTop" icon={<AlignIcon edge="top" />} />
        <ActButton act="alignMiddle" icon={<AlignIcon edge="middle" />} />
        <ActButton act="alignBottom" icon={<AlignIcon edge="bottom" />} />
        {more && <ActButton act="spreadVertical" icon={<SpreadIcon axis="vertical" />} />}
      </Buttons>
    </>
  )
}

function Buttons({ title, label, children }: { readonly title: string; readonly label: string; readonly children: ReactNode }) {
  return (
    <section aria-label={label} className="designer-section">
      <h3 className="designer-section-title">{title}</h3>
      <div className="designer-acts">{children}</div>
    </section>
  )
}
