import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { shopLabel } from '../../../contract/rules/shop-types'
import type { Shop, UsageRecord } from '../../../contract/types'
import { usageRecordsQuery } from '../../api/queries/credits'
import { shopsQuery } from '../../api/queries/shops'
import { useApi } from '../../api/services'
import { beijingMinute, beijingTime, rangeText, readRange } from '../../base/beijing-time'
import { countText } from '../../base/money'
import { screens } from '../../base/paths'
import type { Action } from '../../ui/action'
import type { Column } from '../../ui/column'
import { DataTable } from '../../ui/data-table'
import { EmptyState } from '../../ui/empty'
import { ListView } from '../../ui/list-view'
import { NoMatch } from '../../ui/no-match'
import { PageFooter } from '../../ui/page-footer'
import { TableSkeleton } from '../../ui/table-skeleton'
import { useDialog } from '../../ui/use-dialog'
import { useListQuery } from '../../ui/use-list-query'
import { CoinsPicture } from './coins-picture'
import { boundsOf, readOrderId, recordPageSizes } from './record-filters'
import { UsageDetailDialog } from './usage-detail'
import { UsageFilter, type UsageFilterValues } from './usage-filter'
import './records.css'

const noShops: readonly Shop[] = []

/** Name of a shop; a deleted shop, or one that is not read yet, is named by its number. */
const shopText = (shops: readonly Shop[], id: number): string => {
  const shop = shops.find((one) => one.id === id)
  return shop === undefined ? `店铺 ${id}` : shopLabel(shop)
}

const columnsFor = (shops: readonly Shop[]): readonly Column<UsageRecord>[] => [
  {
    key: 'time',
    title: '扣点时间',
    width: 144,
    render: ({ createdAt }) => (
      <time className="numeric" dateTime={new Date(createdAt).toISOString()} title={`北京时间 ${beijingTime(createdAt)}`}>
        {beijingMinute(createdAt)}
      </time>
    ),
  },
  {
    key: 'shop',
    title: '店铺',
    render: ({ shopId }) => {
      const text = shopText(shops, shopId)
      return (
        <span className="credits-long" title={text}>
          {text}
        </span>
      )
    },
  },
  { key: 'order', title: '定制编号', width: 96, render: ({ orderId }) => <span className="numeric">{orderId}</span> },
  {
    key: 'original',
    title: '平台订单号',
    width: 208,
    render: ({ orderOriginalId }) => <span className="numeric">{orderOriginalId}</span>,
  },
  {
    key: 'credits',
    title: '扣除点数',
    width: 88,
    align: 'right',
    render: ({ usedCredits }) => <span className="numeric">{countText(usedCredits)}</span>,
  },
]

/** 扣点记录: lists the credits spent on each order. */
export function UsageRecords() {
  const api = useApi()
  const dialog = useDialog(screens.usage)
  const list = useListQuery(screens.usage, recordPageSizes)
  const shops = useQuery(shopsQuery(api)).data ?? noShops
  const shop = readOrderId(list.get('shop'))
  const order = readOrderId(list.get('order'))
  const applied: UsageFilterValues = {
    shopId: shop === 'wrong' ? null : shop,
    orderId: order === 'wrong' || order === null ? '' : String(order),
    orderOriginalId: list.get('no'),
    days: readRange(list.get('date')),
  }
  const { pageNo, pageSize } = list
  const records = useQuery(
    usageRecordsQuery(api, {
      pageNo,
      pageSize,
      ...(applied.shopId !== null && { shopId: applied.shopId }),
      ...(applied.orderId !== '' && { orderId: Number(applied.orderId) }),
      ...(applied.orderOriginalId !== '' && { orderOriginalId: applied.orderOriginalId }),
      ...boundsOf(applied.days),
    }),
  )
  const columns = useMemo(() => columnsFor(shops), [shops])
  const actions: Action<UsageRecord>[] = [
    { key: 'detail', label: '详情', where: 'row', perform: ([record]) => record && dialog.open('detail', record.id) },
  ]
  const reset = () => list.set({ shop: null, order: null, no: null, date: null })
  const apply = ({ shopId, orderId, orderOriginalId, days }: UsageFilterValues) => {
    const next = { shop: String(shopId ?? ''), order: orderId, no: orderOriginalId, date: days === null ? '' : rangeText(days) }
    const unchanged = (Object.keys(next) as (keyof typeof next)[]).every((name) => list.get(name) === next[name])
    if (unchanged) void records.refetch()
    else list.set(next)
  }
  const filtered = applied.shopId !== null || applied.orderId !== '' || applied.orderOriginalId !== '' || applied.days !== null
  return (
    <div className="credits-records">
      <UsageFilter
        applied={applied}
        shops={shops}
        busy={records.isFetching && !records.isPending}
        onApply={apply}
        onReset={reset}
      />
      <ListView result={records} skeleton={<TableSkeleton label="正在加载扣点记录" />}>
        {({ items, totalItems }) => {
          if (totalItems === 0) {
            return filtered ? (
              <NoMatch text="没有符合这些条件的扣点记录。" onClear={reset} />
            ) : (
              <EmptyState
                picture={<CoinsPicture />}
                title="还没有扣点记录"
                text="下载定制图按张扣点，每一单扣了多少、是哪几张图都在这里。"
              />
            )
          }
          return (
            <>
              <DataTable
                label="扣点记录"
                rows={items}
                columns={columns}
                actions={actions}
                nameOf={(record) => record.orderOriginalId}
                refreshing={records.isPlaceholderData}
              />
              <PageFooter
                query={list}
                pageSizes={recordPageSizes}
                total={totalItems}
                unit="笔扣点"
                isTotalCurrent={!records.isPlaceholderData}
              />
            </>
          )
        }}
      </ListView>
      <UsageDetailDialog id={dialog.name === 'detail' ? dialog.id : null} onClose={dialog.close} />
    </div>
  )
}
