/** Facts about orders for the screen: statuses, image counts, summaries and print sizes. Pure. */
import { type MergeSplitStatus, mergeSplitStatuses } from '../../../contract/constants'
import { countImages, type DownloadState, type ImageCount, isOver, type PushStatus } from '../../../contract/rules/order-state'
import { type PrintResolution, printResolution, type Sharpness, sharpnessNames } from '../../../contract/rules/print-resolution'
import type { Customization, Order, OrderItem } from '../../../contract/types'

/** An order of the list, or a child order that was merged into it or split from it. */
export type AnyOrder = Omit<Order, 'childOrders'> & { readonly childOrders?: Order['childOrders'] }

const statusNames: Readonly<Record<MergeSplitStatus, string>> = {
  INDEPENDENT: '独立订单',
  MERGE_PARENT: '合并主单',
  MERGE_CHILD: '合并子单',
  MANUAL_INDEPENDENT: '手动独立单',
  SPLIT_PARENT: '拆分主单',
  SPLIT_CHILD: '拆分子单',
  MERGE_THEN_SPLIT_PARENT: '合并后拆分主单',
}
/** The Chinese name of a status; a status that only a newer server knows is shown as it came. */
export const statusName = (status: MergeSplitStatus): string => statusNames[status] ?? status
export const statusOptions = mergeSplitStatuses.map((value) => ({ value, label: statusNames[value] }))

const pushNames: Readonly<Record<PushStatus, string>> = {
  none: '未推送',
  pushing: '推送中',
  pushed: '已推送',
  failed: '推送失败',
}
export const pushName = (status: PushStatus): string => pushNames[status] ?? status

/** The items of an order and of its child orders. */
export const itemsOf = (order: AnyOrder): readonly OrderItem[] =>
  order.childOrders === undefined || order.childOrders.length === 0
    ? order.orderItems
    : [...order.orderItems, ...order.childOrders.flatMap((child) => child.orderItems)]

/** Customizations of these items, each once: a merged order and its child orders show the same ones. */
export function customizationsOf(items: readonly Pick<OrderItem, 'customizations'>[]): readonly Customization[] {
  const found = new Map<number, Customization>()
  for (const item of items) for (const one of item.customizations) if (!found.has(one.id)) found.set(one.id, one)
  return [...found.values()]
}

/** Counts the images that these items show, each once. */
export const imagesOf = (items: readonly Pick<OrderItem, 'customizations'>[]): ImageCount => countImages(customizationsOf(items))

/**
 * Items that represent the whole order when it is ticked: its own, and those of its child orders with a customization that no
 * earlier item has. So nothing is left out and nothing comes twice.
 */
export function itemsTickedWith(order: AnyOrder): readonly OrderItem[] {
  const items = [...order.orderItems]
  const seenIds = new Set(customizationsOf(items).map((one) => one.id))
  for (const child of order.childOrders ?? []) {
    for (const item of child.orderItems) {
      const hasNewDesign = item.customizations.some((one) => !seenIds.has(one.id))
      if (!hasNewDesign && order.orderItems.length > 0) continue
      items.push(item)
      for (const one of item.customizations) seenIds.add(one.id)
    }
  }
  return items
}

/** Items that represent the order when many orders are ticked at once; shipped, refunded and closed items are left out, because they are no new work. */
export const workTickedWith = (order: AnyOrder): readonly OrderItem[] => itemsTickedWith(order).filter((item) => !isOver(item))

/** 3 件商品 · 2 张定制图（已下载 1） */
export function orderSummary(order: AnyOrder): string {
  const ownItems = order.orderItems.length > 0 ? order.orderItems : itemsOf(order)
  const pieces = ownItems.reduce((sum, item) => sum + item.quantity, 0)
  const { images, downloaded } = imagesOf(itemsOf(order))
  const imagesText = images === 0 ? '无定制图' : `${images} 张定制图`
  return `${pieces} 件商品 · ${imagesText}${downloaded > 0 ? `（已下载 ${downloaded}）` : ''}`
}

export const downloadNames: Readonly<Record<DownloadState, string>> = {
  unfinished: '未完成定制',
  drawing: '正在生成',
  undrawn: '没有生成',
  waiting: '未下载',
  downloaded: '已下载',
}
export const downloadHints: Readonly<Record<DownloadState, string>> = {
  unfinished: '买家还没有完成定制',
  drawing: '买家刚提交了设计，正在生成打印文件',
  undrawn: '打印文件没有生成，请在订单详情的“定制编号”里重新生成',
  waiting: '首次下载时扣点',
  downloaded: '已扣点，再次下载免费',
}

/** Size and resolution at which a customized image prints on its case; null while there is no picture. */
export const printOf = ({
  customizedImage,
  widthMm,
  heightMm,
}: Pick<Customization, 'customizedImage' | 'widthMm' | 'heightMm'>): PrintResolution | null =>
  customizedImage && printResolution(customizedImage, { widthMm, heightMm })

export const dpiHints: Readonly<Record<Sharpness, string>> = {
  good: sharpnessNames.good,
  fair: `${sharpnessNames.fair}，打印可能不够清晰`,
  poor: `${sharpnessNames.poor}，打印会模糊`,
}
