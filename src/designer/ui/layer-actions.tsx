import './arrange/arrange.css'
import { Button } from '@arco-design/web-react'
import {
  IconCopy,
  IconDelete,
  IconDown,
  IconEye,
  IconEyeInvisible,
  IconImage,
  IconLock,
  IconMindMapping,
  IconSwap,
  IconToBottom,
  IconToTop,
  IconUnlock,
  IconUp,
} from '@arco-design/web-react/icon'
import type { ReactNode } from 'react'
import { alikeButPlaces } from '../model/equal'
import { layersOf } from '../model/queries'
import { actOf } from '../session/acts'
import { ActButton } from './arrange/act-button'
import { AlignIcon, SpreadIcon } from './arrange/align-icons'
import { useDesigner, useSession } from './context'
import { isReplaceable, replacePicture } from './replace-picture'

/** What can be done with the selected layers; each button runs the same act as its key and the menu. */
export function LayerActions() {
  const designer = useDesigner()
  const { session } = designer
  const chosen = useSession(({ doc, selection }) => layersOf(doc, selection), alikeButPlaces)
  const [only, more] = chosen
  const grouped = chosen.some((layer) => layer.groupId !== null)
  const state = session.getState()
  const background = actOf('background')
  const remove = actOf('remove')
  return (
    <section aria-label="图层操作" className="designer-section">
      <h3 className="designer-section-title">操作</h3>
      <div className="designer-acts">
        <ActButton act="flipHorizontal" icon={<IconSwap />} />
        <ActButton act="flipVertical" icon={<IconSwap className="designer-upright" />} />
        <ActButton act="lock" icon={chosen.every((layer) => layer.locked) ? <IconLock /> : <IconUnlock />} />
        <ActButton act="hide" icon={chosen.every((layer) => layer.hidden) ? <IconEyeInvisible /> : <IconEye />} />
        <ActButton act="duplicate" icon={<IconCopy />} />
        {(more || grouped) && (
          <ActButton act={grouped && !actOf('group').enabled(state) ? 'ungroup' : 'group'} icon={<IconMindMapping />} />
        )}
      </div>
      {isReplaceable(only) && !more && (
        <Button long icon={<IconImage />} onClick={() => replacePicture(designer, only.uuid)}>
          替换图片
        </Button>
      )}
      {only && !more && only.type === 'IMAGE' && (
        <Button long disabled={!background.enabled(state)} onClick={() => background.perform(session)}>
          {background.label(state)}
        </Button>
      )}
      <Button
        long
        status="danger"
        icon={<IconDelete />}
        disabled={!remove.enabled(state)}
        onClick={() => remove.perform(session)}
      >
        {remove.label(state)}
      </Button>
    </section>
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
