import { Checkbox } from '@arco-design/web-react'
import { useState } from 'react'
import { transformLayers } from '../commands/transform'
import { movable } from '../model/queries'
import type { Layer } from '../model/types'
import { type Placed, placed } from '../rules/place'
import { planResize, ratioLocked } from '../rules/resize'
import { useCell, useDesigner } from './context'
import { NumberField } from './number-field'

const topLeft = { x: 0, y: 0 }

/** Exact place, size and angle of one layer; the numbers follow the hand during a drag. */
export function PlacementFields({ layer }: { readonly layer: Layer }) {
  const { session, live } = useDesigner()
  const dragged = useCell(live)?.find((place) => place.uuid === layer.uuid)
  const [keepRatio, setKeepRatio] = useState(true)
  const now = dragged ?? layer
  const fixed = !movable(layer)
  const held = ratioLocked([layer])
  const write = (place: Placed) => session.run(transformLayers, { placements: [place] })
  const resize = (size: { width: number; height: number }) => {
    // Nobody wants a layer turned inside out by a typed minus.
    if (size.width > 0 && size.height > 0) write(planResize(layer, size, topLeft, keepRatio))
  }
  return (
    <fieldset className="designer-fields" disabled={fixed}>
      <legend className="designer-section-title">位置与大小</legend>
      <div className="designer-field-grid">
        <NumberField
          label="左"
          unit="像素"
          value={now.left}
          decimals={1}
          disabled={fixed}
          onCommit={(left) => write(placed(layer, { left }))}
        />
        <NumberField
          label="上"
          unit="像素"
          value={now.top}
          decimals={1}
          disabled={fixed}
          onCommit={(top) => write(placed(layer, { top }))}
        />
        <NumberField
          label="宽"
          unit="像素"
          value={now.width}
          decimals={1}
          disabled={fixed}
          onCommit={(width) => resize({ width, height: layer.height })}
        />
        <NumberField
          label="高"
          unit="像素"
          value={now.height}
          decimals={1}
          disabled={fixed}
          onCommit={(height) => resize({ width: layer.width, height })}
        />
        <NumberField
          label="旋转"
          unit="度"
          value={now.rotation}
          decimals={2}
          disabled={fixed}
          onCommit={(rotation) => write(placed(layer, { rotation }))}
        />
      </div>
      <Checkbox checked={keepRatio || held} disabled={held || fixed} onChange={setKeepRatio}>
        保持比例
      </Checkbox>
    </fieldset>
  )
}
