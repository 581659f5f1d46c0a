import { Button, Form, Input, InputNumber, Select } from '@arco-design/web-react'
import { IconDelete } from '@arco-design/web-react/icon'
import { jigLimits, type Turn, turns } from '../../../../contract/rules/jig'
import { textLimits } from '../../../../contract/rules/limits'
import { Choice } from '../choice'
import type { Named } from '../use-cases'
import { filledGrid, type Grid, type GroupDraft, slotPresets, turnedGrid } from './jig-draft'

interface GroupFieldsProps {
  /** From 1. */
  readonly number: number
  readonly group: GroupDraft
  readonly jig: { readonly widthMm: number; readonly heightMm: number }
  readonly models: readonly Named[]
  readonly onChange: (group: GroupDraft) => void
  /** Absent: the only group stays. */
  readonly onRemove?: (() => void) | undefined
}

const turnNames: Readonly<Record<Turn, string>> = {
  0: '正放',
  90: '顺时针转 90°',
  180: '倒放（180°）',
  270: '逆时针转 90°',
}

const figures: readonly (readonly [
  keyof Grid,
  string,
  { readonly suffix: string; readonly min: number; readonly max: number; readonly step: number },
])[] = [
  ['rows', '行数', { suffix: '行', min: 1, max: jigLimits.rows, step: 1 }],
  ['columns', '列数', { suffix: '列', min: 1, max: jigLimits.rows, step: 1 }],
  ['widthMm', '工位宽', { suffix: 'mm', ...jigLimits.slotMm, step: 1 }],
  ['heightMm', '工位高', { suffix: 'mm', ...jigLimits.slotMm, step: 1 }],
  ['pitchXMm', '左右间距', { suffix: 'mm', min: 1, max: jigLimits.sideMm.max, step: 1 }],
  ['pitchYMm', '上下间距', { suffix: 'mm', min: 1, max: jigLimits.sideMm.max, step: 1 }],
  ['firstXMm', '第一个离左边', { suffix: 'mm', min: 0, max: jigLimits.sideMm.max, step: 1 }],
  ['firstYMm', '第一个离上边', { suffix: 'mm', min: 0, max: jigLimits.sideMm.max, step: 1 }],
]

/** The figures of a slot group. */
export function GroupFields({ number, group, jig, models, onChange, onRemove }: GroupFieldsProps) {
  const { name, phoneModelIds, grid, slots } = group
  const of = `第 ${number} 组的`
  const changeGrid = (part: Partial<Grid>) => onChange({ ...group, grid: { ...grid, ...part } })
  const preset = slotPresets.find(({ widthMm, heightMm }) => widthMm === grid.widthMm && heightMm === grid.heightMm)?.label
  return (
    <fieldset className="jig-group" aria-label={`工位组 ${number}`}>
      <div className="jig-group-head">
        <Input
          aria-label={`${of}名称`}
          value={name}
          maxLength={textLimits.name}
          placeholder="工位组的名称"
          onChange={(next) => onChange({ ...group, name: next })}
        />
        {onRemove && <Button icon={<IconDelete />} aria-label={`删除工位组「${name}」`} title="删除" onClick={onRemove} />}
      </div>
      <Choice
        label={`${of}型号`}
        placeholder="放得下的型号都可以"
        items={models}
        chosen={phoneModelIds}
        onChange={(ids) => onChange({ ...group, phoneModelIds: ids })}
      />
      {slots === null ? (
        <>
          <div className="floor-row">
            <Form.Item label="常用大小">
              <Select
                aria-label={`${of}常用大小`}
                {...(preset !== undefined && { value: preset })}
                placeholder="自己填"
                options={slotPresets.map(({ label }) => ({ value: label, label }))}
                onChange={(label: string) => {
                  const found = slotPresets.find((one) => one.label === label)
                  if (!found) return
                  const { widthMm, heightMm } = found
                  const gaps = { x: grid.pitchXMm - grid.widthMm, y: grid.pitchYMm - grid.heightMm }
                  changeGrid({ widthMm, heightMm, pitchXMm: widthMm + gaps.x, pitchYMm: heightMm + gaps.y, turn: 0 })
                }}
              />
            </Form.Item>
            <Form.Item label="壳怎么放">
              <Select
                aria-label={`${of}方向`}
                value={grid.turn}
                options={turns.map((value) => ({ value, label: turnNames[value] }))}
                onChange={(turn: Turn) => onChange({ ...group, grid: turnedGrid(grid, turn) })}
              />
            </Form.Item>
          </div>
          <div className="floor-row jig-grid-figures">
            {figures.map(([key, label, limits]) => (
              <Form.Item key={key} label={label}>
                <InputNumber
                  aria-label={`${of}${label}`}
                  {...limits}
                  value={grid[key]}
                  onChange={(figure) => changeGrid({ [key]: figure ?? limits.min })}
                />
              </Form.Item>
            ))}
          </div>
          <Button size="small" onClick={() => onChange({ ...group, grid: filledGrid(jig, grid) })}>
            排满并居中
          </Button>
        </>
      ) : (
        <p className="floor-hint">
          {slots.length} 个工位，位置按文件，不是整齐的行列。
          <Button size="mini" type="text" onClick={() => onChange({ ...group, slots: null })}>
            改成按行列画
          </Button>
        </p>
      )}
    </fieldset>
  )
}
