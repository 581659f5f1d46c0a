import { transformLayers } from '../../../design/commands/transform'
import { boundsOfAll } from '../../../design/geometry/bounds'
import { layersOf, movable } from '../../../design/model/queries'
import type { Layer } from '../../../design/model/types'
import { shiftInReach } from '../../../design/rules/move'
import { placementOf } from '../../../design/rules/placement'
import { planResize, planScale } from '../../../design/rules/resize'
import { useDesigner, useSession } from './context'
import { NumberField } from './number-field'
import { UnitSwitch, useLengthUnit } from './units'

const topLeft = { x: 0, y: 0 }

/** The value that all layers share to the precision of a field; null where they differ. */
function shared(layers: readonly Layer[], key: 'left' | 'top' | 'width' | 'height' | 'rotation'): number | null {
  const [first] = layers
  return first && layers.every((layer) => Math.abs(layer[key] - first[key]) < 0.05) ? first[key] : null
}

/** Position, size and angle of several layers: a typed value applies to each of them, in one step. */
export function SharedPlacementFields() {
  const { session } = useDesigner()
  const chosen = useSession(({ doc, selection }) => layersOf(doc, selection))
  const free = chosen.filter(movable)
  const disabled = free.length === 0
  // A copy of a component is measured and changed as one.
  const isBody = chosen.some(({ component }) => component !== null)
  const bounds = isBody ? boundsOfAll(free) : null
  const move = (key: 'left' | 'top', value: number) => {
    const { doc } = session.getState()
    if (bounds) {
      const [dx, dy] = key === 'left' ? [value - bounds.x, 0] : [0, value - bounds.y]
      session.run(transformLayers, { placements: shiftInReach(free, doc, dx, dy) })
      return
    }
    const placements = free.flatMap((layer) =>
      shiftInReach([layer], doc, key === 'left' ? value - layer.left : 0, key === 'top' ? value - layer.top : 0),
    )
    session.run(transformLayers, { placements })
  }
  const resize = (key: 'width' | 'height', value: number) => {
    if (!(value > 0)) return
    if (bounds) {
      session.run(transformLayers, { placements: planScale(free, value / bounds[key], bounds) })
      return
    }
    const placements = free.map((layer) => {
      const { width, height } = layer
      return planResize(layer, { width, height, [key]: value }, topLeft, true)
    })
    session.run(transformLayers, { placements })
  }
  const rotate = (rotation: number) =>
    session.run(transformLayers, { placements: free.map((layer) => placementOf(layer, { rotation })) })
  const unit = useLengthUnit()
  const length = { unit: unit.name, decimals: unit.decimals, disabled }
  const inUnit = (key: 'left' | 'top' | 'width' | 'height') => {
    const px = bounds ? { left: bounds.x, top: bounds.y, width: bounds.width, height: bounds.height }[key] : shared(free, key)
    return px === null ? null : px * unit.perPx
  }
  return (
    <fieldset className="designer-fields" disabled={disabled}>
      <legend className="designer-section-title">位置与大小</legend>
      <UnitSwitch />
      <div className="designer-field-grid">
        <NumberField {...length} label="左" value={inUnit('left')} onCommit={(typed) => move('left', typed / unit.perPx)} />
        <NumberField {...length} label="上" value={inUnit('top')} onCommit={(typed) => move('top', typed / unit.perPx)} />
        <NumberField {...length} label="宽" value={inUnit('width')} onCommit={(typed) => resize('width', typed / unit.perPx)} />
        <NumberField {...length} label="高" value={inUnit('height')} onCommit={(typed) => resize('height', typed / unit.perPx)} />
        {!isBody && (
          <NumberField
            label="旋转"
            unit="度"
            decimals={2}
            disabled={disabled}
            value={shared(free, 'rotation')}
            onCommit={rotate}
          />
        )}
      </div>
    </fieldset>
  )
}
