import { clamp } from '../../../../contract/ground/number'
import { optionsOf } from '../../../ui/options'
import './shapes.css'
import { Radio } from '@arco-design/web-react'
import { type ReactNode, useState } from 'react'
import type { Form, Shape, ShapeFill } from '../../../../contract/rules/appearance'
import { shapeGradientForms } from '../../../../contract/rules/appearance'
import { shapeLimits, shareRange, sliderDegrees, sliderRanges } from '../../../../contract/rules/limits'
import { transformLayers } from '../../../../design/commands/transform'
import { boxAround, placementCentre } from '../../../../design/geometry/box'
import type { ImageLayer, Layer } from '../../../../design/model/types'
import { placementOf } from '../../../../design/rules/placement'
import { SwitchField } from '../../../ui/switch-field'
import { ColorField } from '../color/color-field'
import { GradientField } from '../color/gradient-field'
import { useDesigner } from '../context'
import { NumberField } from '../number-field'
import { RangeField } from '../text/range-field'
import { isBar } from './forms'
import { useShapeSlide } from './use-shape-slide'

type ShapeLayer = ImageLayer & { readonly shape: Shape }

export function hasShape(chosen: readonly Layer[]): boolean {
  return chosen.length === 1 && isShapeLayer(chosen[0])
}

function isShapeLayer(layer: Layer | undefined): layer is ShapeLayer {
  return layer?.type === 'IMAGE' && layer.shape !== null
}

/** Fill, border and the settings of the form of a single shape. */
export function ShapeSection({ chosen }: { readonly chosen: readonly Layer[] }) {
  const [layer] = chosen
  return isShapeLayer(layer) ? <ShapeFields key={layer.uuid} layer={layer} /> : null
}

const px = (value: number) => `${Math.round(value)} px`
const percent = (value: number) => `${Math.round(value * 100)}%`

/** Controls report their movements and their ends; this is what each of them gets. */
interface Controls {
  readonly shape: Shape
  readonly disabled: boolean
  readonly onSlide: (change: Partial<Shape>) => void
  readonly onPick: (change: Partial<Shape>) => void
  readonly onEnd: () => Promise<void>
}

function ShapeFields({ layer }: { readonly layer: ShapeLayer }) {
  const { slide, end, pick, problem } = useShapeSlide(layer)
  const controls: Controls = {
    shape: layer.shape,
    disabled: layer.locked,
    onSlide: (change) => slide({ ...layer.shape, ...change }),
    onPick: (change) => void pick({ ...layer.shape, ...change }),
    onEnd: end,
  }
  return (
    <section className="designer-section designer-shape-fields" aria-label="形状">
      <h3 className="designer-section-title">形状</h3>
      <FormFields {...controls} layer={layer} />
      <FillFields {...controls} />
      <BorderFields {...controls} />
      {problem !== null && (
        <p className="designer-text-problem" role="alert">
          {problem}
        </p>
      )}
    </section>
  )
}

function FormFields({ shape: { form }, disabled, onSlide, onPick, onEnd, layer }: Controls & { readonly layer: ShapeLayer }) {
  const range = { disabled, onEnd, step: 1 }
  const slide = (next: Form) => onSlide({ form: next })
  const radius = (form: Extract<Form, { readonly radius: number }>): ReactNode => (
    <RangeField
      {...range}
      label="圆角"
      min={0}
      max={Math.max(1, Math.round(Math.min(layer.width, layer.height) / 2))}
      value={form.radius}
      show={px}
      onSlide={(value) => slide({ ...form, radius: value })}
    />
  )
  switch (form.kind) {
    case 'rect':
      return radius(form)
    case 'polygon':
      return (
        <RangeField
          {...range}
          label="边数"
          {...shapeLimits.sides}
          value={form.sides}
          show={String}
          onSlide={(sides) => slide({ ...form, sides })}
        />
      )
    case 'star':
      return (
        <>
          <RangeField
            {...range}
            label="角数"
            {...shapeLimits.points}
            value={form.points}
            show={String}
            onSlide={(points) => slide({ ...form, points })}
          />
          <RangeField
            {...range}
            label="内凹"
            {...shapeLimits.inner}
            step={0.01}
            value={form.inner}
            show={(inner) => percent(1 - inner)}
            onSlide={(inner) => slide({ ...form, inner })}
          />
        </>
      )
    case 'bubble':
      return (
        <>
          {radius(form)}
          <RangeField
            {...range}
            label="尖角"
            {...shareRange}
            step={0.01}
            value={form.tail}
            show={percent}
            onSlide={(tail) => slide({ ...form, tail })}
          />
        </>
      )
    case 'line':
      return <Thickness layer={layer} />
    case 'arrow':
      return (
        <>
          <Thickness layer={layer} />
          <RangeField
            {...range}
            label="箭头"
            {...sliderRanges.head}
            step={0.1}
            value={form.head}
            show={percent}
            onSlide={(head) => slide({ ...form, head })}
          />
          <SwitchField
            side="end"
            checked={form.both}
            disabled={disabled}
            onChange={(both) => onPick({ form: { ...form, both } })}
          >
            双向
          </SwitchField>
        </>
      )
    case 'ellipse':
    case 'heart':
    case 'path':
      return null
  }
}

