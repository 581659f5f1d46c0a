import { sql } from 'kysely'
import type { Db } from './context'
import { transact } from './transact'

/**
 * Runs `work` in one transaction, or does nothing if another process on the same database is running work of the same name. For
 * statements that update many rows in no fixed order, two of which could deadlock.
 */
export async function runExclusively(db: Db, name: string, work: (inner: Db) => Promise<void>): Promise<void> {
  await transact({ db }, async (inner) => {
    const { rows } = await sql<{ mine: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as mine`.execute(inner.db)
    if (rows[0]?.mine) await work(inner.db)
  })
}
