/**
 * What of an order counts as downloaded, as pushed and as held back. Pure. The database keeps the same for the filters of the list
 * (`server/domain/orders/state-sql.ts`); a test compares both over all states.
 */

/** A customized image, as far as its state follows from it. */
export interface ImageState {
  /** null: the buyer has not finished it. */
  readonly customizedImageUrl: string | null
  /** It is paid for: it can be downloaded again for nothing. */
  readonly creditDeducted: boolean
}

export type DownloadState = 'unfinished' | 'waiting' | 'downloaded'

export const downloadStateOf = ({ customizedImageUrl, creditDeducted }: ImageState): DownloadState =>
  creditDeducted ? 'downloaded' : customizedImageUrl === null ? 'unfinished' : 'waiting'

export interface ImageCount {
  /** Customized images that the buyer has finished. */
  readonly images: number
  /** How many of them are paid for. */
  readonly downloaded: number
}

/** @param made each customization once. */
export function countImages(made: readonly ImageState[]): ImageCount {
  const finished = made.filter(({ customizedImageUrl }) => customizedImageUrl !== null)
  return { images: finished.length, downloaded: finished.filter((one) => downloadStateOf(one) === 'downloaded').length }
}

/** Whether all images of an order are downloaded. Null: it has none, and is found neither as downloaded nor as not downloaded. */
export const areDownloaded = ({ images, downloaded }: ImageCount): boolean | null => (images === 0 ? null : downloaded === images)

export const pushStatuses = ['none', 'pushing', 'pushed', 'failed'] as const
export type PushStatus = (typeof pushStatuses)[number]

/** A design's way to a factory; `claimed`: a request sends it now, or its answer was lost. */
export interface PushLineState {
  readonly status: 'claimed' | 'pushed' | 'failed'
  /** A request is sending it now. */
  readonly isLeased: boolean
}

/**
 * Of an order that shows these designs, or whose parts show them; null: a design that was never sent. Pushed is what has all of its
 * designs at a factory. Failed also stands for an answer that was lost: it is safe to push it again.
 */
export function pushStatusOf(designs: readonly (PushLineState | null)[]): PushStatus {
  const some = (is: (line: PushLineState) => boolean): boolean => designs.some((line) => line !== null && is(line))
  if (designs.length > 0 && designs.every((line) => line?.status === 'pushed')) return 'pushed'
  if (some(({ isLeased }) => isLeased)) return 'pushing'
  return some(({ status }) => status !== 'pushed') ? 'failed' : 'none'
}

interface Pushed {
  readonly push: { readonly status: PushStatus }
}
export const isPushed = ({ push }: Pushed): boolean => push.status === 'pushed'

/** Whether an order of the list is at a factory: itself, or all of the orders below it. */
export const isWhollyPushed = (order: Pushed & { readonly childOrders: readonly Pushed[] }): boolean =>
  isPushed(order) || (order.childOrders.length > 0 && order.childOrders.every(isPushed))

/** Whether an item must not be made now: it was refunded, its trade was closed, or it is not paid for. */
export const isHeld = ({ hold }: { readonly hold: string | null }): boolean => hold !== null

/** Why an item must not be made, for the seller. What a marketplace calls these states is its adapter's. */
export const holdTexts = {
  closed: '交易已关闭，请不要生产',
  unpaid: '买家还没有付款，请先不要生产',
  paying: '买家的付款还在处理中，请先不要生产',
  refundAsked: '买家申请了退款，请先不要生产',
  refundAgreed: '已同意退款，等待买家退货，请先不要生产',
  goodsReturned: '买家已退货，等待确认收货，请先不要生产',
  refundRefused: '已拒绝退款，买家可能再次申请，请先不要生产',
  refunded: '已退款，请不要生产',
} as const
