import { brightnessRange, changeRange, sliderDegrees, sliderRanges } from '../../../../contract/rules/limits'
import { optionsOf } from '../../../ui/options'
import './appearance.css'
import { Button, Radio } from '@arco-design/web-react'
import { IconDelete } from '@arco-design/web-react/icon'
import { useState } from 'react'
import type { Adjustment, CurvePoint } from '../../../../contract/rules/appearance'
import { equalValues } from '../../../../design/model/equal'
import type { Layer } from '../../../../design/model/types'
import { RangeField } from '../text/range-field'
import { CurveField } from './curve-field'
import { filterPresets, withAdjustment } from './effects'
import { FoldingSection } from './folding-section'
import { adjustmentNames } from './names'
import { Presets } from './preview'
import { useAppearanceEdit } from './use-appearance-edit'

type OfKind<K extends Adjustment['kind']> = Extract<Adjustment, { readonly kind: K }>

const neutral = {
  brightnessContrast: { kind: 'brightnessContrast', brightness: 0, contrast: 0 },
  hueSaturation: { kind: 'hueSaturation', hue: 0, saturation: 0, lightness: 0 },
  warmth: { kind: 'warmth', warmth: 0 },
  curves: { kind: 'curves' },
} as const satisfies { readonly [K in Adjustment['kind']]?: OfKind<K> }

/** Sliders: the adjustment, its number, and its range. */
const sliders = [
  { kind: 'brightnessContrast', key: 'brightness', label: '亮度', range: brightnessRange },
  { kind: 'brightnessContrast', key: 'contrast', label: '对比度', range: sliderRanges.contrast },
  { kind: 'hueSaturation', key: 'saturation', label: '饱和度', range: changeRange },
  { kind: 'hueSaturation', key: 'hue', label: '色相', range: sliderDegrees },
  { kind: 'warmth', key: 'warmth', label: '色温', range: changeRange },
] as const

const channels = { rgb: 'RGB', red: '红', green: '绿', blue: '蓝' } as const
type Channel = keyof typeof channels

/** Filters and colour adjustments of the selected layers. */
export function AdjustSection({ chosen }: { readonly chosen: readonly Layer[] }) {
  const edit = useAppearanceEdit(chosen)
  const [channel, setChannel] = useState<Channel | null>(null)
  const [first] = chosen
  if (!first) return null
  const list = first.appearance?.adjustments ?? []
  const disabled = chosen.every(({ locked }) => locked)
  const find = <K extends keyof typeof neutral>(kind: K) => list.find((one): one is OfKind<K> => one.kind === kind)
  /** Changes one adjustment of each layer and keeps its others. */
  const changed = (next: Adjustment) => (layer: Layer) => ({
    adjustments: withAdjustment(layer.appearance?.adjustments ?? [], next),
  })
  const curves = find('curves') ?? neutral.curves
  const setCurve = (points: readonly CurvePoint[] | undefined) => {
    const { [channel ?? 'rgb']: _before, ...others } = curves as OfKind<'curves'>
    edit.slide('曲线', changed(points ? { ...others, [channel ?? 'rgb']: points } : others))
  }
  const others = list.filter(({ kind }) => !(kind in neutral))
  return (
    <FoldingSection title={first.appearance?.adjustsBelow ? '调整下方图层' : '滤镜与调整'} isUsed={list.length > 0}>
      {!first.appearance?.adjustsBelow && (
        <Presets
          label="滤镜"
          presets={filterPresets}
          layer={first}
          disabled={disabled}
          isChosen={({ appearance }) => equalValues(list, appearance.adjustments ?? [])}
          onChoose={({ name, appearance }) => edit.pick(`滤镜：${name}`, { adjustments: appearance.adjustments })}
        />
      )}
      {sliders.map(({ kind, key, label, range }) => {
        const now: Adjustment = find(kind) ?? neutral[kind]
        return (
          <RangeField
            key={key}
            label={label}
            value={Number(Reflect.get(now, key))}
            {...range}
            step={1}
            show={(value) => `${Math.round(value)}`}
            disabled={disabled}
            onSlide={(value) => edit.slide(label, changed({ ...now, [key]: value }))}
            onEnd={edit.end}
          />
        )
      })}
      <div className="designer-range">
        <span className="designer-range-label">曲线</span>
        <Radio.Group
          type="button"
          size="mini"
          aria-label="曲线通道"
          value={channel}
          disabled={disabled}
          options={optionsOf(channels)}
          onChange={setChannel}
        />
      </div>
      {channel && (
        <CurveField
          key={channel}
          label={`${channels[channel]}曲线`}
          value={(curves as OfKind<'curves'>)[channel]}
          disabled={disabled}
          onSlide={setCurve}
          onEnd={edit.end}
        />
      )}
      <ul className="designer-effects">
        {others.map((one) => (
          <li key={one.kind} className="designer-effect-row">
            <span className="designer-effect-name">{adjustmentNames[one.kind]}</span>
            <Button
              size="mini"
              type="text"
              icon={<IconDelete />}
              disabled={disabled}
              aria-label={`删除${adjustmentNames[one.kind]}`}
              onClick={() =>
                edit.pick(`删除${adjustmentNames[one.kind]}`, (layer) => ({
                  adjustments: (layer.appearance?.adjustments ?? []).filter(({ kind }) => kind !== one.kind),
                }))
              }
            />
          </li>
        ))}
      </ul>
      {list.length > 0 && (
        <Button size="small" long disabled={disabled} onClick={() => edit.pick('还原调整', { adjustments: undefined })}>
          全部还原
        </Button>
      )}
    </FoldingSection>
  )
}
