import { Radio } from '@arco-design/web-react'
import type { TextFlow } from '../../../../contract/rules/appearance'
import { changeRange } from '../../../../contract/rules/limits'
import { optionsOf } from '../../../ui/options'
import { RangeField } from './range-field'

type Kind = TextFlow['kind'] | 'straight'
type ShapeForm = Extract<TextFlow, { readonly kind: 'shape' }>['form']

/** Initial settings of each text flow. */
const initialFlows: Readonly<Record<Kind, TextFlow | null>> = {
  straight: null,
  arc: { kind: 'arc', bend: 40 },
  circle: { kind: 'circle', inside: false },
  shape: { kind: 'shape', form: 'ellipse' },
}
const kindNames: Readonly<Record<Kind, string>> = { straight: '直', arc: '弧形', circle: '圆环', shape: '填形' }
const formNames: Readonly<Record<ShapeForm, string>> = { ellipse: '圆形', heart: '心形', diamond: '菱形', triangle: '三角' }

interface FlowFieldsProps {
  readonly flow: TextFlow | null
  readonly disabled: boolean
  readonly onChange: (flow: TextFlow | null) => void
  readonly onSlide: (flow: TextFlow) => void
  readonly onEnd: () => unknown
}

/** How the lines of a text run: straight, along an arc or a circle, or filling a shape. */
export function FlowFields({ flow, disabled, onChange, onSlide, onEnd }: FlowFieldsProps) {
  return (
    <>
      <h4 className="designer-text-title">走向</h4>
      <Radio.Group
        type="button"
        size="small"
        aria-label="走向"
        value={flow?.kind ?? 'straight'}
        disabled={disabled}
        onChange={(kind: Kind) => onChange(initialFlows[kind])}
        options={optionsOf(kindNames)}
      />
      {flow?.kind === 'arc' && (
        <RangeField
          label="弯曲"
          value={flow.bend}
          {...changeRange}
          step={1}
          show={(bend) => `${bend}%`}
          disabled={disabled}
          onSlide={(bend) => onSlide({ kind: 'arc', bend })}
          onEnd={onEnd}
        />
      )}
      {flow?.kind === 'circle' && (
        <Radio.Group
          type="button"
          size="mini"
          aria-label="圆环方向"
          value={flow.inside}
          disabled={disabled}
          onChange={(inside: boolean) => onChange({ kind: 'circle', inside })}
          options={[
            { value: false, label: '字朝外' },
            { value: true, label: '字朝里' },
          ]}
        />
      )}
      {flow?.kind === 'shape' && (
        <Radio.Group
          type="button"
          size="mini"
          aria-label="填入的形状"
          value={flow.form}
          disabled={disabled}
          onChange={(form: ShapeForm) => onChange({ kind: 'shape', form })}
          options={optionsOf(formNames)}
        />
      )}
    </>
  )
}
