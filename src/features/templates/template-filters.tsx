import { Radio, Select } from '@arco-design/web-react'
import { CaseViewSwitch } from '../../template-pictures/case-view-switch'
import { SearchField } from '../../ui/search-field'
import { productModes } from './batch/product-modes'
import { sortNames, type TemplateFilter, type TemplateSort, templateSorts } from './find-templates'

interface TemplateFiltersProps {
  readonly filter: TemplateFilter
  /** Changes parameters of the address; null removes one. */
  readonly onChange: (change: { readonly [K in 'q' | 'shelf' | 'mode' | 'sort']?: string | null }) => void
}

const shelfOptions: { readonly label: string; readonly value: 'all' | 'on' | 'off' }[] = [
  { label: '全部', value: 'all' },
  { label: '上架', value: 'on' },
  { label: '下架', value: 'off' },
]
const anyMode = 'any'
const modeOptions = [
  { label: '全部模式', value: anyMode },
  ...productModes.map(({ mode, label }) => ({ label: `模式：${label}`, value: String(mode) })),
]
const sortOptions = templateSorts.map((value) => ({ label: sortNames[value], value }))

/** The filters of 模板管理, which look through all collections, the order, and how templates are shown. */
export function TemplateFilters({ filter, onChange }: TemplateFiltersProps) {
  const { words, enabled, mode, sort } = filter
  return (
    <div className="filter-row template-filters">
      <SearchField
        value={words}
        onChange={(q) => onChange({ q })}
        label="搜索全部模板"
        placeholder="搜索全部模板，可用拼音"
        clearsOnEscape
      />
      <Radio.Group
        type="button"
        size="small"
        aria-label="上架状态"
        value={enabled === null ? 'all' : enabled ? 'on' : 'off'}
        options={shelfOptions}
        onChange={(shelf: 'all' | 'on' | 'off') => onChange({ shelf: shelf === 'all' ? null : shelf })}
      />
      <Select
        aria-label="定制模式"
        className="template-filter-mode"
        value={mode === null ? anyMode : String(mode)}
        options={modeOptions}
        triggerProps={{ autoAlignPopupWidth: false }}
        onChange={(value: string) => onChange({ mode: value === anyMode ? null : value })}
      />
      <Select
        aria-label="模板的顺序"
        className="template-filter-sort"
        value={sort}
        options={sortOptions}
        onChange={(value: TemplateSort) => onChange({ sort: value === 'custom' ? null : value })}
      />
      <span className="filter-end">
        <CaseViewSwitch />
      </span>
    </div>
  )
}