/** The thickness of a line may be less than the smallest height that a handle can give a layer. */
function Thickness({ layer }: { readonly layer: ShapeLayer }) {
  const { session } = useDesigner()
  return (
    <NumberField
      label="粗细"
      unit="像素"
      value={layer.height}
      decimals={1}
      disabled={layer.locked}
      onCommit={(typed) => {
        const height = clamp(typed, 1, 1000)
        const box = boxAround(placementCentre(layer), { width: layer.width, height })
        session.run(transformLayers, { placements: [placementOf(layer, { left: box.x, top: box.y, height })] })
      }}
    />
  )
}

type FillKind = 'none' | ShapeFill['kind']
type GradientFill = Extract<ShapeFill, { readonly kind: 'gradient' }>
const fillNames: Readonly<Record<FillKind, string>> = { solid: '纯色', gradient: '渐变', none: '无' }
const gradientNames = { linear: '线性', radial: '放射', reflected: '对称' } as const
const white = '#ffffff'

function FillFields({ shape: { fill }, disabled, onSlide, onPick, onEnd }: Controls) {
  /** The colour that comes back when the fill changes its kind. */
  const [lastColor, setLastColor] = useState('#3d7eff')
  const color = fill === null ? lastColor : fill.kind === 'solid' ? fill.color : (fill.gradient.stops[0]?.color ?? lastColor)
  const choose = (kind: FillKind) => {
    setLastColor(color)
    onPick({ fill: kind === 'none' ? null : kind === 'solid' ? { kind, color } : gradientOf(color, white) })
  }
  return (
    <>
      <h4 className="designer-text-title">填充</h4>
      <Radio.Group
        type="button"
        size="small"
        aria-label="填充"
        value={fill?.kind ?? 'none'}
        disabled={disabled}
        onChange={choose}
        options={optionsOf(fillNames)}
      />
      {fill?.kind === 'solid' && (
        <ColorField
          label="颜色"
          value={fill.color}
          disabled={disabled}
          onSlide={(next) => onSlide({ fill: { kind: 'solid', color: next } })}
          onPick={(next) => onPick({ fill: { kind: 'solid', color: next } })}
          onEnd={onEnd}
        />
      )}
      {fill?.kind === 'gradient' && (
        <GradientFields fill={fill} disabled={disabled} onSlide={onSlide} onPick={onPick} onEnd={onEnd} />
      )}
    </>
  )
}

function gradientOf(from: string, to: string): GradientFill {
  const stops = [
    { at: 0, color: from, opacity: 1 },
    { at: 1, color: to, opacity: 1 },
  ]
  return { kind: 'gradient', gradient: { form: 'linear', angle: 0, scale: 1, stops } }
}

function GradientFields({ fill, disabled, onSlide, onPick, onEnd }: Omit<Controls, 'shape'> & { readonly fill: GradientFill }) {
  const { gradient } = fill
  const changed = (change: Partial<GradientFill['gradient']>): Partial<Shape> => ({
    fill: { kind: 'gradient', gradient: { ...gradient, ...change } },
  })
  return (
    <>
      <Radio.Group
        type="button"
        size="mini"
        aria-label="渐变方式"
        value={gradient.form}
        disabled={disabled}
        onChange={(form: (typeof shapeGradientForms)[number]) => onPick(changed({ form }))}
        options={shapeGradientForms.map((form) => ({ label: gradientNames[form], value: form }))}
      />
      <GradientField
        stops={gradient.stops}
        disabled={disabled}
        onSlide={(stops) => onSlide(changed({ stops }))}
        onPick={(stops) => onPick(changed({ stops }))}
        onEnd={onEnd}
      />
      {gradient.form !== 'radial' && (
        <RangeField
          label="角度"
          {...sliderDegrees}
          step={1}
          value={gradient.angle}
          show={(angle) => `${angle}°`}
          disabled={disabled}
          onSlide={(angle) => onSlide(changed({ angle }))}
          onEnd={onEnd}
        />
      )}
    </>
  )
}

const noBorder = { color: '#000000', width: 0 }

function BorderFields({ shape, disabled, onSlide, onPick, onEnd }: Controls) {
  const border = shape.border ?? noBorder
  const changed = (change: Partial<typeof border>): Partial<Shape> => {
    const next = { ...border, ...change }
    return { border: next.width > 0 ? next : null }
  }
  return (
    <>
      <RangeField
        label="边框"
        {...(isBar(shape.form) ? sliderRanges.thinBorder : sliderRanges.border)}
        step={1}
        value={border.width}
        show={(width) => (width === 0 ? '无' : px(width))}
        disabled={disabled}
        onSlide={(width) => onSlide(changed({ width }))}
        onEnd={onEnd}
      />
      {shape.border !== null && (
        <ColorField
          label="边框颜色"
          value={border.color}
          disabled={disabled}
          onSlide={(color) => onSlide(changed({ color }))}
          onPick={(color) => onPick(changed({ color }))}
          onEnd={onEnd}
        />
      )}
    </>
  )
}
