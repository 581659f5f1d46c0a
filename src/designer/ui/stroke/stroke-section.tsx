import './stroke.css'
import { Alert, Button } from '@arco-design/web-react'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { strokeLimits } from '../../../../contract/rules/limits'
import type { LayerStroke } from '../../../../contract/types'
import { strokeText } from '../../../../design/commands/stroke'
import { equalValues } from '../../../../design/model/equal'
import type { Layer } from '../../../../design/model/types'
import { strokeDefaults } from '../../../../design/rules/stroke'
import { ColorField } from '../color/color-field'
import { useDesigner } from '../context'
import { RangeField } from '../text/range-field'
import { StylePicker } from './style-picker'

/** The outline settings of the selected layers: what is chosen applies to each of them. */
export function StrokeSection({ chosen }: { readonly chosen: readonly Layer[] }) {
  const layers = chosen.filter((layer) => !layer.isBackground)
  return (
    <section className="designer-section designer-stroke" aria-label="描边">
      <h3 className="designer-section-title">描边</h3>
      {layers.length === 0 ? (
        <p className="designer-hint">{strokeText.background}</p>
      ) : (
        <StrokeFields key={layers.map(({ uuid }) => uuid).join()} layers={layers} />
      )}
    </section>
  )
}

const percent = (value: number) => `${Math.round(value)}%`
const px = (value: number) => `${Math.round(value * 10) / 10} px`

function StrokeFields({ layers }: { readonly layers: readonly Layer[] }) {
  const { strokes } = useDesigner()
  const { draft, busy, failure, opaque } = useSyncExternalStore(strokes.subscribe, strokes.getState)
  const free = layers.filter(({ locked }) => !locked)
  const uuids = free.map(({ uuid }) => uuid)
  const latestUuids = useRef(uuids)
  latestUuids.current = uuids
  const concerns = (others: readonly string[] | undefined) => others?.some((uuid) => uuids.includes(uuid)) ?? false
  const isDraft = concerns(draft?.uuids)
  const failed = failure && concerns(failure.uuids) ? failure : null
  const [first] = free.length > 0 ? free : layers
  const isShared = layers.every((layer) => equalValues(layer.stroke, first?.stroke))
  // A failed outline keeps its settings on the screen for a retry.
  const stroke = (isDraft ? draft?.stroke : isShared ? first?.stroke : null) ?? failed?.stroke ?? null
  const disabled = free.length === 0

  const end = () => strokes.commitPreview(uuids)
  // When another layer is selected during a slider movement, the previewed settings are saved.
  useEffect(() => () => strokes.commitPreview(latestUuids.current), [strokes])

  return (
    <div aria-busy={isDraft}>
      <StylePicker
        name={`stroke-${layers[0]?.uuid}`}
        value={stroke || isShared ? (stroke?.style ?? null) : undefined}
        disabled={disabled}
        onChange={(style) => {
          if (style === null) strokes.clear(uuids)
          else strokes.apply(uuids, { ...strokeDefaults, ...(stroke ?? first?.stroke), style })
        }}
      />
      {stroke && (
        <Settings
          stroke={stroke}
          disabled={disabled}
          onSlide={(change) => strokes.preview(uuids, { ...stroke, ...change })}
          onPick={(change) => strokes.apply(uuids, { ...stroke, ...change })}
          onEnd={end}
        />
      )}
      {!stroke && !isShared && <p className="designer-hint">所选图层的描边各不相同，选择样式后改为一样</p>}
      {stroke && layers.some(({ imageUrl }) => opaque.has(imageUrl)) && (
        <p className="designer-hint">图片没有透明部分，描边就是它的外框</p>
      )}
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
        {busy && isDraft ? '正在生成描边…' : ''}
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
