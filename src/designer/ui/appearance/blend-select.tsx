import { Select } from '@arco-design/web-react'
import type { BlendMode } from '../../../../contract/rules/appearance'
import { blendNames } from './names'

const modes = Object.entries(blendNames)
const groups = [...new Set(modes.map(([, [group]]) => group))]

interface BlendSelectProps {
  readonly label: string
  /** Undefined for layers with several modes. */
  readonly value: BlendMode | undefined
  readonly disabled: boolean
  readonly onChange: (mode: BlendMode) => void
}

export function BlendSelect({ label, value, disabled, onChange }: BlendSelectProps) {
  return (
    <div className="designer-range">
      <span className="designer-range-label">混合</span>
      <Select aria-label={label} size="small" value={value} placeholder="多种" disabled={disabled} onChange={onChange}>
        {groups.map((group) => (
          <Select.OptGroup key={group} label={group}>
            {modes.map(
              ([mode, [of, name]]) =>
                of === group && (
                  <Select.Option key={mode} value={mode}>
                    {name}
                  </Select.Option>
                ),
            )}
          </Select.OptGroup>
        ))}
      </Select>
    </div>
  )
}
