/**
 * Sync task that reads a shop's orders from its marketplace. Normally it continues where the last sync ended, by modification
 * time; the first time, and for a range that the seller names, it reads by creation time. Each page is imported in one
 * transaction with the progress, so that a killed process loses nothing and counts nothing twice. An order that cannot be read is
 * recorded as unread and tried again by each later sync.
 */
import type { AppContract } from '../../../contract/contract'
import type { Parsed } from '../../../contract/core'
import { noPermissionText } from '../../../contract/errors'
import { shopTypeName } from '../../../contract/rules/shop-types'
import type { Shop, SyncTask } from '../../../contract/types'
import type { Actor, Ctx, Deps } from '../../kernel/context'
import { Failure, invalid } from '../../kernel/failure'
import { isOutage } from '../../kernel/outage'
import { transact } from '../../kernel/transact'
import type { OrderLimits } from '../../ports/marketplace'
import { writeAuditEntry } from '../audit/audit'
import { assertConnected, marketplaceOf } from '../shops/marketplaces'
import { withSession } from '../shops/sessions'
import { requireShop } from '../shops/shops'
import { type RunningTask, type TaskKind, TaskLost, TaskPaused } from '../tasks/kinds'
import { beginTask, readTask, type TaskRow } from '../tasks/tasks'
import { refetchOpen } from './open-orders'
import { orderSyncKind } from './sync-kind'
import { type Entry, isUnread, type SyncRun, takePage } from './sync-page'
import { changesAfterFirst, day, minute, nextWindow, type Progress, planProgress, savedProgress } from './sync-plan'
import { keepEnd, keepProgress } from './sync-state'
import { listUnread, unreadToRetry } from './unread'

type StartBody = Parsed<AppContract['orders']['sync']>['body']

/** Date in Beijing, such as `2026-03-01`. */
const dateText = (ms: number): string => new Date(ms + 8 * 60 * minute).toISOString().slice(0, 10)

/** Such as 三个月. */
const daysText = (ms: number): string => (ms === 90 * day ? '三个月' : `${Math.floor(ms / day)}天`)

function checkRange(
  now: number,
  { createdAtStart: from, createdAtEnd: to }: StartBody,
  { keptMs }: OrderLimits,
  { type }: Pick<Shop, 'type'>,
): { from: number; to: number } | null {
  if (from === undefined && to === undefined) return null
  const earliest = now - keptMs
  if (from !== undefined && from < earliest) {
    // The day after, because the earliest day is no longer complete.
    throw invalid(
      'createdAtStart',
      `${shopTypeName(type)}只提供最近${daysText(keptMs)}的订单，请选择 ${dateText(earliest + day)} 或之后的时间`,
    )
  }
  const start = from ?? earliest
  const end = Math.min(to ?? now, now)
  if (start > end) throw invalid(from === undefined ? 'createdAtEnd' : 'createdAtStart', rangeText(start, now, keptMs))
  return { from: start, to: end }
}

const rangeText = (start: number, now: number, keptMs: number): string =>
  start > now ? '开始时间还没有到，请重新选择时间范围' : `结束时间早于开始时间或超出最近${daysText(keptMs)}，请重新选择时间范围`

/** Begins a sync, one task per shop: while one is running, that one is returned, whatever range is requested. */
export async function beginSync(ctx: Ctx, body: StartBody): Promise<SyncTask> {
  const shop = await requireShop(ctx, body.shopId)
  assertConnected(shop, '同步订单，其他店铺的订单请通过接口导入')
  const { orderLimits } = marketplaceOf(ctx, shop.type)
  const startedBy = { userId: ctx.actor.userId, username: ctx.actor.username }
  const params = { ...checkRange(ctx.clock.now().getTime(), body, orderLimits, shop), startedBy }
  return toSyncTask(ctx, await beginTask(ctx, { kind: orderSyncKind, subject: `shop:${shop.id}`, params }))
}

export const readSync = async (ctx: Ctx, id: number): Promise<SyncTask> => toSyncTask(ctx, await readTask(ctx, orderSyncKind, id))

const countOf = (value: unknown): number => (typeof value === 'number' ? value : 0)

const shopOf = ({ subject }: Pick<TaskRow, 'subject'>): number => Number(/^shop:(\d+)$/.exec(subject)?.[1])

async function toSyncTask(ctx: Ctx, row: TaskRow): Promise<SyncTask> {
  const { fetched, created, updated } = row.progress
  return {
    id: row.id,
    status: row.status,
    errorMessage: row.error,
    fetched: countOf(fetched),
    created: countOf(created),
    updated: countOf(updated),
    unread: await listUnread(ctx, shopOf(row)),
    startedAt: row.created_at.getTime(),
    finishedAt: row.finished_at?.getTime() ?? null,
  }
}

/** Orders that are read in one step when unread ones are tried again. */
const retriedAtOnce = 20
/** Orders refused for want of rights, without one that was read, after which the session counts as without the right. */
const maxWithoutRight = 20

