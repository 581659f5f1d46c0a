import { Select } from '@arco-design/web-react'
import { orderStateNames, orderStates } from '../../../contract/rules/item-state'
import { findingChoiceNames, findingChoices } from '../../../contract/rules/order-findings'
import { flagChoiceName, flagChoices } from '../../../contract/rules/order-flag'
import { orderTextNames, orderTexts } from '../../../contract/rules/order-texts'
import { shipChoiceNames, shipChoices } from '../../../contract/rules/ship-until'
import type { OrderTag, Shop } from '../../../contract/types'
import type { ParamOf, screens } from '../../base/paths'
import { DayRangeField } from '../../ui/day-range'
import { OneLine } from '../../ui/one-line'
import { SearchField } from '../../ui/search-field'
import { ShopSelect } from '../../ui/shop-select'
import type { ListQuery } from '../../ui/use-list-query'
import { statusOptions } from './order-facts'
import { daysParams, heldText, markNames, notHeldText, type OrderFilters, paramNames } from './order-filters'

export interface FilterFieldsProps {
  readonly filters: OrderFilters
  readonly shops: readonly Shop[]
  readonly tags: readonly OrderTag[]
  readonly list: ListQuery<ParamOf<typeof screens.orders>>
}

interface FilterSelectProps {
  readonly label: string
  /** Empty means that no option is chosen. */
  readonly value: string
  readonly onChange: (value: string) => void
  readonly options: readonly { readonly value: string; readonly label: string }[]
}

function FilterSelect({ label, value, onChange, options }: FilterSelectProps) {
  return (
    <Select
      className="orders-choice"
      aria-label={label}
      value={value}
      onChange={onChange}
      options={[{ value: '', label: `全部${label}` }, ...options]}
      // Without a choice only the label is shown, so that all filters fit into one row.
      renderFormat={(option) => (value === '' ? label : (option?.children ?? value))}
      triggerProps={{ autoAlignPopupWidth: false }}
    />
  )
}

const downloadOptions = [
  { value: 'false', label: '未下载' },
  { value: 'true', label: '已下载' },
]
const pushOptions = [
  { value: 'false', label: '未推送' },
  { value: 'true', label: '已推送' },
  { value: 'failed', label: '推送失败' },
]

/** The marketplace's notices and its states in one choice, so that all filters fit into one row. */
const platformOptions = [
  { value: 'true', label: heldText },
  { value: 'false', label: notHeldText },
  ...orderStates.map((value) => ({ value, label: orderStateNames[value] })),
]

/** Returns the parameters of a chosen option: it replaces the one of the other kind. */
const platformParams = (value: string) =>
  value === 'true' || value === 'false'
    ? { [paramNames.held]: value, [paramNames.state]: null }
    : { [paramNames.held]: null, [paramNames.state]: value }

/** Returns the parameters of a chosen mark or tag: it replaces the one of the other kind. */
const markParams = (value: string) =>
  value in markNames
    ? { [paramNames.mark]: value, [paramNames.tagId]: null }
    : { [paramNames.mark]: null, [paramNames.tagId]: value }

/** The fields of the order list's filters. */
export default function FilterFields({ filters, shops, tags, list }: FilterFieldsProps) {
  const { shopId, keyword, days, downloaded, pushed, held, state, shipUntil, flag, status, mark, tagId, finding, notes } = filters
  const setFilter = (name: keyof typeof paramNames) => (value: string) => list.set({ [paramNames[name]]: value })
  return (
    <OneLine className="filter-row" kind="filters">
      <ShopSelect
        shops={shops}
        value={shops.some(({ id }) => id === shopId) ? shopId : null}
        all="全部店铺"
        onChange={(id) => list.set({ [paramNames.shopId]: id })}
      />
      <SearchField value={keyword} onChange={setFilter('keyword')} label="搜索订单" placeholder="订单号、商品、规格或型号" />
      <DayRangeField label="下单日期" value={days} onChange={(range) => list.set(daysParams(range))} />
      <FilterSelect
        label="下载状态"
        value={downloaded === null ? '' : String(downloaded)}
        onChange={setFilter('downloaded')}
        options={downloadOptions}
      />
      <FilterSelect
        label="推送状态"
        value={pushed === null ? '' : String(pushed)}
        onChange={setFilter('pushed')}
        options={pushOptions}
      />
      <FilterSelect
        label="检查结果"
        value={finding ?? ''}
        onChange={setFilter('finding')}
        options={findingChoices.map((value) => ({ value, label: findingChoiceNames[value] }))}
      />
      <FilterSelect
        label="留言备注"
        value={notes ?? ''}
        onChange={setFilter('notes')}
        options={orderTextNames.map((value) => ({ value, label: `有${orderTexts[value].name}` }))}
      />
      <FilterSelect
        label="平台状态"
        value={state ?? (held === null ? '' : String(held))}
        onChange={(value) => list.set(platformParams(value))}
        options={platformOptions}
      />
      <FilterSelect
        label="发货期限"
        value={shipUntil ?? ''}
        onChange={setFilter('shipUntil')}
        options={shipChoices.map((value) => ({ value, label: shipChoiceNames[value] }))}
      />
      <FilterSelect
        label="旗帜"
        value={flag ?? ''}
        onChange={setFilter('flag')}
        options={flagChoices.map((value) => ({ value, label: flagChoiceName(value) }))}
      />
      <FilterSelect label="合单状态" value={status ?? ''} onChange={setFilter('status')} options={statusOptions} />
      <FilterSelect
        label="标记"
        value={tagId === null ? (mark ?? '') : String(tagId)}
        onChange={(value) => list.set(markParams(value))}
        options={[
          ...Object.entries(markNames).map(([value, label]) => ({ value, label })),
          ...tags.map(({ id, name }) => ({ value: String(id), label: `标签：${name}` })),
        ]}
      />
    </OneLine>
  )
}
