import './stroke.css'
import { Alert, Button } from '@arco-design/web-react'
import { useEffect, useSyncExternalStore } from 'react'
import type { LayerStroke } from '../../../../contract/types'
import { strokeText } from '../../../design/commands/stroke'
import type { Layer } from '../../../design/model/types'
import { strokeDefaults, strokeLimits } from '../../../design/rules/stroke'
import { ColorField } from '../color/color-field'
import { useDesigner } from '../context'
import { RangeField } from '../text/range-field'
import { StylePicker } from './style-picker'

/** The outline settings of a single layer. */
export function StrokeSection({ chosen }: { readonly chosen: readonly Layer[] }) {
  const [layer] = chosen
  if (!layer) return null
  return (
    <section className="designer-section designer-stroke" aria-label="描边">
      <h3 className="designer-section-title">描边</h3>
      {layer.isBackground ? (
        <p className="designer-hint">{strokeText.background}</p>
      ) : (
        <StrokeFields key={layer.uuid} layer={layer} />
      )}
    </section>
  )
}

const percent = (value: number) => `${Math.round(value)}%`
const px = (value: number) => `${Math.round(value * 10) / 10} px`

function StrokeFields({ layer }: { readonly layer: Layer }) {
  const { strokes } = useDesigner()
  const { draft, busy, failure, opaque } = useSyncExternalStore(strokes.subscribe, strokes.getState)
  const { uuid, locked } = layer
  const failed = failure?.uuid === uuid ? failure : null
  const shownStroke = draft?.uuid === uuid ? draft.stroke : layer.stroke
  // A failed outline keeps its settings on the screen for a retry.
  const stroke = shownStroke ?? failed?.stroke ?? null

  const end = () => strokes.commitPreview(uuid)
  // When another layer is selected during a slider movement, the previewed settings are saved.
  useEffect(() => () => strokes.commitPreview(uuid), [strokes, uuid])

  return (
    <div aria-busy={draft?.uuid === uuid}>
      <StylePicker
        name={`stroke-${uuid}`}
        value={stroke?.style ?? null}
        disabled={locked}
        onChange={(style) => {
          if (style === null) strokes.clear(uuid)
          else strokes.apply(uuid, { ...strokeDefaults, ...stroke, style })
        }}
      />
      {stroke && (
        <Settings
          stroke={stroke}
          disabled={locked}
          onSlide={(change) => strokes.preview(uuid, { ...stroke, ...change })}
          onPick={(change) => strokes.apply(uuid, { ...stroke, ...change })}
          onEnd={end}
        />
      )}
      {stroke && opaque.has(layer.imageUrl) && <p className="designer-hint">图片没有透明部分，描边就是它的外框</p>}
      {failed && (
        <Alert
          className="designer-stroke-failed"
          type={failed.retry ? 'error' : 'warning'}
          title={failed.reason === null ? null : failed.text}
          content={failed.reason ?? failed.text}
          action={
            failed.retry && (
              <Button size="mini" type="primary" onClick={strokes.retry}>
                重试
              </Button>
            )
          }
        />
      )}
      <p className="designer-stroke-busy" role="status">
        {busy && draft?.uuid === uuid ? '正在生成描边…' : ''}
      </p>
    </div>
  )
}

interface SettingsProps {
  readonly stroke: LayerStroke
  readonly disabled: boolean
  readonly onSlide: (change: Partial<LayerStroke>) => void
  /** Called for a value chosen in one step, without a slider movement. */
  readonly onPick: (change: Partial<LayerStroke>) => void
  readonly onEnd: () => void
}

function Settings({ stroke, disabled, onSlide, onPick, onEnd }: SettingsProps) {
  const { width2 = strokeDefaults.width2, color2 = strokeDefaults.color2, opacity2 = strokeDefaults.opacity2 } = stroke
  const slider = { step: 1, disabled, onEnd }
  return (
    <>
      <ColorField
        label="颜色"
        value={stroke.color}
        disabled={disabled}
        onSlide={(color) => onSlide({ color })}
        onPick={(color) => onPick({ color })}
        onEnd={onEnd}
      />
      <RangeField
        {...slider}
        {...strokeLimits.width}
        label="粗细"
        value={stroke.width}
        show={px}
        onSlide={(width) => onSlide({ width })}
      />
      <RangeField
        {...slider}
        {...strokeLimits.offset}
        label="偏移"
        value={stroke.offset}
        show={px}
        onSlide={(offset) => onSlide({ offset })}
      />
      <RangeField
        {...slider}
        {...strokeLimits.opacity}
        label="不透明度"
        value={stroke.opacity}
        show={percent}
        onSlide={(opacity) => onSlide({ opacity })}
      />
      {stroke.style === 'DOUBLE_SOLID' && (
        <>
          <ColorField
            label="外层颜色"
            value={color2}
            disabled={disabled}
            onSlide={(color) => onSlide({ color2: color })}
            onPick={(color) => onPick({ color2: color })}
            onEnd={onEnd}
          />
          <RangeField
            {...slider}
            {...strokeLimits.width}
            label="外层粗细"
            value={width2}
            show={px}
            onSlide={(width) => onSlide({ width2: width })}
          />
          <RangeField
            {...slider}
            {...strokeLimits.opacity}
            label="外层不透明度"
            value={opacity2}
            show={percent}
            onSlide={(opacity) => onSlide({ opacity2: opacity })}
          />
        </>
      )}
    </>
  )
}
