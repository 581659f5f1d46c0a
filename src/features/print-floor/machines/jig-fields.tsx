import { Alert, Button, Form, InputNumber } from '@arco-design/web-react'
import { IconPlus } from '@arco-design/web-react/icon'
import { jigLimits, jigProblem } from '../../../../contract/rules/jig'
import type { Named } from '../use-cases'
import { GroupFields } from './group-fields'
import { addedGroup, type GroupDraft, type JigDraft, layoutOf } from './jig-draft'
import { JigDrawing } from './jig-drawing'

interface JigFieldsProps {
  readonly value?: JigDraft
  readonly onChange?: (draft: JigDraft) => void
  readonly bed: { readonly widthMm: number; readonly heightMm: number } | null
  readonly models: readonly Named[]
}

/** The figures of a jig beside its drawing, a control of a form; what is wrong is said at once. */
export function JigFields({ value, onChange, bed, models }: JigFieldsProps) {
  if (value === undefined) return null
  const layout = layoutOf(value)
  const problem = jigProblem(layout)
  const isLargerThanBed = bed !== null && (value.widthMm > bed.widthMm || value.heightMm > bed.heightMm)
  const change = (part: Partial<JigDraft>) => onChange?.({ ...value, ...part })
  const changeGroup = (at: number, group: GroupDraft) =>
    change({ groups: value.groups.map((one, index) => (index === at ? group : one)) })
  return (
    <div className="jig-fields">
      <div className="jig-figures">
        <div className="floor-row">
          <Form.Item label="治具宽">
            <InputNumber
              aria-label="治具宽"
              suffix="mm"
              {...jigLimits.sideMm}
              value={value.widthMm}
              onChange={(widthMm) => change({ widthMm: widthMm ?? jigLimits.sideMm.min })}
            />
          </Form.Item>
          <Form.Item label="治具高">
            <InputNumber
              aria-label="治具高"
              suffix="mm"
              {...jigLimits.sideMm}
              value={value.heightMm}
              onChange={(heightMm) => change({ heightMm: heightMm ?? jigLimits.sideMm.min })}
            />
          </Form.Item>
        </div>
        {value.groups.map((group, at) => (
          <GroupFields
            // biome-ignore lint/suspicious/noArrayIndexKey: a group has no id, and its name is being typed
            key={at}
            number={at + 1}
            group={group}
            jig={value}
            models={models}
            onChange={(next) => changeGroup(at, next)}
            onRemove={
              value.groups.length > 1 ? () => change({ groups: value.groups.filter((_, index) => index !== at) }) : undefined
            }
          />
        ))}
        {value.groups.length < jigLimits.groups && (
          <Button type="dashed" icon={<IconPlus />} onClick={() => change({ groups: [...value.groups, addedGroup(value)] })}>
            加一个工位组
          </Button>
        )}
      </div>
      <div className="jig-preview">
        <JigDrawing
          layout={layout}
          bed={bed}
          isDetailed
          className="jig-large"
          label={`治具 ${value.widthMm} × ${value.heightMm} mm，${layout.slots.length} 个工位`}
        />
        <p className="floor-hint numeric" role="status">
          {layout.slots.length} 个工位{bed !== null && `，虚线是台面 ${bed.widthMm} × ${bed.heightMm} mm`}
        </p>
        {problem !== null && <Alert type="error" content={problem} />}
        {problem === null && isLargerThanBed && (
          <Alert type="warning" content="治具比第一台打印机的台面大，只能在更大的打印机上用。" />
        )}
      </div>
    </div>
  )
}
