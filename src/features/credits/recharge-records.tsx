import { Button } from '@arco-design/web-react'
import { IconSearch } from '@arco-design/web-react/icon'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useMemo, useState } from 'react'
import { ApiError } from '../../../contract/call-errors'
import { paymentStatus } from '../../../contract/constants'
import type { RechargeRecord } from '../../../contract/types'
import { creditKeys, rechargeRecordsQuery } from '../../api/queries/credits'
import { useApi } from '../../api/services'
import { beijingDay, beijingMinute, beijingTime, type DayRange, rangeText } from '../../base/beijing-time'
import { countText, yuanText } from '../../base/money'
import { screens } from '../../base/paths'
import { serverNow } from '../../base/server-clock'
import type { Action } from '../../ui/action'
import { ActionButton } from '../../ui/action-button'
import type { Column } from '../../ui/column'
import { DataTable } from '../../ui/data-table'
import { DayRangeField } from '../../ui/day-range'
import { EmptyState } from '../../ui/empty'
import { ListView } from '../../ui/list-view'
import { NoMatch } from '../../ui/no-match'
import { PageFooter } from '../../ui/page-footer'
import { TableSkeleton } from '../../ui/table-skeleton'
import { toastHint, toastSuccess } from '../../ui/toast'
import { useListQuery } from '../../ui/use-list-query'
import { CoinsPicture } from './coins-picture'
import { paymentStatusText } from './recharge-rules'
import { allDays, boundsOf, daysText, rechargeDays, recordPageSizes } from './record-filters'
import './records.css'

const Time = ({ at }: { readonly at: number | null }) =>
  at === null ? (
    <span className="credits-none">—</span>
  ) : (
    <time className="numeric" dateTime={new Date(at).toISOString()} title={`北京时间 ${beijingTime(at)}`}>
      {beijingMinute(at)}
    </time>
  )

/** Says what becomes of money that was paid and did not become credits: a second payment, another amount. */
function unbookedText({ amount, returned }: NonNullable<RechargeRecord['unbooked']>): string {
  const what = amount === null ? '一笔没有入账的付款' : `${yuanText(amount)} 元没有入账`
  return returned ? `另有${what}，已退回` : `另有${what}（重复付款或金额不符），客服会原路退回`
}

function Status({ record }: { readonly record: RechargeRecord }) {
  const { paymentStatus: status, expiresAt, refund, unbooked } = record
  return (
    <>
      <span className={`credits-status is-${status}`}>{paymentStatusText(status)}</span>
      {status === paymentStatus.success && expiresAt !== null && (
        <p className="credits-hint numeric">有效期至 {beijingDay(expiresAt)}</p>
      )}
      {refund && (
        <p className="credits-hint numeric">
          已退 {yuanText(refund.amount)} 元，收回 {countText(refund.creditsTakenBack)} 点
        </p>
      )}
      {unbooked && <p className="credits-hint numeric">{unbookedText(unbooked)}</p>}
    </>
  )
}

const columns: readonly Column<RechargeRecord>[] = [
  { key: 'time', title: '充值时间', width: 144, render: ({ createdAt }) => <Time at={createdAt} /> },
  { key: 'paid', title: '支付时间', width: 144, foldable: true, render: ({ paidAt }) => <Time at={paidAt} /> },
  {
    key: 'credits',
    title: '充值点数',
    width: 138,
    align: 'right',
    render: ({ addedCredits }) => <span className="numeric">{countText(addedCredits)}</span>,
  },
  {
    key: 'amount',
    title: '金额（元）',
    width: 130,
    align: 'right',
    render: ({ amount }) => <span className="numeric">{yuanText(amount)}</span>,
  },
  {
    key: 'operator',
    title: '操作人',
    foldable: true,
    render: ({ rechargeOperator }) => (
      <span className="credits-long" title={rechargeOperator}>
        {rechargeOperator}
      </span>
    ),
  },
  { key: 'status', title: '状态', width: 156, render: (record) => <Status record={record} /> },
]

const maxUnvirtualizedRows = 200
/** px. Longer lists are virtualised; a paid record has two lines. */
const virtualRows = { height: 640, rowHeight: 56 } as const

