import { Checkbox } from '@arco-design/web-react'
import { useState } from 'react'
import { transformLayers } from '../../../design/commands/transform'
import { byUuid, movable } from '../../../design/model/queries'
import type { Layer } from '../../../design/model/types'
import { shiftInReach } from '../../../design/rules/move'
import { type LayerPlacement, placementOf } from '../../../design/rules/placement'
import { maxSide, minBox, planResize, ratioLocked } from '../../../design/rules/resize'
import { useCell, useDesigner, useSession } from './context'
import { NumberField } from './number-field'
import { UnitSwitch, useLengthUnit } from './units'

const topLeft = { x: 0, y: 0 }

/** Exact position, size and angle of one layer; the numbers are updated during a drag. */
export function PlacementFields({ uuid }: { readonly uuid: string }) {
  const layer = useSession(({ doc }) => byUuid(doc, uuid))
  return layer ? <Fields layer={layer} /> : null
}

function Fields({ layer }: { readonly layer: Layer }) {
  const { session, livePlacements } = useDesigner()
  const dragged = useCell(livePlacements)?.find((placement) => placement.uuid === layer.uuid)
  const [keepRatio, setKeepRatio] = useState(true)
  const unit = useLengthUnit()
  const shown = dragged ?? layer
  const fixed = !movable(layer)
  const isRatioLocked = ratioLocked([layer])
  const write = (placement: LayerPlacement) => session.run(transformLayers, { placements: [placement] })
  /** Typed positions have the same limits as drags. */
  const move = (dx: number, dy: number) => {
    const [placement] = shiftInReach([layer], session.getState().doc, dx, dy)
    if (!placement) return
    write(placement)
    if (Math.hypot(placement.left - layer.left - dx, placement.top - layer.top - dy) > 0.01)
      session.notify('warning', '图层不能完全移出画布，已停在画布边缘')
  }
  const resize = (size: { width: number; height: number }) => {
    // A typed minus must not mirror the layer.
    if (!(size.width > 0 && size.height > 0)) return
    const placement = planResize(layer, size, topLeft, keepRatio)
    write(placement)
    const changedSide = size.width === layer.width ? 'height' : 'width'
    if (Math.abs(placement[changedSide] - size[changedSide]) > 0.01)
      session.notify('warning', `图层的宽和高要在 ${minBox} 到 ${maxSide} 像素之间，已改为能用的大小`)
  }
  return (
    <fieldset className="designer-fields" disabled={fixed}>
      <legend className="designer-section-title">位置与大小</legend>
      <UnitSwitch />
      <div className="designer-field-grid">
        <NumberField
          label="左"
          unit={unit.name}
          value={shown.left * unit.perPx}
          decimals={unit.decimals}
          disabled={fixed}
          onCommit={(typed) => move(typed / unit.perPx - layer.left, 0)}
        />
        <NumberField
          label="上"
          unit={unit.name}
          value={shown.top * unit.perPx}
          decimals={unit.decimals}
          disabled={fixed}
          onCommit={(typed) => move(0, typed / unit.perPx - layer.top)}
        />
        <NumberField
          label="宽"
          unit={unit.name}
          value={shown.width * unit.perPx}
          decimals={unit.decimals}
          disabled={fixed}
          onCommit={(typed) => resize({ width: typed / unit.perPx, height: layer.height })}
        />
        <NumberField
          label="高"
          unit={unit.name}
          value={shown.height * unit.perPx}
          decimals={unit.decimals}
          disabled={fixed}
          onCommit={(typed) => resize({ width: layer.width, height: typed / unit.perPx })}
        />
        <NumberField
          label="旋转"
          unit="度"
          value={shown.rotation}
          decimals={2}
          disabled={fixed}
          onCommit={(rotation) => write(placementOf(layer, { rotation }))}
        />
      </div>
      <Checkbox checked={keepRatio || isRatioLocked} disabled={isRatioLocked || fixed} onChange={setKeepRatio}>
        输入宽高时保持比例
      </Checkbox>
    </fieldset>
  )
}
