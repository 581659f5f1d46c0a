/**
 * The counts of the home screen, kept by the transactions that change it (docs/adr/0057-counts-of-the-home-screen.md): sums by shop and day,
 * and the changes that are not added up yet. A handle that knows only some shops reads the counts of these alone.
 */
import { type RawBuilder, sql } from 'kysely'
import { beijingDayNumber } from '../../../contract/rules/beijing-time'
import type { Ctx, Db, Deps } from '../../kernel/context'
import type { Database } from '../../kernel/tables'

export type CountKind = Database['home_count']['kind']

/** Rows of key, day and count of an account since a day, which is a number of days since 1970-01-01 in Beijing; a key has several. */
export const countsOf = (accountId: number, kind: CountKind, fromDay: number): RawBuilder<unknown> => sql`(
  select key, day, shop_id, count from home_count where account_id = ${accountId} and kind = ${kind} and day >= ${fromDay}::int
  union all
  select key, day, shop_id, count from home_count_change where account_id = ${accountId} and kind = ${kind} and day >= ${fromDay}::int)`

/** Returns what is to do now: a count for each key that has one. */
export async function readTodoCounts({ db, actor }: Pick<Ctx, 'db' | 'actor'>): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ key: string; count: number }>`
    select key, sum(count)::int as count from ${countsOf(actor.accountId, 'todo', 0)} counted group by key`.execute(db)
  return new Map(rows.map(({ key, count }) => [key, count]))
}

/** Returns the sums of a kind since the beginning of today and of the last seven days in Beijing, today included. */
export async function readPeriods(
  { db, actor, clock }: Pick<Ctx, 'db' | 'actor' | 'clock'>,
  kinds: readonly CountKind[],
): Promise<ReadonlyMap<CountKind, { readonly today: number; readonly week: number }>> {
  const day = beijingDayNumber(clock.now().getTime())
  const counted = kinds.map(
    (kind) => sql`select ${kind}::text as kind, day, count from ${countsOf(actor.accountId, kind, day - 6)} one`,
  )
  const { rows } = await sql<{ kind: CountKind; today: number; week: number }>`
    select kind, coalesce(sum(count) filter (where day >= ${day}::int), 0)::float8 as today, sum(count)::float8 as week
    from (${sql.join(counted, sql` union all `)}) counted group by kind`.execute(db)
  return new Map(rows.map(({ kind, ...sums }) => [kind, sums]))
}

/** Adds the latest changes up, so that few rows have to be read. */
export async function addUpCounts({ db }: Pick<Deps, 'db'>): Promise<void> {
  await sql`select add_up_home_counts()`.execute(db)
}

/** Removes sums that have become nothing. */
export async function sweepCounts({ db }: Pick<Deps, 'db'>): Promise<void> {
  await db.deleteFrom('home_count').where('count', '=', 0).execute()
}

/** Returns how many counts differ from those of all orders and designs, which are read for it: 0, unless somebody wrote past the triggers. */
export async function countDifferences(db: Db): Promise<number> {
  const { rows } = await sql<{ differences: number }>`
    with kept as (
      select account_id, kind, day, shop_id, key, sum(count) as count from (
        select account_id, kind, day, shop_id, key, count from home_count
        union all select account_id, kind, day, shop_id, key, count from home_count_change) both_kept
      group by 1, 2, 3, 4, 5 having sum(count) <> 0
    )
    select count(*)::int as differences from kept full join home_counts_plain() plain using (account_id, kind, day, shop_id, key)
    where kept.count is distinct from plain.count`.execute(db)
  return rows[0]?.differences ?? 0
}

/** Counts everything anew, while no order can change. */
export async function recountHome(db: Db): Promise<void> {
  await sql`select recount_home()`.execute(db)
}
