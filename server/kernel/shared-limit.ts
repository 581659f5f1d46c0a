/** Limits that all processes of a database share, by the database's clock: no process's own clock can end a limit early. */
import { sql } from 'kysely'
import type { Db } from './context'

export interface Uses {
  /** Uses of all processes in the current window. */
  readonly used: number
  /** Time until the window ends, ms. */
  readonly endsInMs: number
}

/** Counts `count` uses under `key` in windows of `windowMs`; the first use after the end of a window begins the next one. */
export async function countUses(db: Db, key: string, count: number, windowMs: number): Promise<Uses> {
  const { rows } = await sql<Uses>`
    insert into shared_limit as kept (key, used, ends_at)
    values (${key}, ${count}::int, now() + ${windowMs}::int * interval '1 millisecond')
    on conflict (key) do update set
      used = case when kept.ends_at <= now() then excluded.used else kept.used + excluded.used end,
      ends_at = case when kept.ends_at <= now() then excluded.ends_at else kept.ends_at end
    returning used, greatest(0, extract(epoch from ends_at - now()) * 1000)::float8 as "endsInMs"`.execute(db)
  if (!rows[0]) throw new Error(`the limit ${key} was not counted`)
  return rows[0]
}

/** Returns the uses under `key` in its current window. */
export async function usesOf(db: Db, key: string): Promise<number> {
  const { rows } = await sql<{ used: number }>`select used from shared_limit where key = ${key} and ends_at > now()`.execute(db)
  return rows[0]?.used ?? 0
}

/** Takes back one use that turned out not to count. */
export async function takeBackUse(db: Db, key: string): Promise<void> {
  await sql`update shared_limit set used = used - 1 where key = ${key} and used > 0 and ends_at > now()`.execute(db)
}

/** Restarts the window of `key`, so that it ends `windowMs` from now. Its uses stay counted. */
export async function restartWindow(db: Db, key: string, windowMs: number): Promise<void> {
  await sql`update shared_limit set ends_at = now() + ${windowMs}::int * interval '1 millisecond' where key = ${key}`.execute(db)
}

/**
 * Reserves the next turn under `key`, so that the turns of all processes are `intervalMs` apart, and returns the time until it comes, ms.
 * Returns null, and reserves nothing, when that would be more than `maxWaitMs`.
 */
export async function reserveTurn(db: Db, key: string, intervalMs: number, maxWaitMs: number): Promise<number | null> {
  const interval = sql`${intervalMs}::float8 * interval '1 millisecond'`
  const { rows } = await sql<{ waitMs: number }>`
    insert into shared_limit as kept (key, used, ends_at) values (${key}, 1, clock_timestamp() + ${interval})
    on conflict (key) do update set ends_at = greatest(kept.ends_at, clock_timestamp()) + ${interval}
      where kept.ends_at < clock_timestamp() + ${maxWaitMs}::float8 * interval '1 millisecond'
    returning greatest(0, extract(epoch from ends_at - ${interval} - clock_timestamp()) * 1000)::float8 as "waitMs"`.execute(db)
  return rows[0]?.waitMs ?? null
}

/** Deletes limits that ended. */
export async function sweepLimits(db: Db): Promise<void> {
  await sql`delete from shared_limit where ends_at < now() - interval '1 hour'`.execute(db)
}
