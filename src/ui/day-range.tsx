// With its extension, because rspack.config.ts leaves out Arco's own import.
import 'dayjs/locale/zh-cn.js'
import { Button, DatePicker } from '@arco-design/web-react'
import { type DayRange, lastDays } from '../base/beijing-time'
import { serverNow } from '../base/server-clock'
import './list.css'

interface DayRangeFieldProps {
  /** null: all time. */
  readonly value: DayRange | null
  readonly onChange: (range: DayRange | null) => void
  /** Name of the range: 充值日期. */
  readonly label: string
  /** Called when a shortcut was clicked, which sets the whole range. Absent: `onChange` is called. */
  readonly onShortcut?: (range: DayRange) => void
}

const shortcuts = [
  { text: '今天', days: 1 },
  { text: '最近7天', days: 7 },
]

/** A field for a range of days, both included, with the shortcuts 今天 and 最近7天. */
export function DayRangeField({ value, onChange, label, onShortcut = onChange }: DayRangeFieldProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a flex row in the client's engine
    <span className="day-range" role="group" aria-label={label}>
      <DatePicker.RangePicker
        className="day-range-picker"
        value={value === null ? [] : [value.from, value.to]}
        format="YYYY-MM-DD"
        allowClear
        placeholder={['开始日期', '结束日期']}
        inputProps={[{ 'aria-label': `${label}从` }, { 'aria-label': `${label}到` }]}
        // Arco passes undefined or an empty list for an emptied picker, contrary to its types.
        onChange={(days: readonly string[] | undefined) => {
          const [from, to] = days ?? []
          onChange(from && to ? { from, to } : null)
        }}
      />
      {shortcuts.map(({ text, days }) => {
        const range = lastDays(serverNow(), days)
        const chosen = value !== null && value.from === range.from && value.to === range.to
        return (
          <Button key={text} type="text" size="small" aria-pressed={chosen} onClick={() => onShortcut(range)}>
            {text}
          </Button>
        )
      })}
    </span>
  )
}
