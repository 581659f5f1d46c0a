/**
 * Sync task that reads a shop's orders from its marketplace. Normally it continues where the last sync ended, by modification
 * time; the first time, and for a range that the seller names, it reads by creation time. Each page is imported in one
 * transaction with the progress, so that a killed process loses nothing and counts nothing twice.
 */
import { sql } from 'kysely'
import type { AppContract } from '../../../contract/contract'
import type { Parsed } from '../../../contract/core'
import type { SyncTask } from '../../../contract/types'
import type { Ctx, Deps } from '../../kernel/context'
import { invalid } from '../../kernel/failure'
import { transact } from '../../kernel/transact'
import type { MarketplaceOrder, OrderRange } from '../../ports/marketplace'
import { withSession } from '../shops/sessions'
import { requireShop } from '../shops/shops'
import type { RunningTask, TaskKind } from '../tasks/kinds'
import { beginTask, readTask, type TaskRow } from '../tasks/tasks'
import { storable } from './content'
import { importOrders, type OrderWrite } from './import'

export const orderSyncKind = 'order-sync'

const minute = 60_000
const day = 24 * 60 * minute
/** Time for which the marketplace keeps orders. */
export const retentionMs = 90 * day
/** The marketplace may report a change a little late: each sync begins this long before the last one's end. */
export const overlapMs = 10 * minute
/**
 * Longest range of one query: by modification time the marketplace accepts a day; by creation time a week keeps the number of
 * pages small.
 */
const windowMs = { modified: day, created: 7 * day } as const

type StartBody = Parsed<AppContract['orders']['sync']>['body']

/** Date in Beijing, such as `2026-03-01`. */
const dateText = (ms: number): string => new Date(ms + 8 * 60 * minute).toISOString().slice(0, 10)

function checkRange(now: number, { createdAtStart: from, createdAtEnd: to }: StartBody): { from: number; to: number } | null {
  if (from === undefined && to === undefined) return null
  const earliest = now - retentionMs
  if (from !== undefined && from < earliest) {
    // The day after, because the earliest day is no longer complete.
    throw invalid('createdAtStart', `淘宝只提供最近三个月的订单，请选择 ${dateText(earliest + day)} 或之后的时间`)
  }
  const start = from ?? earliest
  const end = Math.min(to ?? now, now)
  if (start > end) throw invalid(from === undefined ? 'createdAtEnd' : 'createdAtStart', rangeText(start, now))
  return { from: start, to: end }
}

const rangeText = (start: number, now: number): string =>
  start > now ? '开始时间还没有到，请重新选择时间范围' : '结束时间早于开始时间或超出最近三个月，请重新选择时间范围'

/** Begins a sync, one task per shop: while one is running, that one is returned, whatever range is requested. */
export async function beginSync(ctx: Ctx, body: StartBody): Promise<SyncTask> {
  const shop = await requireShop(ctx, body.shopId)
  if (shop.type !== 'TAOBAO') throw invalid('shopId', '只有通过授权添加的淘宝店铺可以同步订单，其他店铺的订单请通过接口导入')
  const params = checkRange(ctx.clock.now().getTime(), body) ?? {}
  return toSyncTask(await beginTask(ctx, { kind: orderSyncKind, subject: `shop:${shop.id}`, params }))
}

export const readSync = async (ctx: Ctx, id: number): Promise<SyncTask> => toSyncTask(await readTask(ctx, orderSyncKind, id))

/** Progress of a sync, stored in the task's row. */
interface Progress {
  readonly by: OrderRange['by']
  /** Begin of the range, up to where everything is imported, and its end, ms. */
  readonly start: number
  readonly done: number
  readonly to: number
  /** Number of orders read up to `done`, and including the current window. */
  readonly fetchedBefore: number
  readonly fetched: number
  readonly created: number
  readonly updated: number
}

const countOf = (value: unknown): number => (typeof value === 'number' ? value : 0)

function toSyncTask(row: TaskRow): SyncTask {
  const { fetched, created, updated } = row.progress
  return {
    id: row.id,
    status: row.status,
    errorMessage: row.error,
    fetched: countOf(fetched),
    created: countOf(created),
    updated: countOf(updated),
    startedAt: row.created_at.getTime(),
    finishedAt: row.finished_at?.getTime() ?? null,
  }
}

/** Returns the progress of an earlier attempt; null when there is none. Only `run` writes it. */
const savedProgress = (progress: RunningTask['progress']): Progress | null =>
  'done' in progress ? (progress as unknown as Progress) : null

