import { sql } from 'kysely'
import type { Db } from './context'
import { transact } from './transact'

/**
 * Runs `work` in one transaction unless another process of the same database is at work of the same name: then nothing is done. For
 * statements that touch many rows in no order, two of which would wait for each other.
 */
export async function alone(db: Db, name: string, work: (inner: Db) => Promise<void>): Promise<void> {
  await transact({ db }, async (inner) => {
    const { rows } = await sql<{ mine: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as mine`.execute(inner.db)
    if (rows[0]?.mine) await work(inner.db)
  })
}
