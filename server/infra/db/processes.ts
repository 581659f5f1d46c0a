/**
 * Signs of life of the processes that serve on a database. Connections prove nothing: a pooler keeps those of stopped processes, and shows
 * those of running ones only while they work.
 */
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../kernel/context'
import { every } from '../every'

/** Interval at which a process shows that it lives, ms. */
const beatMs = 10_000
/** Age at which a sign of life counts as a dead process's, s: four beats may be late. */
export const lifeSeconds = 45
/** Age at which the row of a dead process is removed, s. */
const forgetSeconds = 24 * 60 * 60

export interface ServingProcess {
  readonly program: string
  readonly version: string
  readonly host: string
  readonly pid: number
  readonly startedAt: Date
  /** Seconds since its last sign of life. */
  readonly age: number
}

export interface ProcessMark {
  /** Removes the sign of life, so that nobody waits for this process. */
  leave(): Promise<void>
}

const secondsAgo = (seconds: number): RawBuilder<Date> => sql<Date>`now() - make_interval(secs => ${seconds})`

/** Returns the processes that live, the oldest first; none for a database that is older than these signs. */
export async function livingProcesses(db: Db): Promise<readonly ServingProcess[]> {
  const { rows: known } = await sql`select where to_regclass('server_process') is not null`.execute(db)
  if (known.length === 0) return []
  return db
    .selectFrom('server_process')
    .select(['program', 'version', 'host', 'pid', 'started_at as startedAt'])
    .select(sql<number>`extract(epoch from now() - seen_at)::float8`.as('age'))
    .where('seen_at', '>', secondsAgo(lifeSeconds))
    .orderBy('started_at')
    .execute()
}

export interface ProcessOptions {
  readonly program: 'server' | 'cutout'
  readonly version: string
  /** Called once when the sign of life has gone: another database took the place of the one that this process opened. */
  readonly onReplaced: () => void
  /** Receives the first of several failed beats; the next one may succeed. */
  readonly report: (error: unknown) => void
  readonly everyMs?: number
}

/** Shows from now on that this process lives, until it leaves. */
export async function markProcess(db: Db, options: ProcessOptions): Promise<ProcessMark> {
  const { program, version, onReplaced, report, everyMs = beatMs } = options
  const id = randomUUID()
  await db.insertInto('server_process').values({ id, program, version, host: hostname(), pid: process.pid }).execute()
  const beat = async (): Promise<void> => {
    const { numUpdatedRows } = await db
      .updateTable('server_process')
      .set({ seen_at: sql`now()` })
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) {
      beating.stop()
      return onReplaced()
    }
    await db.deleteFrom('server_process').where('seen_at', '<', secondsAgo(forgetSeconds)).execute()
  }
  const beating = every(everyMs, beat, report)
  return {
    async leave() {
      beating.stop()
      await db.deleteFrom('server_process').where('id', '=', id).execute()
    },
  }
}