async function planProgress({ db, clock }: Ctx, shopId: number, params: RunningTask['params']): Promise<Progress> {
  const counts = { fetchedBefore: 0, fetched: 0, created: 0, updated: 0 }
  const { from, to } = params
  if (typeof from === 'number' && typeof to === 'number') return { by: 'created', start: from, done: from, to, ...counts }
  const now = clock.now().getTime()
  const cursor = await db.selectFrom('order_cursor').select('modified_until').where('shop_id', '=', shopId).executeTakeFirst()
  const last = cursor?.modified_until.getTime() ?? Number.NEGATIVE_INFINITY
  const first = last < now - retentionMs
  const start = first ? now - retentionMs : Math.min(last, now) - overlapMs
  return { by: first ? 'created' : 'modified', start, done: start, to: now, ...counts }
}

/** Moves the shop's cursor: everything that changed before is imported, so later syncs read only newer changes. */
async function moveCursor({ db }: Ctx, shopId: number, until: number): Promise<void> {
  const modifiedUntil = new Date(until)
  await sql`
    insert into order_cursor (shop_id, modified_until) values (${shopId}, ${modifiedUntil})
    on conflict (shop_id) do update set modified_until = greatest(order_cursor.modified_until, excluded.modified_until)`.execute(
    db,
  )
}

const toOrderWrite = ({ originalId, createdAt, buyerMessage, sellerMemo, items }: MarketplaceOrder): OrderWrite => ({
  originalId,
  createdAt: createdAt.getTime(),
  isPlatformOrder: true,
  mergeSplitStatus: 'INDEPENDENT',
  buyerMessage: buyerMessage === null ? null : storable(buyerMessage),
  sellerMemo: sellerMemo === null ? null : storable(sellerMemo),
  orderItems: items.map((item) => ({
    ...item,
    title: storable(item.title),
    propertiesName: storable(item.propertiesName),
    merchantSku: item.merchantSku === null ? null : storable(item.merchantSku),
    content: item.content === null ? null : storable(item.content),
  })),
  childOrders: [],
})

/** Removes duplicates from a page; the last one of an order counts. */
const lastOfEach = (orders: readonly MarketplaceOrder[]): MarketplaceOrder[] => [
  ...new Map(orders.map((order) => [order.originalId, order])).values(),
]

/** The task kind that reads orders. */
export const orderSync = (deps: Deps): TaskKind => ({
  kind: orderSyncKind,
  async run(task) {
    const shopId = Number(/^shop:(\d+)$/.exec(task.subject)?.[1])
    const actor = { accountId: task.accountId, userId: 0, username: '', permissions: [] }
    const ctx: Ctx = { ...deps, actor, traceId: `task-${task.id}` }
    const hasChosenRange = typeof task.params.from === 'number'
    await withSession(ctx, { accountId: task.accountId, shopId }, async (session) => {
      let progress = savedProgress(task.progress) ?? (await planProgress(ctx, shopId, task.params))
      progress = { ...progress, fetched: progress.fetchedBefore }
      while (progress.done < progress.to) {
        const end = Math.min(progress.done + windowMs[progress.by], progress.to)
        // Both ends of a range are inclusive, to the second: the next range begins a second later, so that no order is read
        // twice.
        const from = progress.done === progress.start ? progress.done : progress.done + 1000
        const range = { by: progress.by, from: new Date(from), to: new Date(Math.max(end, from)) }
        for await (const page of deps.marketplace.orders(session, range)) {
          task.signal.throwIfAborted()
          progress = await importPage(ctx, shopId, task, page, progress)
        }
        task.signal.throwIfAborted()
        progress = { ...progress, done: end, fetchedBefore: progress.fetched }
        await finishWindow(ctx, shopId, task, progress, !hasChosenRange && (progress.by === 'modified' || end === progress.to))
        if (progress.done < progress.to) task.giveWay()
      }
    })
  },
})

function importPage(
  ctx: Ctx,
  shopId: number,
  task: RunningTask,
  page: readonly MarketplaceOrder[],
  progress: Progress,
): Promise<Progress> {
  return transact(ctx, async (inner) => {
    const { created, updated } = await importOrders(inner, shopId, lastOfEach(page).map(toOrderWrite), { relations: false })
    const next = {
      ...progress,
      fetched: progress.fetched + page.length,
      created: progress.created + created,
      updated: progress.updated + updated,
    }
    await task.save({ ...next }, inner.db)
    return next
  })
}

function finishWindow(ctx: Ctx, shopId: number, task: RunningTask, progress: Progress, movesCursor: boolean): Promise<void> {
  return transact(ctx, async (inner) => {
    if (movesCursor) await moveCursor(inner, shopId, progress.done)
    await task.save({ ...progress }, inner.db)
  })
}
