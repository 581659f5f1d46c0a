import { Button } from '@arco-design/web-react'
import { IconDown, IconRight } from '@arco-design/web-react/icon'
import type { MergeSplitStatus } from '../../../contract/constants'
import { orderStateNames, orderStateOf } from '../../../contract/rules/item-state'
import { isOver } from '../../../contract/rules/order-state'
import { shipWarning } from '../../../contract/rules/ship-until'
import { beijingMinute, beijingTime } from '../../base/beijing-time'
import { serverNow } from '../../base/server-clock'
import { SelectBox } from '../../ui/select-box'
import { HeadMarks } from './marks/head-marks'
import { type AnyOrder, itemsOf, orderSummary, statusName } from './order-facts'
import { OrderFlagTag } from './order-flag-tag'
import { OrderNumber } from './order-number'
import { StatusTag } from './status-tag'

/** Statuses of orders that are neither merged nor split. */
const independentStatuses: ReadonlySet<MergeSplitStatus> = new Set(['INDEPENDENT', 'MANUAL_INDEPENDENT'])

interface OrderHeadProps {
  readonly order: AnyOrder
  /** 晨曦手机壳（淘宝）; empty for a child order. */
  readonly shop: string
  /** Number of the table's columns. */
  readonly span: number
  readonly isNew: boolean
  readonly isChild: boolean
  readonly ticked: 'none' | 'some' | 'all'
  readonly canTick: boolean
  /** null when there are no child orders. */
  readonly expanded: boolean | null
  readonly onTick: () => void
  readonly onExpand: () => void
  readonly onOpen: () => void
}

/** The time until which an order that is not over is to be shipped, with a warning from a day before. A merged order has that of its parts. */
function ShipUntil({ order }: Pick<OrderHeadProps, 'order'>) {
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

/** The line above an order's items: its number, shop, time, and how it relates to other orders. */
export function OrderHead(props: OrderHeadProps) {
  const { order, shop, span, isNew, isChild, ticked, canTick, expanded, onTick, onExpand, onOpen } = props
  const count = order.childOrders?.length ?? 0
  const state = orderStateOf(itemsOf(order))
  const asking = [order, ...(expanded ? [] : (order.childOrders ?? []))].flatMap(({ unplacedCodes }) =>
    unplacedCodes.filter(({ asks }) => asks),
  )
  return (
    <tr className={`orders-head${isChild ? ' is-child' : ''}`}>
      <th scope="rowgroup" colSpan={span}>
        <div className="orders-head-line">
          <SelectBox
            label={`选择订单 ${order.originalId} 的全部商品`}
            checked={ticked === 'all'}
            indeterminate={ticked === 'some'}
            disabled={!canTick}
            onChange={onTick}
          />
          <span className="orders-word">{isChild ? '子订单号' : '订单号'}</span>
          <OrderNumber number={order.originalId} />
          {isNew && (
            <StatusTag tone="accent" title="上次查看之后收到的订单">
              新
            </StatusTag>
          )}
          <StatusTag tone={independentStatuses.has(order.mergeSplitStatus) ? 'plain' : 'accent'}>
            {statusName(order.mergeSplitStatus)}
          </StatusTag>
          {state === 'partlyShipped' && <StatusTag tone="accent">{orderStateNames[state]}</StatusTag>}
          <OrderFlagTag order={order} />
          <ShipUntil order={order} />
          {order.marks && <HeadMarks marks={order.marks} />}
          {!order.isPlatformOrder && independentStatuses.has(order.mergeSplitStatus) && <StatusTag>自建订单</StatusTag>}
          {asking.length > 0 && (
            <StatusTag tone="bad" title={asking.map(({ text }) => text).join('\n')}>
              {asking.length} 个定制编号要处理
            </StatusTag>
          )}
          {shop !== '' && (
            <span className="orders-shop" title={shop}>
              {shop}
            </span>
          )}
          <time
            className="orders-time numeric"
            dateTime={new Date(order.createdAt).toISOString()}
            title={`北京时间 ${beijingTime(order.createdAt)}`}
          >
            {beijingMinute(order.createdAt)}
          </time>
          <span className="orders-summary numeric" title={orderSummary(order)}>
            {orderSummary(order)}
          </span>
          <span className="orders-head-actions">
            {expanded !== null && (
              <Button
                size="mini"
                type="text"
                icon={expanded ? <IconDown /> : <IconRight />}
                aria-expanded={expanded}
                aria-label={`${expanded ? '收起' : '展开'}订单 ${order.originalId} 的 ${count} 个子订单`}
                onClick={onExpand}
              >
                {count} 个子订单
              </Button>
            )}
            <Button size="mini" type="text" aria-label={`订单 ${order.originalId} 的详情`} onClick={onOpen}>
              详情
            </Button>
          </span>
        </div>
      </th>
    </tr>
  )
}
