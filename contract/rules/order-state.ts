/**
 * Decides whether orders are downloaded, pushed and held back. Pure. The database stores the same states for the filters of the
 * list (`server/domain/orders/state-sql.ts`); the tests of both run on the cases of `test/order-state-cases.ts`.
 */

/** The fields of a customization that determine the state of its image. */
export interface ImageState {
  /** Null if the buyer has not finished it. */
  readonly customizedImageUrl: string | null
  /** Whether the image has been charged; downloading it again is free. */
  readonly creditDeducted: boolean
}

export type DownloadState = 'unfinished' | 'waiting' | 'downloaded'

export const downloadStateOf = ({ customizedImageUrl, creditDeducted }: ImageState): DownloadState =>
  creditDeducted ? 'downloaded' : customizedImageUrl === null ? 'unfinished' : 'waiting'

export interface ImageCount {
  /** Number of finished customized images. */
  readonly images: number
  /** Number of those that are paid for. */
  readonly downloaded: number
}

/** @param customizations the customizations of an order, each once. */
export function countImages(customizations: readonly ImageState[]): ImageCount {
  const finished = customizations.filter(({ customizedImageUrl }) => customizedImageUrl !== null)
  return { images: finished.length, downloaded: finished.filter((one) => downloadStateOf(one) === 'downloaded').length }
}

/** Whether all images of an order are downloaded; null if it has none: neither value of the list's filter finds it then. */
export const areDownloaded = ({ images, downloaded }: ImageCount): boolean | null => (images === 0 ? null : downloaded === images)

export const pushStatuses = ['none', 'pushing', 'pushed', 'failed'] as const
export type PushStatus = (typeof pushStatuses)[number]

/** The state of a push line; `claimed` means that a request is sending it, or that the response was lost. */
export interface PushLineState {
  readonly status: 'claimed' | 'pushed' | 'failed'
  /** Whether a request is sending it now. */
  readonly isLeased: boolean
}

/**
 * Returns the push status of an order with these designs, its own or those of its parts; null stands for a design that was never
 * sent. An order is pushed if all its designs are. `failed` includes lost responses: pushing again is safe.
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

/** Whether an order of the list is pushed: itself, or all of its child orders. */
export const isWhollyPushed = (order: Pushed & { readonly childOrders: readonly Pushed[] }): boolean =>
  isPushed(order) || (order.childOrders.length > 0 && order.childOrders.every(isPushed))

/** Whether an item must not be printed, because it is refunded, closed or unpaid. */
export const isHeld = ({ hold }: { readonly hold: string | null }): boolean => hold !== null

/** The reasons why an item must not be printed, for the seller. Marketplace adapters map their states to these. */
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
