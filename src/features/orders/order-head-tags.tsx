import type { MergeSplitStatus } from '../../../contract/constants'
import { orderStateNames, orderStateOf } from '../../../contract/rules/item-state'
import { isOver } from '../../../contract/rules/order-state'
import { shipWarning } from '../../../contract/rules/ship-until'
import { beijingMinute, beijingTime } from '../../base/beijing-time'
import { serverNow } from '../../base/server-clock'
import { HeadMarks } from './marks/head-marks'
import { type AnyOrder, itemsOf, statusName } from './order-facts'
import { OrderFlagTag } from './order-flag-tag'
import { StatusTag } from './status-tag'

/** Statuses of orders that are neither merged nor split. */
const independentStatuses: ReadonlySet<MergeSplitStatus> = new Set(['INDEPENDENT', 'MANUAL_INDEPENDENT'])

/** The time until which an order that is not over is to be shipped, with a warning from a day before. A merged order has that of its parts. */
export function ShipUntil({ order }: { readonly order: AnyOrder }) {
  const times = [order, ...(order.childOrders ?? [])].flatMap(({ shipUntil }) => shipUntil ?? [])
  if (times.length === 0 || itemsOf(order).every(isOver)) return null
  const until = Math.min(...times)
  const warning = shipWarning(until, serverNow())
  return (
    <StatusTag
      tone={warning === null ? 'plain' : warning.choice === 'late' ? 'bad' : 'warn'}
      title={`平台要求 ${beijingTime(until)} 前发货`}
    >
      {warning?.text ?? `${beijingMinute(until).slice(5)} 前发货`}
    </StatusTag>
  )
}

interface OrderHeadTagsProps {
  readonly order: AnyOrder
  readonly isNew: boolean
  /** Whether the status of an order that is neither merged nor split has a tag, too. */
  readonly hasOwnLine?: boolean
  /** Whether its child orders are shown, which then have the tags of their codes themselves. */
  readonly expanded?: boolean
}

/** The tags of an order: how it relates to others, its flag, until when it is to be shipped, its marks, and codes that ask the seller. */
export function OrderHeadTags({ order, isNew, hasOwnLine = false, expanded = false }: OrderHeadTagsProps) {
  const isIndependent = independentStatuses.has(order.mergeSplitStatus)
  const state = orderStateOf(itemsOf(order))
  const asking = [order, ...(expanded ? [] : (order.childOrders ?? []))].flatMap(({ unplacedCodes }) =>
    unplacedCodes.filter(({ asks }) => asks),
  )
  const codes = asking.length > 0 && (
    <StatusTag tone="bad" title={asking.map(({ text }) => text).join('\n')}>
      {asking.length} 个定制编号要处理
    </StatusTag>
  )
  return (
    <>
      {!hasOwnLine && codes}
      {isNew && (
        <StatusTag tone="accent" title="上次查看之后收到的订单">
          新
        </StatusTag>
      )}
      {(hasOwnLine || !isIndependent) && (
        <StatusTag tone={isIndependent ? 'plain' : 'accent'}>{statusName(order.mergeSplitStatus)}</StatusTag>
      )}
      {state === 'partlyShipped' && <StatusTag tone="accent">{orderStateNames[state]}</StatusTag>}
      <OrderFlagTag order={order} />
      <ShipUntil order={order} />
      {order.marks && <HeadMarks marks={order.marks} />}
      {!order.isPlatformOrder && isIndependent && <StatusTag>自建订单</StatusTag>}
      {hasOwnLine && codes}
    </>
  )
}
