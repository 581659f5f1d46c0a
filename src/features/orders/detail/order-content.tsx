import { Button } from '@arco-design/web-react'
import { useState } from 'react'
import { caseNameOf } from '../../../../contract/rules/case-names'
import type { Customization, OrderDetail } from '../../../../contract/types'
import { beijingTime } from '../../../base/beijing-time'
import { SentLines } from '../../../push/sent-lines'
import { MarkButton } from '../marks/mark-button'
import { customizationsOf, itemsOf, orderSummary, statusName } from '../order-facts'
import { OrderFlagTag } from '../order-flag-tag'
import { hasNotes, OrderNotes } from '../order-notes'
import { OrderNumber } from '../order-number'
import { StatusTag } from '../status-tag'
import { AutomationReasons } from './automation-reasons'
import { BuyerDesignsDialog } from './buyer-designs-dialog'
import { DesignList } from './design-list'
import { DesignView } from './design-view'
import { ManualActions } from './manual-actions'
import { OrderMarks } from './order-marks'
import { PushState, pushDetails } from './push-state'
import { UnplacedCodes } from './unplaced-codes'
import './detail.css'

interface ContentProps {
  readonly order: OrderDetail
  readonly shop: string
  readonly chosen: number | null
  readonly onChoose: (customizationId: number) => void
  readonly onCorrect: (customizationId: number) => void
  readonly onRemoved: () => void
}

function nameIn(designs: readonly Customization[], id: number): string {
  const found = designs.find((one) => one.id === id)
  return found ? caseNameOf(found) : ''
}

/** The content of 订单详情: one order, its designs, and the chosen one large. */
export function OrderContent({ order, shop, chosen, onChoose, onCorrect, onRemoved }: ContentProps) {
  const designs = customizationsOf(itemsOf(order))
  const words = [...new Set(itemsOf(order).flatMap(({ platformState }) => platformState ?? []))]
  const [isBinding, setBinding] = useState(false)
  const customization = designs.find(({ id }) => id === chosen) ?? designs[0]
  return (
    <>
      <header className="order-head">
        <OrderNumber number={order.originalId} />
        <StatusTag>{statusName(order.mergeSplitStatus)}</StatusTag>
        <OrderFlagTag order={order} />
        <span className="order-head-fact">{shop}</span>
        <time className="order-head-fact numeric" dateTime={new Date(order.createdAt).toISOString()}>
          {beijingTime(order.createdAt)} 下单
        </time>
        {order.paidAt !== null && <span className="order-head-fact numeric">{beijingTime(order.paidAt)} 付款</span>}
        {order.shipUntil !== null && <span className="order-head-fact numeric">{beijingTime(order.shipUntil)} 前发货</span>}
        {words.length > 0 && (
          <span className="order-head-fact" title="平台给出的订单状态原文">
            平台状态：{words.join('；')}
          </span>
        )}
        <span className="order-head-fact numeric">{orderSummary(order)}</span>
        <Button size="small" type="text" onClick={() => setBinding(true)}>
          定制编号
        </Button>
        {order.source === 'manual' && <ManualActions order={order} onRemoved={onRemoved} />}
        <BuyerDesignsDialog order={order} visible={isBinding} onClose={() => setBinding(false)} />
      </header>
      {hasNotes(order) && <OrderNotes order={order} />}
      <PushState order={order} designs={designs} />
      {order.marks && <OrderMarks orderId={order.id} marks={order.marks} />}
      <MarkButton size="small" orderIds={[order.id]} />
      <AutomationReasons orderId={order.id} />
      <UnplacedCodes order={order} />
      {order.push.status !== 'none' && (
        <SentLines
          customizationIds={designs.map(({ id }) => id)}
          nameOf={(id) => nameIn(designs, id)}
          saidAbove={pushDetails(order)}
        />
      )}
      <div className="order-body">
        <DesignList order={order} chosen={customization?.id ?? null} onChoose={onChoose} />
        {customization === undefined ? (
          <p className="order-undone">这个订单没有可以识别的定制内容。</p>
        ) : (
          <DesignView
            key={customization.id}
            customization={customization}
            onCorrect={onCorrect}
            onChoose={onChoose}
            storedSnapshot={order.snapshots.find(({ customizationId }) => customizationId === customization.id)}
          />
        )}
      </div>
    </>
  )
}
