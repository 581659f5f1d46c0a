import { useDeferredValue } from 'react'
import { FilterChips } from '../../ui/filter-chips'
import { lazyScreen } from '../../ui/lazy-screen'
import type { FilterFieldsProps } from './filter-fields'
import { filterTexts, noFilters } from './order-filters'
import './filter-row.css'

/** Boxes that keep the places of the fields until they are drawn. */
const FieldPlaces = () => (
  <div className="filter-row is-places" aria-hidden="true">
    <span className="shop-select">
      <span className="arco-select order-filter-place" />
    </span>
    <span className="search-field order-filter-place" />
    <span className="day-range-picker order-filter-place" />
    {['download', 'push', 'finding', 'notes', 'state', 'ship', 'flag', 'status', 'mark'].map((key) => (
      <span key={key} className="orders-choice order-filter-place" />
    ))}
  </div>
)

const FilterFields = lazyScreen(() => import('./filter-fields'), { Loading: FieldPlaces })

/** The filters of the order list; each is stored in the address. Their fields are loaded and drawn after the first rows. */
export function FilterRow(props: FilterFieldsProps) {
  const { filters, shops, tags, list } = props
  const showsFields = useDeferredValue(true, false)
  const shopName = shops.find((shop) => shop.id === filters.shopId)?.name ?? null
  return (
    <div className="orders-filters">
      {showsFields ? <FilterFields {...props} /> : <FieldPlaces />}
      <FilterChips
        chips={filterTexts(filters, shopName, tags.find(({ id }) => id === filters.tagId)?.name ?? null).map(
          ({ key, label, clearingParams }) => ({
            key,
            label,
            onRemove: () => list.set(clearingParams),
          }),
        )}
        onClear={() => list.set(noFilters)}
      />
    </div>
  )
}
