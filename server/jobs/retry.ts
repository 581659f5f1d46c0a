/** Gives failed work another try after the operator mended its cause. */
import { taskStatus } from '../../contract/constants'
import { deliveryQueue } from '../domain/buyer/delivery'
import { drawingQueue } from '../domain/buyer/drawing-queue'
import type { Db } from '../kernel/context'
import type { DeadLetter } from '../kernel/jobs'
import { cutoutQueues } from './cutouts'

/** Moves dead letters; both run in the transaction `db`. */
export interface DeadLetters {
  redrive(db: Db, ids: readonly string[]): Promise<void>
  discard(db: Db, ids: readonly string[]): Promise<void>
}

export interface Retried {
  /** Jobs that are in their queues again. */
  readonly retried: number
  /** Letters without work left to do: the row was deleted, or a newer task does the same. They are removed. */
  readonly discarded: number
}

/** Puts these dead letters back into their queues, and shows their rows as running again. */
export const retryLetters = (db: Db, box: DeadLetters, letters: readonly DeadLetter[]): Promise<Retried> =>
  db.transaction().execute(async (tx) => {
    const retry: string[] = []
    const discard: string[] = []
    for (const letter of letters) ((await reopen(tx, letter)) ? retry : discard).push(letter.id)
    if (retry.length > 0) await box.redrive(tx, retry)
    if (discard.length > 0) await box.discard(tx, discard)
    return { retried: retry.length, discarded: discard.length }
  })

/** Sets the row of a failed job running again. False when it is gone or no longer failed, or when another one took its place. */
async function reopen(db: Db, { queue, data }: DeadLetter): Promise<boolean> {
  if (cutoutQueues.some(({ name }) => name === queue)) {
    const row = await db
      .updateTable('cutout_task')
      .set({ status: 'RUNNING', error: null })
      .where('id', '=', String(data.taskId))
      .where('status', '=', 'FAILED')
      .executeTakeFirst()
    return row.numUpdatedRows > 0n
  }
  if (queue === drawingQueue) {
    const row = await db
      .updateTable('buyer_drawing')
      .set({ status: 'waiting', error: null })
      .where('id', '=', Number(data.taskId))
      .where('status', '=', 'failed')
      .executeTakeFirst()
    return row.numUpdatedRows > 0n
  }
  if (queue === deliveryQueue) {
    const row = await db
      .updateTable('platform_delivery')
      .set({ status: 'waiting', error: null })
      .where('id', '=', Number(data.deliveryId))
      .where('status', '=', 'failed')
      .executeTakeFirst()
    return row.numUpdatedRows > 0n
  }
  const row = await db
    .updateTable('sync_task as task')
    .set({ status: taskStatus.running, error: null, finished_at: null })
    .where('id', '=', Number(data.taskId))
    .where('status', '=', taskStatus.failed)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('sync_task as other')
            .select('other.id')
            .where('other.status', '=', taskStatus.running)
            .whereRef('other.account_id', '=', 'task.account_id')
            .whereRef('other.kind', '=', 'task.kind')
            .whereRef('other.subject', '=', 'task.subject'),
        ),
      ),
    )
    .executeTakeFirst()
  return row.numUpdatedRows > 0n
}
