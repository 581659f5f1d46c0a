/** Begins sync tasks, once per subject, and reads them for polling. */
import type { Selectable } from 'kysely'
import { taskStatus } from '../../../contract/constants'
import type { Ctx, Deps } from '../../kernel/context'
import { notFound } from '../../kernel/failure'
import { findOwned } from '../../kernel/owned'
import type { Database } from '../../kernel/tables'
import { transact } from '../../kernel/transact'

export type TaskRow = Selectable<Database['sync_task']>

/** Time for which ended tasks are stored. */
export const endedLifeMs = 7 * 24 * 60 * 60 * 1000

export interface NewTask {
  readonly kind: string
  readonly subject: string
  readonly params?: Readonly<Record<string, unknown>>
  /** As for a job: 0 by default. */
  readonly priority?: number
}

/** Begins a task; while one of the same kind and subject is running, that one is returned. */
export async function beginTask(ctx: Ctx, { kind, subject, params = {}, priority = 0 }: NewTask): Promise<TaskRow> {
  // Retried, because the running one may end between the two statements.
  for (let attempts = 0; attempts < 3; attempts += 1) {
    const created = await transact(ctx, (inner) => createTask(inner, { kind, subject, params, priority }))
    if (created) {
      ctx.jobs.wake(kind)
      return created
    }
    const running = await ctx.db
      .selectFrom('sync_task')
      .selectAll()
      .where('account_id', '=', ctx.actor.accountId)
      .where('kind', '=', kind)
      .where('subject', '=', subject)
      .where('status', '=', taskStatus.running)
      .executeTakeFirst()
    if (running) return running
  }
  throw new Error(`a task ${kind} of ${subject} could neither be begun nor found`)
}

/** Returns undefined when one of the same kind and subject is running. */
async function createTask(ctx: Ctx, { kind, subject, params, priority }: Required<NewTask>): Promise<TaskRow | undefined> {
  const { accountId } = ctx.actor
  const now = ctx.clock.now()
  const row = await ctx.db
    .insertInto('sync_task')
    .values({
      account_id: accountId,
      kind,
      subject,
      params: JSON.stringify(params),
      status: taskStatus.running,
      created_at: now,
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'kind', 'subject']).where('status', '=', 1).doNothing())
    .returningAll()
    .executeTakeFirst()
  if (row) await ctx.jobs.send(ctx.db, { queue: kind, accountId, data: { taskId: row.id }, priority })
  return row
}

export async function readTask(ctx: Ctx, kind: string, id: number): Promise<TaskRow> {
  const row = await findOwned(ctx, 'sync_task', id)
  if (row?.kind !== kind) throw notFound('同步任务')
  return row
}

/** Removes tasks that ended long ago. */
export async function sweepTasks({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await db
    .deleteFrom('sync_task')
    .where('finished_at', '<', new Date(clock.now().getTime() - endedLifeMs))
    .execute()
}
