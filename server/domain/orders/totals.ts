/**
 * Caches the total of a filter while no order of the account changes, so that turning a page needs no counting. The database
 * records every statement that changes orders, whichever process sends it, so a cached total is as exact as a new one.
 */
import { sql } from 'kysely'
import type { Ctx, Db, Deps } from '../../kernel/context'

interface CachedTotal {
  readonly total: unknown
  readonly changes: string
  /** Expiry, by `performance.now`. */
  readonly expiresAt: number
}

const maxCached = 1000
const lifeMs = 10 * 60_000
/** Longer than any total is cached, so that removing old records cannot make an outdated total look valid. */
export const changeLifeMs = 60 * 60_000

const totalsByDb = new WeakMap<Db, Map<string, CachedTotal>>()

/** SQL expression over the account's recorded changes: two equal values mean that no order changed between them. */
export const changesOf = (accountId: number) => sql<string>`(
  select count(*) || ' ' || coalesce(sum(id), 0) from order_change where account_id = ${accountId})`

/**
 * Returns the total of `filter`, from the cache or by `count`. `changes` was read before; where it is undefined, because the query
 * returned no row, the total is counted again. The total may be newer than `changes`, never older.
 */
export async function cachedTotal<T>(
  { db, actor }: Ctx,
  filter: object,
  changes: string | undefined,
  count: () => Promise<T>,
): Promise<T> {
  // Callers with other shops have other handles. A transaction counts rows that others cannot see yet, so its total is not cached.
  if (changes === undefined || db.isTransaction) return count()
  const totals = totalsByDb.get(db) ?? new Map<string, CachedTotal>()
  totalsByDb.set(db, totals)
  const key = JSON.stringify([actor.accountId, Object.entries(filter).sort()])
  const cached = totals.get(key)
  if (cached?.changes === changes && cached.expiresAt > performance.now()) return cached.total as T
  const total = await count()
  totals.delete(key)
  totals.set(key, { total, changes, expiresAt: performance.now() + lifeMs })
  // The oldest entry is first.
  for (const oldest of totals.keys()) {
    if (totals.size <= maxCached) break
    totals.delete(oldest)
  }
  return total
}

/** Removes old change records, except the latest of each account. */
export async function sweepOrderChanges({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - changeLifeMs)
  await sql`
    delete from order_change c where at < ${before}
      and exists (select from order_change later where later.account_id = c.account_id and later.id > c.id)`.execute(db)
}
