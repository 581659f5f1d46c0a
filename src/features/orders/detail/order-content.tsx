import { caseNameOf } from '../../../../contract/rules/case-names'
import type { Customization, OrderDetail } from '../../../../contract/types'
import { SentLines } from '../../../push/sent-lines'
import { customizationsOf, itemsOf } from '../order-facts'
import { hasNotes, OrderNotes } from '../order-notes'
import { AutomationReasons } from './automation-reasons'
import { DesignList } from './design-list'
import { DesignView } from './design-view'
import { OrderFactsHead } from './order-facts-head'
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
  const customization = designs.find(({ id }) => id === chosen) ?? designs[0]
  return (
    <>
      <OrderFactsHead order={order} shop={shop} onRemoved={onRemoved} />
      {hasNotes(order) && <OrderNotes order={order} />}
      <PushState order={order} designs={designs} />
      {order.marks && <OrderMarks orderId={order.id} marks={order.marks} />}
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
