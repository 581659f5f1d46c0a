import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { orderTabKeys, orderTabs } from '../../../contract/rules/order-findings'
import { orderCountsQuery } from '../../api/queries/orders'
import { useApi } from '../../api/services'
import { countText } from '../../base/money'
import type { ParamOf, screens } from '../../base/paths'
import type { ListQuery } from '../../ui/use-list-query'
import { type OrderFilters, tabOf, tabParams } from './order-filters'
import './order-tabs.css'

interface OrderTabsProps {
  readonly filters: OrderFilters
  readonly list: ListQuery<ParamOf<typeof screens.orders>>
}

/** The orders by what is to be done with them, each with its number in the chosen shop; other filters stay as they are. */
export function OrderTabs({ filters, list }: OrderTabsProps) {
  const counts = useQuery(orderCountsQuery(useApi(), filters.shopId)).data
  const active = tabOf(filters)
  return (
    <nav className="order-tabs" aria-label="订单分类">
      {orderTabKeys.map((key, index) => {
        const { name, hint } = orderTabs[key]
        return (
          <Link
            key={key}
            href={list.href(tabParams(key))}
            className={`order-tab${key === 'problem' && counts?.problem ? ' is-bad' : ''}`}
            aria-keyshortcuts={String(index + 1)}
            aria-current={key === active ? 'page' : undefined}
            title={hint}
          >
            {name}
            {counts !== undefined && <span className="numeric">{countText(counts[key])}</span>}
          </Link>
        )
      })}
    </nav>
  )
}
