import { Button } from '@arco-design/web-react'
import { IconDown, IconRight } from '@arco-design/web-react/icon'
import { beijingMinute, beijingTime } from '../../base/beijing-time'
import { SelectBox } from '../../ui/select-box'
import { type AnyOrder, orderSummary } from './order-facts'
import { OrderHeadTags } from './order-head-tags'
import { OrderNumber } from './order-number'

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

/** The line above an order's items: its number, shop, time, and how it relates to other orders. */
export function OrderHead(props: OrderHeadProps) {
  const { order, shop, span, isNew, isChild, ticked, canTick, expanded, onTick, onExpand, onOpen } = props
  const count = order.childOrders?.length ?? 0
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
          <OrderHeadTags order={order} isNew={isNew} hasOwnLine expanded={expanded === true} />
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