/** Requests the status of a payment that is still pending. A failed request shows the app's dialog. */
function useSyncAction(): Action<RechargeRecord> {
  const api = useApi()
  const queries = useQueryClient()
  return useMemo(
    () => ({
      key: 'sync',
      label: '同步订单',
      perform: async ([record]) => {
        if (!record) return
        try {
          const { paymentStatus: status } = await api.rechargeRecords.syncStatus({ params: { id: record.id } })
          if (status === paymentStatus.awaiting) toastHint('这笔订单还没有付款')
          else toastSuccess(`同步完成：${paymentStatusText(status)}`)
        } catch (error) {
          if (!(error instanceof ApiError)) throw error
        }
        await queries.invalidateQueries({ queryKey: creditKeys.all })
      },
    }),
    [api, queries],
  )
}

const dateParamOf = (days: DayRange | null): string => (days === null ? allDays : rangeText(days))

interface RechargeFilterProps {
  readonly days: DayRange | null
  readonly busy: boolean
  readonly onApply: (days: DayRange | null) => void
  readonly onReset: () => void
}

function RechargeFilter({ days, busy, onApply, onReset }: RechargeFilterProps) {
  const applied = dateParamOf(days)
  const [draft, setDraft] = useState({ applied, days })
  // The applied filter changed elsewhere, by Back or by 重置.
  if (draft.applied !== applied) setDraft({ applied, days })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onApply(draft.days)
  }
  return (
    <form className="filter-row" onSubmit={submit} aria-label="筛选充值记录">
      <DayRangeField
        label="充值日期"
        value={draft.days}
        onChange={(next) => setDraft({ applied, days: next })}
        onShortcut={(next) => {
          setDraft({ applied, days: next })
          onApply(next)
        }}
      />
      <Button type="primary" htmlType="submit" icon={<IconSearch />} loading={busy}>
        查询
      </Button>
      <Button
        onClick={() => {
          setDraft({ applied, days })
          onReset()
        }}
      >
        重置
      </Button>
    </form>
  )
}

/** 充值记录: lists payments for credits and their status. */
export function RechargeRecords() {
  const api = useApi()
  const list = useListQuery(screens.credits, recordPageSizes)
  const days = rechargeDays(list.get('date'), serverNow())
  const { pageNo, pageSize } = list
  const records = useQuery(rechargeRecordsQuery(api, { pageNo, pageSize, ...boundsOf(days) }))
  const syncAction = useSyncAction()
  const shownColumns = useMemo(
    (): readonly Column<RechargeRecord>[] => [
      ...columns,
      {
        key: 'actions',
        title: '操作',
        width: 96,
        render: (record) =>
          record.paymentStatus === paymentStatus.awaiting && (
            <span className="data-actions">
              <ActionButton action={syncAction} rows={[record]} label={beijingTime(record.createdAt)} />
            </span>
          ),
      },
    ],
    [syncAction],
  )
  const apply = (next: DayRange | null) => {
    const date = dateParamOf(next)
    // If the days are already applied, by default or by the address, read the list again.
    if (date === dateParamOf(days)) void records.refetch()
    else list.set({ date })
  }
  return (
    <div className="credits-records">
      <RechargeFilter
        days={days}
        busy={records.isFetching && !records.isPending}
        onApply={apply}
        onReset={() => list.set({ date: null })}
      />
      <ListView result={records} skeleton={<TableSkeleton label="正在加载充值记录" />}>
        {({ items, totalItems }) => {
          if (totalItems === 0) {
            return days === null ? (
              <EmptyState
                picture={<CoinsPicture />}
                title="还没有充值记录"
                text="充值后，每一笔的点数、金额和支付状态都在这里。"
              />
            ) : (
              <NoMatch text={`${daysText(days)} 没有充值记录。`} onClear={() => list.set({ date: allDays })} />
            )
          }
          return (
            <>
              <DataTable
                label="充值记录"
                rows={items}
                columns={shownColumns}
                nameOf={(record) => beijingTime(record.createdAt)}
                refreshing={records.isPlaceholderData}
                {...(items.length > maxUnvirtualizedRows && { virtual: virtualRows })}
              />
              <PageFooter
                query={list}
                pageSizes={recordPageSizes}
                total={totalItems}
                unit="笔充值"
                isTotalCurrent={!records.isPlaceholderData}
              />
            </>
          )
        }}
      </ListView>
    </div>
  )
}
