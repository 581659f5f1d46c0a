import { Select } from '@arco-design/web-react'
import { type ReactNode, useRef } from 'react'
import { useOptionFilter } from '../../../ui/use-option-filter'
import { useSearchInput } from '../../../ui/use-search-input'
import type { CatalogueCases } from './use-catalogue-cases'

/** A box that makes the search of the Select in it known to assistive technology. */
export function SearchBox({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const box = useRef<HTMLSpanElement>(null)
  useSearchInput(box, `搜索${label}`)
  return (
    <span ref={box} className="names-select">
      {children}
    </span>
  )
}

interface CaseSelectProps {
  readonly label: string
  readonly value: number | null
  readonly cases: CatalogueCases
  readonly placeholder?: string
  readonly onChange: (id: number) => void
}

/** A select of all models of the catalogue. */
export function ModelSelect({ label, value, cases, placeholder = '请选择型号', onChange }: CaseSelectProps) {
  const filterOption = useOptionFilter()
  return (
    <SearchBox label={label}>
      <Select
        aria-label={label}
        placeholder={placeholder}
        showSearch
        filterOption={filterOption}
        loading={cases.isPending}
        {...(value !== null && { value })}
        options={cases.models.map(({ id }) => ({ value: id, label: cases.phoneNameOf(id) }))}
        onChange={onChange}
      />
    </SearchBox>
  )
}

/** A select of all colours of all materials. */
export function ColorSelect({ label, value, cases, placeholder = '请选择材质和颜色', onChange }: CaseSelectProps) {
  const filterOption = useOptionFilter()
  return (
    <SearchBox label={label}>
      <Select
        aria-label={label}
        placeholder={placeholder}
        showSearch
        filterOption={filterOption}
        loading={cases.isPending}
        {...(value !== null && { value })}
        options={cases.colors.map(({ id }) => ({ value: id, label: cases.colorNameOf(id) }))}
        onChange={onChange}
      />
    </SearchBox>
  )
}
