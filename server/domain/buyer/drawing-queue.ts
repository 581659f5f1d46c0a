/**
 * The queue of submitted designs that wait for their drawing. A row says to buyer and seller how far it is; a newer submission takes a
 * waiting row over. Accounts take turns, and within an account its links do.
 */
import { type Selectable, sql } from 'kysely'
import type { BuyerDrawing } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'
import type { Database } from '../../kernel/tables'
import { measuredTasks, type QueuePlace, secondsLeft } from '../tasks/waiting'
import type { DesignRow } from './access'

/** Name of the queue; its jobs name the row as `taskId`. */
export const drawingQueue = 'buyer-drawing'

export type DrawingRow = Selectable<Database['buyer_drawing']>

/**
 * Queues the drawing of the last submission of a design, which is locked; wake the queue when the transaction is over. A row that
 * waits already keeps its place.
 */
export async function queueDrawing(ctx: Ctx, { id, setting_id, submitted_revision: revision }: DesignRow): Promise<void> {
  if (revision === null) throw new Error(`design ${id} was not submitted`)
  const { db, actor, clock, jobs } = ctx
  const kept = await db.selectFrom('buyer_drawing').select('status').where('design_id', '=', id).forUpdate().executeTakeFirst()
  if (kept?.status === 'waiting') {
    await db.updateTable('buyer_drawing').set({ revision }).where('design_id', '=', id).execute()
    return
  }
  const rank = await rankOf(ctx, setting_id)
  const waiting = {
    revision,
    rank,
    status: 'waiting' as const,
    error: null,
    queued_at: clock.now(),
    started_at: null,
    ended_at: null,
  }
  const { id: taskId } = await db
    .insertInto('buyer_drawing')
    .values({ account_id: actor.accountId, design_id: id, ...waiting })
    .onConflict((conflict) => conflict.column('design_id').doUpdateSet(waiting))
    .returning('id')
    .executeTakeFirstOrThrow()
  await jobs.send(db, { queue: drawingQueue, accountId: actor.accountId, data: { taskId }, priority: -rank })
}

/**
 * Returns the rank of one more design behind a link: the number of rounds in which every other account, and every other link of the
 * account, comes first. A link with many waiting designs so delays neither other links nor other accounts.
 */
async function rankOf({ db, actor }: Ctx, settingId: number | null): Promise<number> {
  const { rows } = await sql<{ ofLink: number; otherLinks: number }>`
    select count(*) filter (where design.setting_id is not distinct from ${settingId}::bigint)::int as "ofLink",
      count(distinct coalesce(design.setting_id, 0)) filter (where design.setting_id is distinct from ${settingId}::bigint)::int
        as "otherLinks"
    from buyer_drawing drawing join buyer_design design on design.id = drawing.design_id
    where drawing.account_id = ${actor.accountId} and drawing.status in ('waiting', 'drawing')`.execute(db)
  const { ofLink = 0, otherLinks = 0 } = rows[0] ?? {}
  return ofLink * (otherLinks + 1) + otherLinks
}

/** Ends the drawing of a design that was sent back; a drawing that runs is removed when it is ready. */
export async function forgetDrawing({ db, actor }: Ctx, designId: number): Promise<void> {
  await db.deleteFrom('buyer_drawing').where('account_id', '=', actor.accountId).where('design_id', '=', designId).execute()
}

/** Whether the pictures of what was submitted last are not there yet. */
export const isUndrawn = ({ status, print_file_id }: Pick<DesignRow, 'status' | 'print_file_id'>): boolean =>
  status === 'submitted' && print_file_id === null

/** Bounds of the time until the page asks again, ms: soon enough for the buyer, and seldom where it takes long. */
const poll = { unknown: 3000, least: 1500, most: 15_000 }

/** Why there is nothing to print of a submission that was drawn. */
export const lostText = '打印文件丢失了，需要重新生成'

interface Progress extends Pick<DrawingRow, 'error'>, Omit<QueuePlace, 'isRunning'> {
  /** Null: there is no drawing, or it has ended, and its files are gone. */
  readonly status: BuyerDrawing['status'] | null
}

/**
 * Returns how far the drawing of a design is; null when nothing is to be drawn. A submission whose print file was lost counts as
 * failed, because it can be drawn again.
 */
export async function readDrawing({ db, clock }: Pick<Ctx, 'db' | 'clock'>, designId: number): Promise<BuyerDrawing | null> {
  const { rows } = await sql<Progress>`
    select nullif(own.status, 'done') as status, own.error,
      (select count(*)::int from buyer_drawing other where other.id <> own.id and (other.status = 'drawing'
        or other.status = 'waiting' and (other.rank, other.queued_at, other.id) < (own.rank, own.queued_at, own.id))) as ahead,
      (select count(*)::int from buyer_drawing other where other.status = 'drawing') as running,
      (select avg(seconds)::float8 from (
        select extract(epoch from ended_at - started_at) as seconds from buyer_drawing
        where status = 'done' order by ended_at desc limit ${measuredTasks}) last) as "meanSeconds",
      coalesce(extract(epoch from ${clock.now()}::timestamptz - own.started_at), 0)::float8 as "runningSeconds"
    from buyer_design design left join buyer_drawing own on own.design_id = design.id
    where design.id = ${designId} and design.status = 'submitted' and design.print_file_id is null`.execute(db)
  const [row] = rows
  if (!row) return null
  const status = row.status ?? 'failed'
  const error = row.status === null ? lostText : row.error
  if (status === 'failed') return { status, error, ahead: 0, seconds: null, pollMs: poll.most }
  const seconds = secondsLeft({ ...row, isRunning: status === 'drawing' })
  const pollMs = seconds === null ? poll.unknown : Math.round(Math.min(poll.most, Math.max(poll.least, seconds * 250)))
  return { status, error: null, ahead: status === 'waiting' ? row.ahead : 0, seconds, pollMs }
}
