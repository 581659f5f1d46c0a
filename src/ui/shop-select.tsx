import { Select } from '@arco-design/web-react'
import { useRef } from 'react'
import { type ShopLike, shopLabel } from '../base/shop-types'
import { useOptionFilter } from './use-option-filter'
import { useSearchInput } from './use-search-input'
import './list.css'

interface ShopSelectProps {
  readonly shops: readonly ShopLike[]
  /** null: none chosen, or all of them where `all` is given. */
  readonly value: number | null
  readonly onChange: (shopId: number | null) => void
  /** Offers no choice of one, in these words: 全部店铺. */
  readonly all?: string
  readonly disabled?: boolean
}

/** Stands for null: Arco takes an option without a value for none chosen. */
const everyShop = 0

/** A shop by its name, with its marketplace, searchable. */
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
