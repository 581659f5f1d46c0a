import { sliderDegrees } from '../../../../contract/rules/limits'
import './appearance.css'
import { Button, Select } from '@arco-design/web-react'
import { IconDelete, IconDown, IconPlus, IconRight } from '@arco-design/web-react/icon'
import { useRef, useState } from 'react'
import type { BlendMode, Effect, Gradient, Paint } from '../../../../contract/rules/appearance'
import { equalValues } from '../../../../design/model/equal'
import type { Layer } from '../../../../design/model/types'
import { Menu } from '../../../ui/menu'
import { ColorField } from '../color/color-field'
import { GradientField } from '../color/gradient-field'
import { RangeField } from '../text/range-field'
import { BlendSelect } from './blend-select'
import { effectPresets, effectSettings, newEffects, twoColors } from './effects'
import { FoldingSection } from './folding-section'
import { effectNames } from './names'
import { Presets } from './preview'
import { useAppearanceEdit } from './use-appearance-edit'

const kinds = Object.keys(newEffects) as Effect['kind'][]

/** Shadows, glows, overlays and borders of the selected layers. */
export function EffectsSection({ chosen }: { readonly chosen: readonly Layer[] }) {
  const edit = useAppearanceEdit(chosen)
  const adder = useRef<HTMLButtonElement>(null)
  const [adding, setAdding] = useState(false)
  const [openIndex, setOpenIndex] = useState<number | null>(null)
  const [first] = chosen
  if (!first) return null
  const effects = first.appearance?.effects ?? []
  const disabled = chosen.every(({ locked }) => locked)
  const add = (kind: Effect['kind']) => {
    edit.pick(`添加${effectNames[kind]}`, (layer) => ({ effects: [newEffects[kind], ...(layer.appearance?.effects ?? [])] }))
    setOpenIndex(0)
  }
  const replaced = (index: number, effect: Effect | null) =>
    effects.flatMap((one, i) => (i !== index ? [one] : effect === null ? [] : [effect]))
  return (
    <FoldingSection
      title="效果"
      isUsed={effects.length > 0}
      extra={
        <Button
          ref={adder}
          size="mini"
          icon={<IconPlus />}
          disabled={disabled}
          aria-haspopup="menu"
          onClick={() => setAdding(true)}
        >
          添加
        </Button>
      }
    >
      {adding && adder.current && (
        <Menu
          anchor={adder.current}
          label="添加效果"
          items={kinds.map((kind) => ({ key: kind, label: effectNames[kind], run: () => add(kind) }))}
          onClose={() => setAdding(false)}
        />
      )}
      <ul className="designer-effects">
        {effects.map((effect, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: effects have no identity besides their position.
          <li key={index}>
            <div className="designer-effect-row">
              <button
                type="button"
                className="designer-effect-name"
                aria-expanded={openIndex === index}
                onClick={() => setOpenIndex(openIndex === index ? null : index)}
              >
                {openIndex === index ? <IconDown /> : <IconRight />}
                {effectNames[effect.kind]}
              </button>
              <Button
                size="mini"
                type="text"
                icon={<IconDelete />}
                disabled={disabled}
                aria-label={`删除${effectNames[effect.kind]}`}
                onClick={() => edit.pick(`删除${effectNames[effect.kind]}`, { effects: replaced(index, null) })}
              />
            </div>
            {openIndex === index && (
              <EffectSettings
                effect={effect}
                disabled={disabled}
                onSlide={(next) => edit.slide(effectNames[effect.kind], { effects: replaced(index, next) })}
                onPick={(next) => edit.pick(effectNames[effect.kind], { effects: replaced(index, next) })}
                onEnd={edit.end}
              />
            )}
          </li>
        ))}
      </ul>
      <Presets
        label="效果预设"
        presets={effectPresets}
        layer={first}
        disabled={disabled}
        isChosen={({ appearance }) => equalValues(effects, appearance.effects ?? [])}
        onChoose={({ name, appearance }) => edit.pick(`效果：${name}`, { effects: appearance.effects })}
      />
    </FoldingSection>
  )
}

interface SettingsProps<T> {
  readonly disabled: boolean
  readonly onSlide: (next: T) => void
  readonly onPick: (next: T) => void
  readonly onEnd: () => void
}

