/**
 * The database's clock. Several servers share one database, and no server's own clock is authoritative: credits, sessions and
 * leases must end for all of them at once. Between two readings time advances by this process's monotonic clock, which nobody
 * sets.
 */
import { sql } from 'kysely'
import type { Db } from '../../kernel/context'
import type { Clock } from '../../ports/clock'

const readEveryMs = 30_000

export interface DatabaseClock extends Clock {
  stop(): void
}

/** Difference between this machine's clock and the database's that is worth a word, ms: lines of the log carry the machine's. */
const clockToleranceMs = 5_000

/** Returns what the log says once about a machine's clock that is `offsetMs` ahead of the database's; null if it is right. */
export const offsetWarning = (offsetMs: number): string | null =>
  Math.abs(offsetMs) <= clockToleranceMs
    ? null
    : `本机时钟与数据库的相差 ${Math.round(offsetMs / 1000)} 秒：日志的时间以本机为准，其他一律以数据库为准；请校准（NTP）`

/** Returns the database's current time, ms since 1970. */
export async function databaseTime(db: Db): Promise<number> {
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db)
  if (!rows[0]) throw new Error('the database told no time')
  return rows[0].at.getTime()
}

/**
 * Starts the clock. Rejects when the database does not return its time now; a later reading that fails is reported and the clock
 * continues. `monotonic` returns ms since any moment and is never set back or ahead.
 */
export async function startDatabaseClock(
  read: () => Promise<number>,
  report: (error: unknown) => void,
  monotonic: () => number = () => performance.now(),
): Promise<DatabaseClock> {
  let offsetMs = 0
  const readClock = async (): Promise<void> => {
    const requestedAt = monotonic()
    const at = await read()
    offsetMs = at - (requestedAt + monotonic()) / 2
  }
  await readClock()
  const timer = setInterval(() => void readClock().catch(report), readEveryMs)
  timer.unref()
  return { now: () => new Date(monotonic() + offsetMs), stop: () => clearInterval(timer) }
}
