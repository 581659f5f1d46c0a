/**
 * How many orders a filter leaves, counted once while no order of the account changes: turning a page costs no counting. The database
 * notes every statement that changes orders, whichever process sends it, so a total is as right as one that was counted now.
 */
import { sql } from 'kysely'
import type { Ctx, Db, Deps } from '../../kernel/context'

interface Kept {
  readonly total: number
  readonly changes: string
  /** When it is forgotten, by `performance.now`. */
  readonly until: number
}

const maxKept = 1000
const lifeMs = 10 * 60_000
/** Longer than any total is kept: what is removed cannot make an old one look right. */
export const changeLifeMs = 60 * 60_000

const kept = new WeakMap<Db, Map<string, Kept>>()

/** What is noted of the account's orders: two answers are the same only if no order changed between them. */
export const changesOf = (accountId: number) => sql<string>`(
  select count(*) || ' ' || coalesce(sum(id), 0) from order_change where account_id = ${accountId})`

/**
 * The total of `filter`, by `count` unless it is known. `changes` was read before; undefined, where no row came with it, counts anew.
 * What is counted may be newer than what is noted with it, never older.
 */
export async function keptTotal(
  { db, actor }: Ctx,
  filter: object,
  changes: string | undefined,
  count: () => Promise<number>,
): Promise<number> {
  // A transaction counts rows that others cannot see yet, so its total is not kept.
  if (changes === undefined || db.isTransaction) return count()
  const totals = kept.get(db) ?? new Map<string, Kept>()
  kept.set(db, totals)
  const key = JSON.stringify([actor.accountId, Object.entries(filter).sort()])
  const known = totals.get(key)
  if (known?.changes === changes && known.until > performance.now()) return known.total
  const total = await count()
  totals.delete(key)
  totals.set(key, { total, changes, until: performance.now() + lifeMs })
  // The oldest comes first.
  for (const oldest of totals.keys()) {
    if (totals.size <= maxKept) break
    totals.delete(oldest)
  }
  return total
}

/** Forgets old notes, but the latest of each account. */
export async function sweepOrderChanges({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - changeLifeMs)
  await sql`
    delete from order_change c where at < ${before}
      and exists (select from order_change later where later.account_id = c.account_id and later.id > c.id)`.execute(db)
}
