import { Select } from '@arco-design/web-react'
import { useRef } from 'react'
import { useOptionFilter } from '../../ui/use-option-filter'
import { useSearchInput } from '../../ui/use-search-input'
import type { Named } from './use-cases'

interface ChoiceProps {
  /** 型号 */
  readonly label: string
  /** Shown while nothing is chosen: 全部型号. */
  readonly placeholder: string
  readonly items: readonly Named[]
  readonly chosen: readonly number[]
  readonly onChange: (chosen: number[]) => void
}

/** A select of several items, which are found as written and by pinyin. */
export function Choice({ label, placeholder, items, chosen, onChange }: ChoiceProps) {
  const box = useRef<HTMLSpanElement>(null)
  useSearchInput(box, label)
  const filterOption = useOptionFilter()
  return (
    <span ref={box} className="floor-choice">
      <Select
        mode="multiple"
        allowClear
        showSearch
        maxTagCount={1}
        aria-label={label}
        placeholder={placeholder}
        value={[...chosen]}
        filterOption={filterOption}
        options={items.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(ids: number[]) => onChange(ids)}
      />
    </span>
  )
}

/** A select of one item, which is found as written and by pinyin. */
export function OneChoice({
  label,
  placeholder,
  items,
  value,
  onChange,
}: Omit<ChoiceProps, 'chosen' | 'onChange'> & {
  readonly value?: number | null | undefined
  readonly onChange?: (id: number) => void
}) {
  const box = useRef<HTMLSpanElement>(null)
  useSearchInput(box, label)
  const filterOption = useOptionFilter()
  return (
    <span ref={box} className="floor-one-choice">
      <Select
        showSearch
        aria-label={label}
        placeholder={placeholder}
        {...(value != null && { value })}
        filterOption={filterOption}
        options={items.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(id: number) => onChange?.(id)}
      />
    </span>
  )
}
