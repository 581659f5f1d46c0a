import { Select } from '@arco-design/web-react'
import { useRef } from 'react'
import type { PhoneModel } from '../../../contract/types'
import { useOptionFilter } from '../../ui/use-option-filter'
import { useSearchInput } from '../../ui/use-search-input'

/** The option that shows every model of the brand. */
export const allModels = 'all'

interface ModelSelectProps {
  readonly models: readonly PhoneModel[]
  readonly value: number | typeof allModels
  readonly onChange: (value: number | typeof allModels) => void
}

/** A searchable select of a brand's models, with 全部型号 on top. */
export function ModelSelect({ models, value, onChange }: ModelSelectProps) {
  const selectBox = useRef<HTMLSpanElement>(null)
  useSearchInput(selectBox, '搜索型号')
  const filterOption = useOptionFilter()
  return (
    <span ref={selectBox}>
      <Select
        className="wireframes-model"
        aria-label="型号"
        showSearch
        filterOption={filterOption}
        value={value}
        onChange={onChange}
        options={[
          { value: allModels, label: `全部 ${models.length} 个型号` },
          ...models.map(({ id, name, favorited }) => ({ value: id, label: favorited ? `${name} ★` : name })),
        ]}
      />
    </span>
  )
}