function EffectSettings({ effect, disabled, onSlide, onPick, onEnd }: { readonly effect: Effect } & SettingsProps<Effect>) {
  const controls = { disabled, onEnd }
  const paintControls = {
    ...controls,
    onSlide: (paint: Paint) => onSlide({ ...effect, paint } as Effect),
    onPick: (paint: Paint) => onPick({ ...effect, paint } as Effect),
  }
  return (
    <div className="designer-effect-settings">
      {'color' in effect && (
        <ColorField
          {...controls}
          label="颜色"
          value={effect.color}
          onSlide={(color) => onSlide({ ...effect, color })}
          onPick={(color) => onPick({ ...effect, color })}
        />
      )}
      {'paint' in effect && <PaintFields {...paintControls} paint={effect.paint} />}
      {'gradient' in effect && (
        <GradientFields
          {...controls}
          gradient={effect.gradient}
          onSlide={(gradient) => onSlide({ ...effect, gradient })}
          onPick={(gradient) => onPick({ ...effect, gradient })}
        />
      )}
      {effect.kind === 'stroke' && (
        <Choice
          label="位置"
          value={effect.position}
          disabled={disabled}
          options={{ outside: '外部', centre: '居中', inside: '内部' }}
          onChange={(position) => onPick({ ...effect, position })}
        />
      )}
      {effect.kind === 'innerGlow' && (
        <Choice
          label="来源"
          value={effect.from}
          disabled={disabled}
          options={{ edge: '边缘', centre: '居中' }}
          onChange={(from) => onPick({ ...effect, from })}
        />
      )}
      {effectSettings.map(([key, { label, factor = 1, unit, range }]) => {
        const value = Reflect.get(effect, key)
        if (typeof value !== 'number') return null
        return (
          <RangeField
            {...controls}
            {...range}
            step={1}
            key={key}
            label={label}
            value={value * factor}
            show={(shown) => `${Math.round(shown)}${unit === 'px' ? ' px' : unit}`}
            onSlide={(shown) => onSlide({ ...effect, [key]: shown / factor })}
          />
        )
      })}
      <BlendSelect
        value={effect.blend}
        disabled={disabled}
        label={`${effectNames[effect.kind]}的混合模式`}
        onChange={(blend: BlendMode) => onPick({ ...effect, blend })}
      />
    </div>
  )
}

function PaintFields({ paint, disabled, onSlide, onPick, onEnd }: { readonly paint: Paint } & SettingsProps<Paint>) {
  const controls = { disabled, onEnd }
  return (
    <>
      <Choice
        label="填充"
        value={paint.kind}
        disabled={disabled}
        options={{ solid: '纯色', gradient: '渐变' }}
        onChange={(kind) => {
          if (kind === paint.kind) return
          onPick(paint.kind === 'solid' ? toGradient(paint.color) : { kind: 'solid', color: firstColor(paint.gradient) })
        }}
      />
      {paint.kind === 'solid' ? (
        <ColorField
          {...controls}
          label="颜色"
          value={paint.color}
          onSlide={(color) => onSlide({ kind: 'solid', color })}
          onPick={(color) => onPick({ kind: 'solid', color })}
        />
      ) : (
        <GradientFields
          {...controls}
          gradient={paint.gradient}
          onSlide={(gradient) => onSlide({ kind: 'gradient', gradient })}
          onPick={(gradient) => onPick({ kind: 'gradient', gradient })}
        />
      )}
    </>
  )
}

const toGradient = (color: string): Paint => ({ kind: 'gradient', gradient: twoColors(color, '#ffffff') })
const firstColor = ({ stops }: Gradient): string => stops[0]?.color ?? '#ffffff'
const gradientForms = { linear: '线性', radial: '径向', angle: '角度', reflected: '对称', diamond: '菱形' } as const

/** Form, stops and direction. */
function GradientFields({
  gradient,
  disabled,
  onSlide,
  onPick,
  onEnd,
}: { readonly gradient: Gradient } & SettingsProps<Gradient>) {
  const controls = { disabled, onEnd }
  return (
    <>
      <Choice
        label="样式"
        value={gradient.form}
        disabled={disabled}
        options={gradientForms}
        onChange={(form) => onPick({ ...gradient, form })}
      />
      <GradientField
        {...controls}
        stops={gradient.stops}
        onSlide={(stops) => onSlide({ ...gradient, stops })}
        onPick={(stops) => onPick({ ...gradient, stops })}
      />
      <RangeField
        {...controls}
        label="方向"
        value={gradient.angle}
        {...sliderDegrees}
        step={1}
        show={(angle) => `${Math.round(angle)}°`}
        onSlide={(angle) => onSlide({ ...gradient, angle })}
      />
    </>
  )
}

interface ChoiceProps<T extends string> {
  readonly label: string
  readonly value: T
  readonly disabled: boolean
  readonly options: Readonly<Record<T, string>>
  readonly onChange: (value: T) => void
}

function Choice<T extends string>({ label, value, disabled, options, onChange }: ChoiceProps<T>) {
  return (
    <div className="designer-range">
      <span className="designer-range-label">{label}</span>
      <Select
        aria-label={label}
        size="small"
        value={value}
        disabled={disabled}
        options={Object.entries<string>(options).map(([key, name]) => ({ value: key, label: name }))}
        onChange={onChange}
      />
    </div>
  )
}
