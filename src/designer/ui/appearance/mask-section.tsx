import { shapeLimits, sliderDegrees, sliderRanges } from '../../../../contract/rules/limits'
import { optionsOf } from '../../../ui/options'
import './appearance.css'
import { Button, Radio } from '@arco-design/web-react'
import type { Form, LayerAppearance, Pattern } from '../../../../contract/rules/appearance'
import { formPath } from '../../../../design/geometry/forms'
import type { Layer } from '../../../../design/model/types'
import { isCroppable } from '../../../../design/rules/crop'
import { SwitchField } from '../../../ui/switch-field'
import { useDesigner } from '../context'
import { RangeField } from '../text/range-field'
import { FoldingSection } from './folding-section'
import { readPathFile } from './mask-file'
import { formNames, patternNames } from './names'
import { useAppearanceEdit } from './use-appearance-edit'

const masks: readonly Form[] = [
  { kind: 'rect', radius: 24 },
  { kind: 'ellipse' },
  { kind: 'heart' },
  { kind: 'star', points: 5, inner: 0.5 },
  { kind: 'polygon', sides: 6 },
]

const percent = (share: number): string => `${Math.round(share * 100)}%`

export const canBeMasked = (chosen: readonly Layer[]) =>
  chosen.some((layer) => !layer.isBackground && !layer.appearance?.adjustsBelow)

/** Crop, mask, clipping and repetition of the selected layers. */
export function MaskSection({ chosen }: { readonly chosen: readonly Layer[] }) {
  const { session, strokes, uiState } = useDesigner()
  const edit = useAppearanceEdit(chosen)
  const [first] = chosen
  if (!first) return null
  const { mask, pattern, clipped = false } = first.appearance ?? {}
  const disabled = chosen.every(({ locked }) => locked)
  const slideMask = (change: object) => edit.slide('调整蒙版', { mask: { ...mask, ...change } as Form })
  /** An outline follows what the mask leaves of the picture. */
  const remakeOutlines = () => {
    for (const { uuid, stroke, locked } of chosen) if (stroke && !locked) strokes.apply([uuid], stroke)
  }
  const setMask = (label: string, form: Form | undefined) => {
    edit.pick(label, { mask: form })
    remakeOutlines()
  }
  const endMask = () => {
    edit.end()
    remakeOutlines()
  }
  const openFile = async () => {
    const read = await readPathFile()
    if (read === null) return
    if ('problem' in read) session.notify('warning', read.problem)
    else setMask('自定义蒙版', read.form)
  }
  return (
    <FoldingSection title="裁剪与蒙版" isUsed={Boolean(mask ?? pattern ?? first.appearance?.crop) || clipped}>
      {chosen.length === 1 && isCroppable(first) && (
        <Button long size="small" disabled={disabled} onClick={() => uiState.cropping.set(first.uuid)}>
          {first.appearance?.crop ? '修改裁剪' : '裁剪图片'}
        </Button>
      )}
      <fieldset className="designer-masks" aria-label="蒙版形状">
        <button
          type="button"
          className="designer-mask"
          aria-pressed={mask === undefined}
          aria-label="无蒙版"
          title="无蒙版"
          disabled={disabled}
          onClick={() => setMask('去除蒙版', undefined)}
        >
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M4 20 20 4" stroke="currentColor" strokeWidth="1.5" />
          </svg>
        </button>
        {masks.map((form) => (
          <button
            key={form.kind}
            type="button"
            className="designer-mask"
            aria-pressed={mask?.kind === form.kind}
            aria-label={`${formNames[form.kind]}蒙版`}
            title={formNames[form.kind]}
            disabled={disabled}
            onClick={() => setMask(`${formNames[form.kind]}蒙版`, form)}
          >
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d={formPath(form.kind === 'rect' ? { ...form, radius: 5 } : form, 24, 24)} fill="currentColor" />
            </svg>
          </button>
        ))}
        <button
          type="button"
          className="designer-mask"
          aria-pressed={mask?.kind === 'path'}
          aria-label="自定义蒙版（SVG 文件）"
          title="自定义（SVG 文件）"
          disabled={disabled}
          onClick={() => void openFile()}
        >
          SVG
        </button>
      </fieldset>
      {mask?.kind === 'rect' && (
        <RangeField
          label="圆角"
          value={mask.radius}
          min={0}
          max={Math.ceil(Math.min(first.width, first.height) / 2)}
          step={1}
          show={(radius) => `${Math.round(radius)} px`}
          disabled={disabled}
          onSlide={(radius) => slideMask({ radius })}
          onEnd={endMask}
        />
      )}
      {mask?.kind === 'star' && (
        <>
          <RangeField
            label="角数"
            value={mask.points}
            {...shapeLimits.points}
            step={1}
            show={String}
            disabled={disabled}
            onSlide={(points) => slideMask({ points })}
            onEnd={endMask}
          />
          <RangeField
            label="内径"
            value={mask.inner}
            {...shapeLimits.inner}
            step={0.01}
            show={percent}
            disabled={disabled}
            onSlide={(inner) => slideMask({ inner })}
            onEnd={endMask}
          />
        </>
      )}
      {mask?.kind === 'polygon' && (
        <RangeField
          label="边数"
          value={mask.sides}
          {...shapeLimits.sides}
          step={1}
          show={String}
          disabled={disabled}
          onSlide={(sides) => slideMask({ sides })}
          onEnd={endMask}
        />
      )}
      <div className="designer-switch-row">
        <SwitchField
          side="end"
          checked={clipped}
          disabled={disabled}
          onChange={(on) => edit.pick(on ? '剪贴到下方图层' : '取消剪贴', { clipped: on })}
        >
          剪贴到下方图层
        </SwitchField>
      </div>
      {chosen.length === 1 && first.type !== 'TEXT' && (
        <PatternFields layer={first} pattern={pattern} disabled={disabled} edit={edit} />
      )}
    </FoldingSection>
  )
}

