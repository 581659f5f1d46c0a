import { itemStateRules } from '../../../contract/rules/item-state'
import { isHeld, isOver, isPushed } from '../../../contract/rules/order-state'
import type { OrderItem } from '../../../contract/types'
import type { AnyOrder } from './order-facts'
import { StatusTag } from './status-tag'

/** Tags for an item's marketplace state and for its buyer's changes after it was made; none while it is simply to be made. */
export function ItemNotice({ item }: { readonly item: OrderItem }) {
  const { name, ask } = itemStateRules[item.state]
  return (
    <>
      {isHeld(item) && (
        <StatusTag tone="bad" title={`平台提示：${item.hold}。打印前请确认`}>
          {item.hold}
        </StatusTag>
      )}
      {!isHeld(item) && ask !== null && (
        <StatusTag tone={isOver(item) ? 'plain' : 'warn'} title={ask}>
          {name}
        </StatusTag>
      )}
      {item.change !== null && <StatusTag tone="bad">{item.change.text}</StatusTag>}
    </>
  )
}

/** Returns the notice that the seller should call the factory about a pushed item; null if there is no reason to. */
export function factoryNotice(push: AnyOrder['push'], item: OrderItem): string | null {
  if (!isPushed({ push })) return null
  // Goods that are shipped cannot be stopped any more.
  if (isHeld(item) && item.state !== 'shippedRefund') return '推送后有变化，请联系工厂停做'
  return item.change === null ? null : '推送后买家改了，请联系工厂'
}
