/** Collects the pictures of the ticked rows for a download, each once, with the data for its file name and its table row. */
import { downloadStateOf } from '../../contract/rules/order-state'
import { piecesOf } from '../../contract/rules/pieces'
import type { Customization } from '../../contract/types'
import type { Family, PickedItem } from './picked-item'

/** `customized`: the print file, paid for once. `effect`: the design on the case, free. */
export type DownloadKind = 'customized' | 'effect'

export const kindNames: Readonly<Record<DownloadKind, string>> = { customized: '定制图', effect: '效果图' }

export interface Picture {
  readonly customizationId: number
  readonly url: string
  readonly shopId: number
  readonly orderId: number
  /** Number of the order it was ticked under. A merged order's number is not a number of the marketplace. */
  readonly orderOriginalId: string
  /** The platform's own numbers of the orders it was bought in: usually one. */
  readonly platformNumbers: readonly string[]
  readonly itemTitle: string
  /** 商家编码. */
  readonly merchantSku: string
  /** Notes of buyer and seller. */
  readonly buyerMessage: string
  readonly sellerMemo: string
  /** The marketplace's reason for not making it; '' without one. */
  readonly hold: string
  /** Number of the item in its order, from 1. */
  readonly itemIndex: number
  /** Number of the design among those of its item, from 1. */
  readonly skuIndex: number
  /** Number of pieces; null until the seller has decided it. */
  readonly quantity: number | null
  readonly brand: string
  readonly model: string
  readonly material: string
  /** null for a deleted material; absent in downloads begun before it was kept. */
  readonly materialId?: number | null
  readonly color: string
  /** Size of the case, mm; null when it is not known. */
  readonly widthMm: number | null
  readonly heightMm: number | null
  /** Whether it was paid for when the row was read. */
  readonly paid: boolean
}

const containsDesign = ({ orderItems }: Family[number], id: number): boolean =>
  orderItems.some(({ customizations }) => customizations.some((one) => one.id === id))

/** A merged order whose parts are known does not count as an order of the marketplace, even if it was imported as one. */
const isMarketplaceOrder = ({ isPlatformOrder, mergeSplitStatus }: Family[number], family: Family): boolean =>
  isPlatformOrder && (family.length === 1 || !mergeSplitStatus.startsWith('MERGE_') || mergeSplitStatus === 'MERGE_CHILD')

/** Returns the marketplace's orders of a design: those that contain it, else the ticked order itself, else all of its family. */
function platformOrders(id: number, { order, family }: PickedItem): Family {
  const own = family.filter((one) => isMarketplaceOrder(one, family))
  const shown = own.filter((one) => containsDesign(one, id))
  const same = own.filter((one) => one.id === order.id)
  return shown.length > 0 ? shown : same.length > 0 ? same : own
}

/** Joins the texts, each once, in their order. */
const joinedNotes = (texts: readonly (string | null)[]): string => [...new Set(texts.filter(Boolean))].join('；')

const urlOf = (kind: DownloadKind, one: Customization) => (kind === 'customized' ? one.customizedImageUrl : one.previewImageUrl)

/** Returns the pictures in the order in which they were ticked. A design of a merged order and of its part is listed once. */
export function picturesOf(kind: DownloadKind, picked: readonly PickedItem[]): Picture[] {
  const found = new Map<number, Picture>()
  for (const row of picked) {
    const { order, item } = row
    const pieces = piecesOf(item)
    for (const [index, one] of item.customizations.entries()) {
      const url = urlOf(kind, one)
      if (url === null || found.has(one.id)) continue
      const boughtOrders = platformOrders(one.id, row)
      found.set(one.id, {
        customizationId: one.id,
        url,
        shopId: order.shopId,
        orderId: order.id,
        orderOriginalId: order.originalId,
        platformNumbers:
          boughtOrders.length > 0 ? [...new Set(boughtOrders.map(({ originalId }) => originalId))] : [order.originalId],
        merchantSku: item.merchantSku ?? '',
        buyerMessage: joinedNotes(boughtOrders.map(({ buyerMessage }) => buyerMessage)),
        sellerMemo: joinedNotes(boughtOrders.map(({ sellerMemo }) => sellerMemo)),
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
        materialId: one.phoneCaseMaterialId,
        color: one.phoneCaseMaterialColorName,
        widthMm: one.widthMm,
        heightMm: one.heightMm,
        paid: downloadStateOf(one) === 'downloaded',
      })
    }
  }
  return [...found.values()]
}

/** Returns a message for the seller when no ticked row can be downloaded, else null. */
export function nothingToDownload(
  kind: DownloadKind,
  picked: readonly PickedItem[],
): { readonly tone: 'hint' | 'info'; readonly text: string } | null {
  if (picked.length === 0) return { tone: 'hint', text: '请至少勾选一个商品' }
  if (picked.every(({ item }) => item.customizations.length === 0)) return { tone: 'hint', text: '请至少勾选一个有定制图的商品' }
  if (picturesOf(kind, picked).length === 0) return { tone: 'info', text: `所选订单没有${kindNames[kind]}` }
  return null
}
