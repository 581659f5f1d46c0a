/**
 * The database's clock. Several servers share one database and none of them is right by itself: what ends at a time (credits, sessions,
 * leases) ends for all of them at once. Between two looks at it time goes on by this process's monotonic clock, which nobody sets.
 */
import { sql } from 'kysely'
import type { Db } from '../../kernel/context'
import type { Clock } from '../../ports/clock'

const everyMs = 30_000

export interface DatabaseClock extends Clock {
  stop(): void
}

/** The database's time of this moment, ms. */
export async function databaseTime(db: Db): Promise<number> {
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db)
  if (!rows[0]) throw new Error('the database told no time')
  return rows[0].at.getTime()
}

/**
 * Rejects when the database does not tell its time now; a later look that fails is reported and the clock goes on. `monotonic`: ms since
 * any moment, never set back or ahead.
 */
export async function startDatabaseClock(
  read: () => Promise<number>,
  report: (error: unknown) => void,
  monotonic: () => number = () => performance.now(),
): Promise<DatabaseClock> {
  let ahead = 0
  const look = async (): Promise<void> => {
    const asked = monotonic()
    const at = await read()
    ahead = at - (asked + monotonic()) / 2
  }
  await look()
  const timer = setInterval(() => void look().catch(report), everyMs)
  timer.unref()
  return { now: () => new Date(monotonic() + ahead), stop: () => clearInterval(timer) }
}
