import { Select } from '@arco-design/web-react'
import { useRef } from 'react'
import { type NamedShop, shopLabel } from '../../contract/rules/shop-types'
import { useOptionFilter } from './use-option-filter'
import { useSearchInput } from './use-search-input'
import './list.css'

interface ShopSelectProps {
  readonly shops: readonly (NamedShop & { readonly id: number })[]
  /** null: none selected, or all of them if `all` is set. */
  readonly value: number | null
  readonly onChange: (shopId: number | null) => void
  /** Adds an option for all shops, with this label: 全部店铺. */
  readonly all?: string
  readonly disabled?: boolean
}

/** Represents null, because Arco treats an option without a value as no selection. */
const everyShop = 0

/** A select for shops by name and marketplace, with a search. */
export function ShopSelect({ shops, value, onChange, all, disabled = false }: ShopSelectProps) {
  const box = useRef<HTMLSpanElement>(null)
  useSearchInput(box, '搜索店铺')
  const filterOption = useOptionFilter()
  const chosen = value ?? (all === undefined ? undefined : everyShop)
  return (
    <span ref={box} className="shop-select">
      <Select
        aria-label="店铺"
        placeholder="请选择店铺"
        showSearch
        disabled={disabled}
        filterOption={filterOption}
        {...(chosen !== undefined && { value: chosen })}
        onChange={(id: number) => onChange(id === everyShop ? null : id)}
        options={[
          ...(all === undefined ? [] : [{ value: everyShop, label: all }]),
          ...shops.map((shop) => ({ value: shop.id, label: shopLabel(shop) })),
        ]}
      />
    </span>
  )
}
