/** The plan of a sync of orders: its range, the windows of it that are requested one after another, and the progress. */
import type { Ctx } from '../../kernel/context'
import type { OrderLimits, OrderRange } from '../../ports/marketplace'
import type { RunningTask } from '../tasks/kinds'

const second = 1000
export const minute = 60 * second
export const day = 24 * 60 * minute
/** The marketplace may report a change a little late: each sync begins this long before the last one's end. */
export const overlapMs = 10 * minute

/** Progress of a sync, stored in the task's row. */
export interface Progress {
  readonly by: OrderRange['by']
  /** The scope: everything new of a shop that was never read, the changes since, or a range that the seller chose. */
  readonly scope: 'first' | 'changes' | 'chosen'
  /** Begin of the range, up to where everything is imported, and its end, ms, in whole seconds. */
  readonly start: number
  readonly done: number
  readonly to: number
  /** Number of orders read up to `done`, and including the current window. */
  readonly fetchedBefore: number
  readonly fetched: number
  readonly created: number
  readonly updated: number
  /** Whether unread orders of earlier syncs were tried again. */
  readonly hasRetried: boolean
  /** Whether the session proved that it can read orders, and the number of orders that it was refused for want of rights. */
  readonly hasRight: boolean
  readonly withoutRight: number
}

/** The marketplace measures time in seconds; both ends of a range are inclusive. */
const wholeSecond = (ms: number): number => Math.floor(ms / second) * second

type Range = Pick<Progress, 'by' | 'scope' | 'start' | 'done' | 'to'>

function rangeOf(by: Range['by'], scope: Range['scope'], from: number, until: number): Range {
  const to = wholeSecond(until)
  // The marketplace refuses equal ends.
  const start = Math.min(wholeSecond(from), to - second)
  return { by, scope, start, done: start, to }
}

const nothingRead = {
  ...{ fetchedBefore: 0, fetched: 0, created: 0, updated: 0 },
  ...{ hasRetried: false, hasRight: false, withoutRight: 0 },
}

/** Returns the progress of an earlier attempt; null when there is none. Only the task writes it. */
export function savedProgress(progress: RunningTask['progress']): Progress | null {
  if (!('done' in progress)) return null
  const saved = progress as unknown as Progress
  return { ...saved, fetched: saved.fetchedBefore }
}

/** Plans a sync: a chosen range, the changes since the last one, or everything, from where a first sync was stopped. */
export async function planProgress(
  ctx: Ctx,
  shopId: number,
  { keptMs }: OrderLimits,
  { from, to }: RunningTask['params'],
): Promise<Progress> {
  if (typeof from === 'number' && typeof to === 'number') return { ...rangeOf('created', 'chosen', from, to), ...nothingRead }
  const { db, clock } = ctx
  const now = clock.now().getTime()
  const oldest = now - keptMs
  const cursor = await db.selectFrom('order_cursor').select('modified_until').where('shop_id', '=', shopId).executeTakeFirst()
  const last = cursor?.modified_until.getTime() ?? Number.NEGATIVE_INFINITY
  if (last >= oldest) return { ...changesSince(Math.min(last, now), now), ...nothingRead }
  const first = await db
    .selectFrom('order_sync')
    .select(['first_done', 'first_until'])
    .where('shop_id', '=', shopId)
    .executeTakeFirst()
  const [done, until] = [first?.first_done?.getTime() ?? oldest, first?.first_until?.getTime() ?? now]
  const isStopped = until >= oldest && until <= now
  const range = isStopped ? rangeOf('created', 'first', Math.max(done, oldest), until) : rangeOf('created', 'first', oldest, now)
  return { ...range, ...nothingRead }
}

const changesSince = (last: number, now: number): Range => rangeOf('modified', 'changes', last - overlapMs, now)

/** After a first sync that took long or was stopped, returns the progress with the changes since its begin as its range; else null. */
export function changesAfterFirst(progress: Progress, now: number): Progress | null {
  if (progress.scope !== 'first' || progress.to >= now - overlapMs) return null
  return { ...progress, ...changesSince(progress.to, now) }
}

/** Returns the next window of a range that is not done. It begins a second after the last one, and its ends are never equal. */
export function nextWindow({ by, start, done, to }: Progress, { rangeMs }: OrderLimits): OrderRange {
  const end = Math.min(done + rangeMs[by], to)
  const from = done === start ? done : done + second
  return { by, from: new Date(Math.min(from, end - second)), to: new Date(end) }
}
