import { Button } from '@arco-design/web-react'
import { type ReactNode, useState } from 'react'
import { type OrderState, orderStateNames, orderStateOf } from '../../../../contract/rules/item-state'
import type { OrderDetail } from '../../../../contract/types'
import { beijingTime } from '../../../base/beijing-time'
import { MarkButton } from '../marks/mark-button'
import { imagesOf, itemsOf, orderSummary, pushName, statusName } from '../order-facts'
import { OrderFlagTag } from '../order-flag-tag'
import { ShipUntil } from '../order-head-tags'
import { OrderNumber } from '../order-number'
import { pushTones } from '../push-cell'
import { StatusTag } from '../status-tag'
import { BuyerDesignsDialog } from './buyer-designs-dialog'
import { ManualActions } from './manual-actions'

interface OrderFactsHeadProps {
  readonly order: OrderDetail
  readonly shop: string
  readonly onRemoved: () => void
}

const stateTones = {
  toMake: 'accent',
  asks: 'warn',
  waiting: 'warn',
  refunding: 'bad',
  partlyShipped: 'accent',
  shipped: 'plain',
  closed: 'plain',
} as const satisfies Readonly<Record<OrderState, string>>

/** How many of the designs are paid for and downloaded. */
function DownloadedTag({ order }: Pick<OrderFactsHeadProps, 'order'>) {
  const { images, downloaded } = imagesOf(itemsOf(order))
  if (images === 0) return <StatusTag>没有定制图</StatusTag>
  if (downloaded === images) return <StatusTag tone="good">已下载</StatusTag>
  return (
    <StatusTag tone="warn" title="首次下载时扣点">
      {downloaded === 0 ? '未下载' : `已下载 ${downloaded}/${images}`}
    </StatusTag>
  )
}

const Fact = ({ children, title }: { readonly children: ReactNode; readonly title?: string }) => (
  <span className="order-head-fact numeric" title={title}>
    {children}
  </span>
)

/** The head of 订单详情: the number, how far the order is, and what is done with it; below, from where and when it came. */
export function OrderFactsHead({ order, shop, onRemoved }: OrderFactsHeadProps) {
  const [isBinding, setBinding] = useState(false)
  const words = [...new Set(itemsOf(order).flatMap(({ platformState }) => platformState ?? []))]
  const state = orderStateOf(itemsOf(order))
  return (
    <header className="order-head">
      <div className="order-head-line">
        <OrderNumber number={order.originalId} />
        <StatusTag tone={stateTones[state]}>{orderStateNames[state]}</StatusTag>
        <ShipUntil order={order} />
        <DownloadedTag order={order} />
        <StatusTag tone={pushTones[order.push.status]}>{pushName(order.push.status)}</StatusTag>
        <OrderFlagTag order={order} />
        <span className="order-head-actions">
          <MarkButton size="small" orderIds={[order.id]} />
          <Button size="small" onClick={() => setBinding(true)}>
            定制编号
          </Button>
          {order.source === 'manual' && <ManualActions order={order} onRemoved={onRemoved} />}
        </span>
      </div>
      <div className="order-head-line">
        <Fact>{orderSummary(order)}</Fact>
        <Fact>{statusName(order.mergeSplitStatus)}</Fact>
        <Fact>{shop}</Fact>
        <Fact>
          <time dateTime={new Date(order.createdAt).toISOString()}>{beijingTime(order.createdAt)}</time> 下单
        </Fact>
        {order.paidAt !== null && <Fact>{beijingTime(order.paidAt)} 付款</Fact>}
        {order.shipUntil !== null && <Fact>{beijingTime(order.shipUntil)} 前发货</Fact>}
        {words.length > 0 && <Fact title="平台给出的订单状态原文">平台状态：{words.join('；')}</Fact>}
      </div>
      <BuyerDesignsDialog order={order} visible={isBinding} onClose={() => setBinding(false)} />
    </header>
  )
}
