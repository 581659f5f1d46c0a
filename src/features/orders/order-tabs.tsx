import { Button } from '@arco-design/web-react'
import { IconPlus } from '@arco-design/web-react/icon'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { textLimits } from '../../../contract/rules/limits'
import { orderTabKeys, orderTabs } from '../../../contract/rules/order-findings'
import { maxOrderViews, type OrderLayout } from '../../../contract/rules/order-layout'
import type { OrderView } from '../../../contract/types'
import { orderCountsQuery } from '../../api/queries/orders'
import { useApi } from '../../api/services'
import { usePermissions } from '../../api/use-permissions'
import { countText } from '../../base/money'
import type { ParamOf, screens } from '../../base/paths'
import { lazyDialog } from '../../ui/lazy-dialog'
import { toastHint } from '../../ui/toast'
import type { ListQuery } from '../../ui/use-list-query'
import { useValueWhileClosing } from '../../ui/use-value-while-closing'
import { type OrderFilters, tabOf, tabParams } from './order-filters'
import { shownNow, viewParams } from './views/view-params'
import { ViewTabs } from './views/view-tabs'
import './order-tabs.css'

const ViewDialog = lazyDialog('存为视图', () => import('./views/view-dialog'))

interface OrderTabsProps {
  readonly filters: OrderFilters
  /** The filters in words, as the name that a view begins with. */
  readonly filterText: string
  readonly layout: OrderLayout
  readonly views: readonly OrderView[]
  readonly openView: OrderView | null
  readonly list: ListQuery<ParamOf<typeof screens.orders>>
}

interface NamedView {
  readonly view: OrderView
  readonly isStored: boolean
}

/** Pages on plain http have no crypto.randomUUID; the id is the user's own, so that chance alone is enough. */
const newViewId = (): string => `v${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`

/** The orders by what is to be done with them, each with its number in the chosen shop, and the views that the user saved. */
export function OrderTabs({ filters, filterText, layout, views, openView, list }: OrderTabsProps) {
  const counts = useQuery(orderCountsQuery(useApi(), filters.shopId)).data
  const { may } = usePermissions()
  const active = tabOf(filters)
  const [named, setNamed] = useState<NamedView | null>(null)
  const shownNamed = useValueWhileClosing(named !== null, named)
  const addView = () => {
    if (views.length >= maxOrderViews) return toastHint(`最多保存 ${maxOrderViews} 个视图，请先删除不用的`)
    const name = filterText.slice(0, textLimits.orderView)
    setNamed({ view: { id: newViewId(), name, ...shownNow(list.get, layout) }, isStored: false })
  }
  return (
    <div className="order-tabs-row">
      <nav className="order-tabs" aria-label="订单分类">
        {orderTabKeys.map((key, index) => {
          const { name, hint } = orderTabs[key]
          return (
            <Link
              key={key}
              href={list.href({ ...tabParams(key), view: null })}
              className={`order-tab${key === 'problem' && counts?.problem ? ' is-bad' : ''}`}
              aria-keyshortcuts={String(index + 1)}
              // Of a view the tab is a part.
              aria-current={key !== active ? undefined : openView === null ? 'page' : 'true'}
              title={hint}
            >
              {name}
              {counts !== undefined && <span className="numeric">{countText(counts[key])}</span>}
            </Link>
          )
        })}
        <ViewTabs
          views={views}
          open={openView}
          layout={layout}
          list={list}
          onRename={(view) => setNamed({ view, isStored: true })}
        />
      </nav>
      {openView === null && may(['orders', 'factory']) && (
        <Button size="small" type="text" icon={<IconPlus />} title="把现在的分类、筛选和列存为视图" onClick={addView}>
          存为视图
        </Button>
      )}
      {shownNamed !== null && (
        <ViewDialog
          {...shownNamed}
          visible={named !== null}
          views={views}
          onSaved={(view) => list.set(viewParams(view))}
          onClose={() => setNamed(null)}
        />
      )}
    </div>
  )
}
