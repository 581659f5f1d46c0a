import { Button, DatePicker } from '@arco-design/web-react'
import { type DayRange, lastDays } from '../base/beijing-time'
import { serverNow } from '../base/server-clock'
import './list.css'

interface DayRangeFieldProps {
  /** null: all time. */
  readonly value: DayRange | null
  readonly onChange: (range: DayRange | null) => void
  /** What the days are of: 充值日期. */
  readonly label: string
  /** One of the shortcuts was chosen: the whole range in one press. Absent: like any other choice. */
  readonly onShortcut?: (range: DayRange) => void
}

const shortcuts = [
  { text: '今天', days: 1 },
  { text: '最近7天', days: 7 },
]

/** From a day to a day, both included, with 今天 and 最近7天 one press away. */
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
        // Arco tells an emptied picker as undefined or an empty list, whatever its types say.
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
