/** Imports what a sync read, so that an order that cannot be stored is recorded as unread and leaves the others in. */
import { maxQuantity } from '../../../contract/rules/limits'
import type { Ctx } from '../../kernel/context'
import { Failure } from '../../kernel/failure'
import { isOutage } from '../../kernel/outage'
import { transact } from '../../kernel/transact'
import type { Marketplace, MarketplaceOrder, UnreadOrder } from '../../ports/marketplace'
import { type RunningTask, TaskLost, TaskPaused } from '../tasks/kinds'
import { isStorableId, storable, storableTexts, storableUpTo, webAddress } from './content'
import { importOrders, type OrderWrite } from './import'
import type { Progress } from './sync-plan'
import { recordUnread, removeUnread } from './unread'

export type Entry = MarketplaceOrder | UnreadOrder

export const isUnread = (entry: Entry): entry is UnreadOrder => 'unread' in entry

/** One run of a sync task. */
export interface SyncRun {
  readonly ctx: Ctx
  readonly shopId: number
  readonly task: RunningTask
  /** Where the shop's orders are, and the session that opens them. */
  readonly marketplace: Marketplace
  readonly session: string
  /** Receives errors that only the operator can mend. */
  readonly report: (message: string, error: unknown) => void
}

/** Longest texts that are kept of an order, characters; ours. */
const maxTexts = { name: 500, code: 200 } as const

/** Returns why an order cannot be stored, in words for the seller; null when it can. */
function refusalOf({ originalId, createdAt, items }: MarketplaceOrder): string | null {
  if (![originalId, ...items.map((item) => item.originalId)].every(isStorableId))
    return '平台给出的订单或商品编号里有不能保存的字符，或者太长'
  if (Number.isNaN(createdAt.getTime())) return '平台给出的订单没有下单时间'
  if (items.some(({ quantity }) => !Number.isSafeInteger(quantity) || quantity < 0 || quantity > maxQuantity))
    return '平台给出的订单里有商品的数量无法识别'
  return null
}

const fitted = (text: string | null, maxLength: number): string | null => (text === null ? null : storableUpTo(text, maxLength))
const referenceOf = (id: string | null): string | null => (id !== null && isStorableId(id) ? id : null)

/** Absent stays absent: the marketplace does not say it, and what another source said stays. A time that cannot be read is none. */
const timeOf = (time: Date | null | undefined): number | null | undefined => {
  const ms = time?.getTime()
  return ms === undefined ? (time as null | undefined) : Number.isNaN(ms) ? undefined : ms
}

const toOrderWrite = (order: MarketplaceOrder): OrderWrite => ({
  ...storableTexts(order),
  originalId: order.originalId,
  createdAt: order.createdAt.getTime(),
  paidAt: timeOf(order.paidAt),
  shipUntil: timeOf(order.shipUntil),
  flag: order.flag,
  flagText: order.flagText == null ? order.flagText : storable(order.flagText),
  isPlatformOrder: true,
  mergeSplitStatus: 'INDEPENDENT',
  orderItems: order.items.map((item) => ({
    ...item,
    productOriginalId: referenceOf(item.productOriginalId),
    skuOriginalId: referenceOf(item.skuOriginalId),
    imageUrl: webAddress(item.imageUrl),
    title: storableUpTo(item.title, maxTexts.name),
    propertiesName: storableUpTo(item.propertiesName, maxTexts.name),
    merchantSku: fitted(item.merchantSku, maxTexts.code),
    content: item.content === null ? null : storable(item.content),
  })),
  childOrders: [],
})

/** Returns a read order as it is stored; null for one that could not be read or cannot be stored. */
export const storedAs = (entry: Entry): OrderWrite | null =>
  isUnread(entry) || refusalOf(entry) !== null ? null : toOrderWrite(entry)

/** Removes duplicates from a page; the last one of an order counts. */
const lastOfEach = <T extends { readonly originalId: string }>(entries: readonly T[]): T[] => [
  ...new Map(entries.map((entry) => [entry.originalId, entry])).values(),
]

/** Writes a page and the progress in one transaction, and an order at a time when that fails for an order's own reason. */
export async function takePage(run: SyncRun, page: readonly Entry[], progress: Progress): Promise<Progress> {
  if (page.length === 0) return progress
  const found = page.map((entry): Entry => {
    const refusal = isUnread(entry) ? null : refusalOf(entry)
    return refusal === null ? entry : { originalId: entry.originalId, unread: refusal, concerns: 'order' }
  })
  const read = found.filter((entry): entry is MarketplaceOrder => !isUnread(entry))
  const orders = lastOfEach(read)
  const unread = lastOfEach(found.filter(isUnread))
  try {
    return await write(run, orders, unread, progress, read.length)
  } catch (error) {
    if (isOfMore(run, error)) throw error
  }
  let next = await write(run, [], unread, progress, read.length - orders.length)
  for (const order of orders) {
    try {
      next = await write(run, [order], [], next, 1)
    } catch (error) {
      if (isOfMore(run, error)) throw error
      if (!(error instanceof Failure)) run.report(`order ${order.originalId} of shop ${run.shopId}`, error)
      const reason = error instanceof Failure ? error.message : '保存这个订单时出错，请联系客服'
      next = await write(run, [], [{ originalId: order.originalId, unread: reason, concerns: 'order' }], next, 0)
    }
  }
  return next
}

/** Whether an error concerns more than the orders that were written: the database, the task, or a shop that is gone. */
const isOfMore = ({ task }: SyncRun, error: unknown): boolean =>
  task.signal.aborted ||
  error instanceof TaskLost ||
  error instanceof TaskPaused ||
  isOutage(error) ||
  (error instanceof Failure && error.code === 'not-found')

function write(
  { ctx, shopId, task }: SyncRun,
  orders: readonly MarketplaceOrder[],
  unread: readonly UnreadOrder[],
  progress: Progress,
  fetched: number,
): Promise<Progress> {
  return transact(ctx, async (inner) => {
    const counts = { created: 0, updated: 0 }
    if (orders.length > 0) Object.assign(counts, await importOrders(inner, shopId, orders.map(toOrderWrite), { source: 'sync' }))
    await removeUnread(
      inner,
      shopId,
      orders.map(({ originalId }) => originalId),
    )
    await recordUnread(inner, shopId, unread)
    const next: Progress = {
      ...progress,
      fetched: progress.fetched + fetched,
      created: progress.created + counts.created,
      updated: progress.updated + counts.updated,
      hasRight: progress.hasRight || fetched > 0,
      withoutRight: progress.withoutRight + unread.filter(({ concerns }) => concerns === 'right').length,
    }
    await task.save({ ...next }, inner.db)
    return next
  })
}
