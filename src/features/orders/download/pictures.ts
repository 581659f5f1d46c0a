/** What the ticked rows hold that can be downloaded: each picture once, with all its name and its line in the table need. */
import type { Customization } from '../../../../contract/types'
import type { PickedItem } from './picked'

/** customized: what is printed, paid for once; effect: how it looks on the case, free. */
export type DownloadKind = 'customized' | 'effect'

export const kindNames: Readonly<Record<DownloadKind, string>> = { customized: '定制图', effect: '效果图' }

export interface Picture {
  readonly customizationId: number
  readonly url: string
  readonly shopId: number
  readonly orderId: number
  readonly orderOriginalId: string
  readonly itemTitle: string
  /** Place of the item in its order, from 1. */
  readonly itemIndex: number
  /** Place of the design among those of its item, from 1. */
  readonly skuIndex: number
  /** How many are made of it. */
  readonly quantity: number
  readonly brand: string
  readonly model: string
  readonly material: string
  readonly color: string
  /** Size of the case, mm; null when it is not known. */
  readonly widthMm: number | null
  readonly heightMm: number | null
  /** Paid for when the row was read. */
  readonly paid: boolean
}

/** Two designs for an item bought twice are one of each; otherwise every design is made as often as the item was bought. */
function quantityOf(bought: number, designs: number): number {
  return designs > 1 && bought % designs === 0 ? bought / designs : bought
}

const urlOf = (kind: DownloadKind, one: Customization) => (kind === 'customized' ? one.customizedImageUrl : one.previewImageUrl)

/** In the order in which they were ticked. A design that hangs under a merged order and under its part is there once. */
export function picturesOf(kind: DownloadKind, picked: readonly PickedItem[]): Picture[] {
  const found = new Map<number, Picture>()
  for (const { order, item } of picked) {
    for (const [place, one] of item.customizations.entries()) {
      const url = urlOf(kind, one)
      if (url === null || found.has(one.id)) continue
      found.set(one.id, {
        customizationId: one.id,
        url,
        shopId: order.shopId,
        orderId: order.id,
        orderOriginalId: order.originalId,
        itemTitle: item.title,
        itemIndex:
          Math.max(
            0,
            order.orderItems.findIndex(({ id }) => id === item.id),
          ) + 1,
        skuIndex: place + 1,
        quantity: quantityOf(item.quantity, item.customizations.length),
        brand: one.phoneBrandName,
        model: one.phoneModelName,
        material: one.phoneCaseMaterialName,
        color: one.phoneCaseMaterialColorName,
        widthMm: one.widthMm,
        heightMm: one.heightMm,
        paid: one.creditDeducted,
      })
    }
  }
  return [...found.values()]
}

/** Why nothing can be downloaded of what is ticked, for the seller; null when something can. */
export function nothingToDownload(
  kind: DownloadKind,
  picked: readonly PickedItem[],
): { readonly tone: 'hint' | 'info'; readonly text: string } | null {
  if (picked.length === 0) return { tone: 'hint', text: '请至少勾选一个商品' }
  if (picked.every(({ item }) => item.customizations.length === 0)) return { tone: 'hint', text: '请至少勾选一个有定制图的商品' }
  if (picturesOf(kind, picked).length === 0) return { tone: 'info', text: `所选订单没有${kindNames[kind]}` }
  return null
}
