import { Button, Radio } from '@arco-design/web-react'
import { useState } from 'react'
import { canvasLimits, canvasProblem, resizeCanvas } from '../../../../design/commands/settings'
import type { Size } from '../../../../design/model/types'
import { optionsOf } from '../../../ui/options'
import { useDesigner, useSession } from '../context'
import { LayoutRules } from './layout-rules'

/** Form for the canvas size, and for how layers follow it. */
export function CanvasSize({ wireframe }: { readonly wireframe: Size | null }) {
  const { session } = useDesigner()
  const width = useSession((state) => state.doc.width)
  const height = useSession((state) => state.doc.height)
  // A new size, as after an undo, resets the form.
  return (
    <SizeForm
      key={`${width}×${height}`}
      size={{ width, height }}
      wireframe={wireframe}
      onApply={(size, layers) => session.run(resizeCanvas, { ...size, layers })}
    />
  )
}

interface SizeFormProps {
  readonly size: Size
  readonly wireframe: Size | null
  readonly onApply: (size: Size, layers: LayerFollowing) => void
}

type LayerFollowing = 'arrange' | 'scale' | 'keep'

const followings: Readonly<Record<LayerFollowing, string>> = {
  arrange: '按位置适配',
  scale: '图层一起缩放',
  keep: '图层大小不变',
}

function SizeForm({ size, wireframe, onApply }: SizeFormProps) {
  const [width, setWidth] = useState(String(size.width))
  const [height, setHeight] = useState(String(size.height))
  const [layers, setLayers] = useState<LayerFollowing>('arrange')
  const typedSize = { width: lengthOf(width), height: lengthOf(height) }
  const isUnchanged = typedSize.width === size.width && typedSize.height === size.height
  const problem = isUnchanged ? null : canvasProblem(typedSize)
  const offersWireframeSize = wireframe !== null && (wireframe.width !== typedSize.width || wireframe.height !== typedSize.height)
  return (
    <form
      className="designer-section designer-canvas-size"
      aria-label="画布尺寸"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isUnchanged && problem === null) onApply(typedSize, layers)
      }}
    >
      <h3 className="designer-section-title">画布尺寸（像素）</h3>
      <div className="designer-canvas-lengths">
        <Length label="画布宽" shortLabel="宽" value={width} invalid={problem !== null} onChange={setWidth} />
        <span aria-hidden="true">×</span>
        <Length label="画布高" shortLabel="高" value={height} invalid={problem !== null} onChange={setHeight} />
      </div>
      {problem !== null && (
        <p className="designer-canvas-problem" role="alert">
          {problem}
        </p>
      )}
      {offersWireframeSize && (
        <Button
          size="mini"
          type="text"
          onClick={() => {
            setWidth(String(wireframe.width))
            setHeight(String(wireframe.height))
          }}
        >
          用当前线框图的尺寸 {wireframe.width} × {wireframe.height}
        </Button>
      )}
      <Radio.Group
        name="canvas-layers"
        aria-label="图层怎么变"
        value={layers}
        onChange={setLayers}
        options={optionsOf(followings)}
      />
      {layers === 'arrange' && <LayoutRules />}
      <Button htmlType="submit" long disabled={isUnchanged || problem !== null}>
        修改画布尺寸
      </Button>
    </form>
  )
}

/** Returns NaN for text that is no whole number. */
const lengthOf = (typed: string): number => (/^\d{1,6}$/.test(typed.trim()) ? Number(typed) : Number.NaN)

interface LengthProps {
  readonly label: string
  readonly shortLabel: string
  readonly value: string
  readonly invalid: boolean
  readonly onChange: (typed: string) => void
}

function Length({ label, shortLabel, value, invalid, onChange }: LengthProps) {
  return (
    <label className="designer-field">
      <span className="designer-field-label">{shortLabel}</span>
      <span className="designer-field-box">
        <input
          type="text"
          inputMode="numeric"
          aria-label={`${label}（像素）`}
          aria-invalid={invalid}
          title={`${canvasLimits.min} 到 ${canvasLimits.max} 像素`}
          value={value}
          onFocus={(event) => event.target.select()}
          onChange={(event) => onChange(event.target.value)}
        />
      </span>
    </label>
  )
}
