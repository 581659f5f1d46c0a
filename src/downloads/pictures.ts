/** What the ticked rows hold that can be downloaded: each picture once, with all its name and its line in the table need. */
import { downloadStateOf } from '../../contract/rules/order-state'
import { piecesOf } from '../../contract/rules/pieces'
import type { Customization } from '../../contract/types'
import type { Family, PickedItem } from '../base/picked-item'

/** customized: what is printed, paid for once; effect: how it looks on the case, free. */
export type DownloadKind = 'customized' | 'effect'

export const kindNames: Readonly<Record<DownloadKind, string>> = { customized: '定制图', effect: '效果图' }

export interface Picture {
  readonly customizationId: number
  readonly url: string
  readonly shopId: number
  readonly orderId: number
  /** Number of the order it was ticked under; a merged order has a number of this product. */
  readonly orderOriginalId: string
  /** The platform's own numbers of the orders it was bought in: usually one. */
  readonly platformNumbers: readonly string[]
  readonly itemTitle: string
  /** 商家编码. */
  readonly merchantSku: string
  /** What buyer and seller noted. */
  readonly buyerMessage: string
  readonly sellerMemo: string
  /** Why the platform says that it must not be made; '' when it does not. */
  readonly hold: string
  /** Number of the item in its order, from 1. */
  readonly itemIndex: number
  /** Number of the design among those of its item, from 1. */
  readonly skuIndex: number
  /** How many are made of it; null: the seller has not said yet. */
  readonly quantity: number | null
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

const shows = ({ orderItems }: Family[number], id: number): boolean =>
  orderItems.some(({ customizations }) => customizations.some((one) => one.id === id))

/** A merged order is no order of the platform's, whatever it was imported as, once its parts are known. */
const isOwn = ({ isPlatformOrder, mergeSplitStatus }: Family[number], family: Family): boolean =>
  isPlatformOrder && (family.length === 1 || !mergeSplitStatus.startsWith('MERGE_') || mergeSplitStatus === 'MERGE_CHILD')

/** The platform's orders of a design: those that show it, else those its order was made of. */
function platformOrders(id: number, { order, family }: PickedItem): Family {
  const own = family.filter((one) => isOwn(one, family))
  const shown = own.filter((one) => shows(one, id))
  const same = own.filter((one) => one.id === order.id)
  return shown.length > 0 ? shown : same.length > 0 ? same : own
}

/** Each once, in their order. */
const notes = (texts: readonly (string | null)[]): string => [...new Set(texts.filter(Boolean))].join('；')

const urlOf = (kind: DownloadKind, one: Customization) => (kind === 'customized' ? one.customizedImageUrl : one.previewImageUrl)

/** In the order in which they were ticked. A design that hangs under a merged order and under its part is there once. */
export function picturesOf(kind: DownloadKind, picked: readonly PickedItem[]): Picture[] {
  const found = new Map<number, Picture>()
  for (const row of picked) {
    const { order, item } = row
    const pieces = piecesOf(item)
    for (const [index, one] of item.customizations.entries()) {
      const url = urlOf(kind, one)
      if (url === null || found.has(one.id)) continue
      const bought = platformOrders(one.id, row)
      found.set(one.id, {
        customizationId: one.id,
        url,
        shopId: order.shopId,
        orderId: order.id,
        orderOriginalId: order.originalId,
        platformNumbers: bought.length > 0 ? [...new Set(bought.map(({ originalId }) => originalId))] : [order.originalId],
        merchantSku: item.merchantSku ?? '',
        buyerMessage: notes(bought.map(({ buyerMessage }) => buyerMessage)),
        sellerMemo: notes(bought.map(({ sellerMemo }) => sellerMemo)),
        hold: item.hold ?? '',
        itemTitle: item.title,
        itemIndex:
          Math.max(
            0,
            order.orderItems.findIndex(({ id }) => id === item.id),
          ) + 1,
        skuIndex: index + 1,
        quantity: pieces?.get(one.id) ?? null,
        brand: one.phoneBrandName,
        model: one.phoneModelName,
        material: one.phoneCaseMaterialName,
        color: one.phoneCaseMaterialColorName,
        widthMm: one.widthMm,
        heightMm: one.heightMm,
        paid: downloadStateOf(one) === 'downloaded',
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
