/**
 * Fills a PostgreSQL with accounts that have orders, credits and a session, for the benchmark of scale. argv: number of accounts, orders
 * of each, and the sizes of further accounts. Sends the accounts with their sessions to its parent process.
 */

import { sql } from 'kysely'
import { creditsPerImage } from '../../contract/constants'
import { settle } from '../../server/domain/credits/settle'
import { createAccount } from '../../server/domain/users/accounts'
import { openSession } from '../../server/domain/users/sessions'
import { openDatabase } from '../../server/infra/db/open'
import { insertOrders } from '../lib/orders'

export interface Account {
  readonly accountId: number
  readonly token: string
  readonly orders: number
  readonly brand: number
  /** Ids of designs that are not paid for, each of which can be charged once. */
  readonly designs: readonly number[]
  /** The price that every charge names. */
  readonly creditsPerImage: number
}

const credits = 1_000_000
const fen = 500_000
/** Designs of an account that the benchmark may charge. */
const designsPerAccount = 2000
/** Accounts that are filled at the same time. */
const atOnce = 6

const [accounts = 1, ordersEach = 100, ...sizes] = process.argv.slice(2).map(Number)
const database = await openDatabase({ databaseUrl: process.env.DATABASE_URL, dataDir: '' })
const { db } = database
const clock = { now: () => new Date() }

async function fill(name: string, orders: number): Promise<Account> {
  const { accountId, userId } = await createAccount({ db, clock }, { name })
  const mine = { account_id: accountId }
  const { id: brand } = await db
    .insertInto('phone_brand')
    .values({ ...mine, name: '苹果', position: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertOrders(db, accountId, orders)
  const outTradeNo = `KJ${name}`
  const now = clock.now()
  await db
    .insertInto('recharge_record')
    .values({
      ...mine,
      out_trade_no: outTradeNo,
      credits,
      amount_fen: fen,
      operator: name,
      status: 1,
      created_at: now,
      closes_at: new Date(now.getTime() + 900_000),
    })
    .execute()
  const paid = { status: 'paid' as const, tradeNo: outTradeNo, totalFen: fen, paidAt: now, refundedFen: 0 }
  await settle({ db, clock }, { outTradeNo, ...paid })
  const { rows } = await sql<{ id: number }>`
    select id from customization where account_id = ${accountId} order by id limit ${designsPerAccount}`.execute(db)
  const token = await openSession({ db, clock }, userId)
  return { accountId, token, orders, brand, designs: rows.map(({ id }) => id), creditsPerImage }
}

const filled: Account[] = []
for (let n = 0; n < accounts; n += atOnce) {
  const some = Array.from({ length: Math.min(atOnce, accounts - n) }, (_, i) => fill(`seller-${n + i}`, ordersEach))
  filled.push(...(await Promise.all(some)))
}
for (const size of sizes) filled.push(await fill(`size-${size}`, size))
await sql`vacuum (analyze)`.execute(db)
await database.close()
process.send?.(filled, () => process.disconnect())
