import { Checkbox, Radio } from '@arco-design/web-react'
import { memo, useState } from 'react'
import { transformLayers } from '../../design/commands/transform'
import { wireframeFrame } from '../../design/geometry/wireframe'
import { byUuid, movable } from '../../design/model/queries'
import type { Layer } from '../../design/model/types'
import { shiftInReach } from '../../design/rules/move'
import { type LayerPlacement, placementOf } from '../../design/rules/placement'
import { maxSide, minBox, planResize, ratioLocked } from '../../design/rules/resize'
import { useChecks } from './checks/check-context'
import { useCell, useDesigner, useSession } from './context'
import { NumberField } from './number-field'

const topLeft = { x: 0, y: 0 }

interface Unit {
  readonly name: '像素' | '毫米'
  /** Units per canvas px. */
  readonly perPx: number
  readonly decimals: number
}
const pixels: Unit = { name: '像素', perPx: 1, decimals: 1 }

/** The unit that the seller chose, for all layers and templates until the page is reloaded. */
let inMillimetres = false

/** Returns millimetres on the previewed phone; null while its size is unknown. */
export function useMillimetres(): Unit | null {
  const checks = useChecks()
  if (!checks?.measured) return null
  const { wireframe } = checks.target
  const { frame } = wireframeFrame(checks.canvas, wireframe)
  const perPx = wireframe.widthMm !== null ? wireframe.widthMm / frame.width : (wireframe.heightMm ?? 0) / frame.height
  return perPx > 0 ? { name: '毫米', perPx, decimals: 2 } : null
}

interface UnitSwitchProps {
  readonly value: Unit['name']
  readonly onChange: (inMillimetres: boolean) => void
}

const UnitSwitch = memo(function UnitSwitch({ value, onChange }: UnitSwitchProps) {
  return (
    <Radio.Group
      type="button"
      size="mini"
      className="designer-units"
      aria-label="单位"
      value={value}
      options={['像素', '毫米']}
      onChange={(name: Unit['name']) => {
        inMillimetres = name === '毫米'
        onChange(inMillimetres)
      }}
    />
  )
})

/** Exact position, size and angle of one layer; the numbers are updated during a drag. */
export function PlacementFields({ uuid }: { readonly uuid: string }) {
  const layer = useSession(({ doc }) => byUuid(doc, uuid))
  return layer ? <Fields layer={layer} /> : null
}

function Fields({ layer }: { readonly layer: Layer }) {
  const { session, livePlacements } = useDesigner()
  const dragged = useCell(livePlacements)?.find((placement) => placement.uuid === layer.uuid)
  const [keepRatio, setKeepRatio] = useState(true)
  const [measured, setMeasured] = useState(inMillimetres)
  const millimetres = useMillimetres()
  const unit = measured && millimetres ? millimetres : pixels
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
      {millimetres && <UnitSwitch value={unit.name} onChange={setMeasured} />}
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
