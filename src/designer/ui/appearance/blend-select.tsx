import { Select } from '@arco-design/web-react'
import type { BlendMode } from '../../../../contract/rules/appearance'
import { blendGroups, blendNames } from './names'

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
        {blendGroups.map(({ name, modes }) => (
          <Select.OptGroup key={name} label={name}>
            {modes.map((mode) => (
              <Select.Option key={mode} value={mode}>
                {blendNames[mode]}
              </Select.Option>
            ))}
          </Select.OptGroup>
        ))}
      </Select>
    </div>
  )
}