interface PatternFieldsProps {
  readonly layer: Layer
  readonly pattern: LayerAppearance['pattern']
  readonly disabled: boolean
  readonly edit: ReturnType<typeof useAppearanceEdit>
}

function PatternFields({ layer, pattern, disabled, edit }: PatternFieldsProps) {
  const first: Pattern = { layout: 'grid', tile: Math.max(20, Math.round(layer.width / 4)), gap: 0.2, angle: 0, seed: 1 }
  const slide = (change: Partial<Pattern>) => edit.slide('调整平铺', { pattern: { ...first, ...pattern, ...change } })
  const controls = { disabled, onEnd: edit.end }
  return (
    <>
      <div className="designer-range">
        <span className="designer-range-label">平铺</span>
        <Radio.Group
          type="button"
          size="mini"
          aria-label="平铺"
          value={pattern?.layout ?? 'none'}
          disabled={disabled}
          options={[{ value: 'none', label: '无' }, ...optionsOf(patternNames)]}
          onChange={(layout: Pattern['layout'] | 'none') =>
            edit.pick('平铺', { pattern: layout === 'none' ? undefined : { ...first, ...pattern, layout } })
          }
        />
      </div>
      {pattern && (
        <>
          <RangeField
            {...controls}
            label="大小"
            value={pattern.tile}
            min={10}
            max={Math.max(100, Math.ceil(layer.width))}
            step={1}
            show={(tile) => `${Math.round(tile)} px`}
            onSlide={(tile) => slide({ tile })}
          />
          <RangeField
            {...controls}
            label="间距"
            value={pattern.gap}
            {...sliderRanges.patternGap}
            step={0.01}
            show={percent}
            onSlide={(gap) => slide({ gap })}
          />
          <RangeField
            {...controls}
            label="角度"
            value={pattern.angle}
            {...sliderDegrees}
            step={1}
            show={(angle) => `${Math.round(angle)}°`}
            onSlide={(angle) => slide({ angle })}
          />
          {pattern.layout === 'scatter' && (
            <Button
              long
              size="small"
              disabled={disabled}
              onClick={() => edit.pick('换一种散落', { pattern: { ...pattern, seed: (pattern.seed + 1) % 1_000_000 } })}
            >
              换一种散落
            </Button>
          )}
        </>
      )}
    </>
  )
}