/** The task kind that reads orders. */
export const orderSync = (deps: Deps, report: SyncRun['report'] = () => undefined): TaskKind => ({
  kind: orderSyncKind,
  async run(task) {
    const shopId = shopOf(task)
    const actor = { accountId: task.accountId, userId: 0, username: '', permissions: [] }
    const ctx: Ctx = { ...deps, actor, traceId: `task-${task.id}` }
    const isChosen = typeof task.params.from === 'number'
    try {
      const progress = await withSession(ctx, { accountId: task.accountId, shopId }, (session, marketplace) =>
        readAll({ ctx, shopId, task, report, marketplace, session }, isChosen),
      )
      if (!isChosen) await keepEnd(ctx, shopId, null)
      await recordSync(ctx, shopId, task.params, progress)
    } catch (error) {
      const goesOn =
        error instanceof TaskPaused ||
        error instanceof TaskLost ||
        task.signal.aborted ||
        isOutage(error) ||
        task.willRetry(error)
      const isGone = error instanceof Failure && error.code === 'not-found'
      if (!isChosen && !goesOn && !isGone) await keepEnd(ctx, shopId, error)
      throw error
    }
  },
})

/** Records the orders that a sync brought in as work of its seller, or of the server; one that brought nothing is not worth an entry. */
async function recordSync(
  ctx: Ctx,
  shopId: number,
  params: RunningTask['params'],
  { created, updated }: Progress,
): Promise<void> {
  if (created + updated === 0) return
  const who = (params.startedBy as Pick<Actor, 'userId' | 'username'> | undefined) ?? { userId: 0, username: '自动同步' }
  const entry = { action: 'synced', subject: 'orders', details: { created, updated }, about: { shopId } } as const
  await writeAuditEntry({ ...ctx, actor: { ...ctx.actor, ...who } }, entry)
}

async function readAll(run: SyncRun, isChosen: boolean): Promise<Progress> {
  const { ctx, shopId, task, marketplace, session } = run
  const limits = marketplace.orderLimits
  let progress = savedProgress(task.progress) ?? (await planProgress(ctx, shopId, limits, task.params))
  const stillUnread = new Set<string>()
  if (!progress.hasRetried) progress = await retryUnread(run, progress, stillUnread)
  for (;;) {
    while (progress.done < progress.to) {
      const range = nextWindow(progress, limits)
      for await (const page of marketplace.orders(session, range, stillUnread)) {
        task.signal.throwIfAborted()
        progress = await takePage(run, page, progress)
        if (progress.withoutRight >= maxWithoutRight) progress = await assertRight(run, progress, true)
      }
      task.signal.throwIfAborted()
      progress = { ...progress, done: range.to.getTime(), fetchedBefore: progress.fetched }
      progress = await assertRight(run, progress, progress.done >= progress.to)
      await finishWindow(run, progress)
      if (progress.done < progress.to) task.giveWay()
    }
    const further = isChosen ? null : changesAfterFirst(progress, ctx.clock.now().getTime())
    if (further === null) break
    progress = further
  }
  return task.params.automatic === true ? refetchOpen(run, progress) : progress
}

/** Tries unread orders again: all when a seller began the sync, else those whose time has come. Adds those that stay to `stillUnread`. */
async function retryUnread(run: SyncRun, progress: Progress, stillUnread: Set<string>): Promise<Progress> {
  const { ctx, shopId, task, marketplace, session } = run
  const numbers = await unreadToRetry(ctx, shopId, task.params.automatic === true ? 'due' : 'all', marketplace.orderLimits.keptMs)
  let next = progress
  for (let at = 0; at < numbers.length; at += retriedAtOnce) {
    const page: Entry[] = []
    for (const number of numbers.slice(at, at + retriedAtOnce)) {
      task.signal.throwIfAborted()
      const entry = await marketplace.order(session, number)
      if (isUnread(entry)) stillUnread.add(number)
      page.push(entry)
    }
    next = await takePage(run, page, next)
    if (page.every((entry) => isUnread(entry) && entry.concerns === 'answer')) break
  }
  next = { ...next, hasRetried: true, fetchedBefore: next.fetched }
  if (numbers.length > 0) await task.save({ ...next })
  return next
}

/**
 * Where orders were refused for want of rights and none was read, asks for an order that was read before. Rejects with
 * 'subuser.has-no-permission' when the session cannot read that either and it `isTime` to judge; until then the cursor stays.
 */
async function assertRight(run: SyncRun, progress: Progress, isTime: boolean): Promise<Progress> {
  const { ctx, shopId, marketplace, session } = run
  if (!isDoubtful(progress) || !isTime) return progress
  const known = await ctx.db
    .selectFrom('shop_order')
    .select('original_id')
    .where('account_id', '=', ctx.actor.accountId)
    .where('shop_id', '=', shopId)
    .where('is_platform_order', '=', true)
    .where('created_at', '>', new Date(ctx.clock.now().getTime() - marketplace.orderLimits.keptMs))
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const entry = known && (await marketplace.order(session, known.original_id))
  if (!entry || isUnread(entry)) throw new Failure('subuser.has-no-permission', noPermissionText)
  return { ...progress, hasRight: true }
}

const isDoubtful = ({ hasRight, withoutRight }: Progress): boolean => !hasRight && withoutRight > 0

const finishWindow = ({ ctx, shopId, task }: SyncRun, progress: Progress): Promise<void> =>
  transact(ctx, async (inner) => {
    if (!isDoubtful(progress)) await keepProgress(inner, shopId, progress)
    await task.save({ ...progress }, inner.db)
  })
