/** Reads the first page of an account's orders by bare SQL, as often as its parent process asks; sends the milliseconds of each. */
import { sql } from 'kysely'
import { openDatabase } from '../../server/infra/db/open'
import { barePage } from '../list/cases'

const { db } = await openDatabase({ databaseUrl: process.env.DATABASE_URL, dataDir: '' })
process.on('message', async ({ accountId, times }: { accountId: number; times: number }) => {
  const durations: number[] = []
  for (let n = 0; n < times; n += 1) {
    const start = performance.now()
    await barePage(db, sql`account_id = ${accountId}::bigint and parent_id is null`, 0)
    durations.push(performance.now() - start)
  }
  process.send?.(durations)
})
process.once('disconnect', () => process.exit(0))
process.send?.('ready')
