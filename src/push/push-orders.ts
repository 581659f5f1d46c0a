/** Converts ticked rows to orders for the push dialog. Pure. */
import { caseNameOf } from '../../contract/rules/case-names'
import type { Customization, Order, OrderItem, PushOrderBody } from '../../contract/types'

/** A ticked row of the order list, as far as a push reads it. */
export interface PushRow {
  readonly order: Pick<Order, 'id' | 'originalId'>
  readonly item: OrderItem
}

/** An order to push: the request body without the factory, and texts for the seller. */
export interface PushOrder extends Omit<PushOrderBody, 'factoryId'> {
  /** 苹果 iPhone 15 · 磨砂软壳 · 黑色，共 3 件 */
  readonly text: string
  /** Pictures to be printed, as far as they are known. */
  readonly pictures: readonly string[]
}

export interface Pushable {
  readonly orders: readonly PushOrder[]
  /** Number of ticked rows without a design, which no factory could make. */
  readonly itemsWithoutDesign: number
}

/** Names two designs and the number of all. */
function orderText(designs: readonly Customization[], pieces: number): string {
  const cases = [...new Set(designs.map(caseNameOf))]
  const shown = cases.slice(0, 2).join('、')
  return `${shown}${cases.length > 2 ? ` 等 ${cases.length} 种` : ''}，共 ${pieces} 件`
}

const infoOf = (one: Customization): PushOrderBody['orderItems'][number]['phoneCaseCustomizationInfos'][number] => ({
  id: one.id,
  phoneModelId: one.phoneModelId,
  phoneCaseMaterialId: one.phoneCaseMaterialId,
  phoneCaseMaterialColorId: one.phoneCaseMaterialColorId,
  customizedImageUrl: one.customizedImageUrl,
})

/**
 * Groups the ticked rows into orders, in the order they were ticked. A design that is in a merged order and in its original
 * order is pushed with the one that was ticked first.
 */
export function pushableOf(picked: readonly PushRow[]): Pushable {
  const byOrder = new Map<number, { readonly order: PushRow['order']; readonly items: OrderItem[] }>()
  const seen = new Set<number>()
  let itemsWithoutDesign = 0
  for (const { order, item } of picked) {
    if (item.customizations.length === 0) itemsWithoutDesign += 1
    const hasNewDesign = item.customizations.some((one) => !seen.has(one.id))
    for (const one of item.customizations) seen.add(one.id)
    if (!hasNewDesign) continue
    const entry = byOrder.get(order.id) ?? { order, items: [] }
    entry.items.push(item)
    byOrder.set(order.id, entry)
  }
  const orders = [...byOrder.values()].map(({ order, items }): PushOrder => {
    const designs = items.flatMap((item) => item.customizations)
    return {
      orderOriginalId: order.originalId,
      orderItems: items.map((item) => ({
        originalId: item.originalId,
        quantity: item.quantity,
        phoneCaseCustomizationInfos: item.customizations.map(infoOf),
      })),
      text: orderText(
        designs,
        items.reduce((sum, item) => sum + item.quantity, 0),
      ),
      pictures: designs.flatMap((one) => one.previewImageUrl ?? one.customizedImageUrl ?? []),
    }
  })
  return { orders, itemsWithoutDesign }
}

/** Returns an order that another program passed on; its content is unknown until the server has checked it. */
export const receivedOrder = (order: Omit<PushOrderBody, 'factoryId'>): PushOrder => ({
  ...order,
  text: `${order.orderItems.length} 种商品，共 ${order.orderItems.reduce((sum, item) => sum + item.quantity, 0)} 件`,
  pictures: [],
})
