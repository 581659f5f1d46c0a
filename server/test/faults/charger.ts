/**
 * A server process reduced to one recharge, one charge and, with CORRECT, the refund of the charge. A test kills it between their
 * steps. argv: data directory. STOP: the table after whose write it stops inside the transaction; without STOP it runs to the
 * end. It prints `books <json>` with the state found at start, then `stopped` or `done <json>`.
 */

import { writeSync } from 'node:fs'
import { InsertQueryNode, type KyselyPlugin, TableNode, UpdateQueryNode } from 'kysely'
import { charge } from '../../domain/credits/charge'
import { correctMissing } from '../../domain/credits/corrections'
import { settle } from '../../domain/credits/settle'
import { runOnce } from '../../http/idempotency'
import { openDatabase } from '../../infra/db/open'
import type { Ctx, Db } from '../../kernel/context'
import { insertShop } from '../rows'

const print = (line: string): void => {
  writeSync(1, `${line}\n`)
}
const [dataDir] = process.argv.slice(2)
if (!dataDir) throw new Error('usage: charger DATA_DIR')

const database = await openDatabase({ dataDir })
const clock = { now: () => new Date('2026-03-01T08:00:00Z') }

/** Stops the process's work after the first write to `table`. */
function stopAfter(table: string): KyselyPlugin {
  const writes = new WeakSet<object>()
  return {
    transformQuery({ node, queryId }) {
      const target = InsertQueryNode.is(node) ? node.into : UpdateQueryNode.is(node) ? node.table : undefined
      if (target && TableNode.is(target) && target.table.identifier.name === table) writes.add(queryId)
      return node
    },
    async transformResult({ queryId, result }) {
      if (!writes.has(queryId)) return result
      print('stopped')
      return new Promise<never>(() => {
        setInterval(() => undefined, 60_000)
      })
    },
  }
}

/** Creates an account with a recharge record of 1000 credits and ten customizations, unless there is one. */
async function prepare(db: Db): Promise<number> {
  const known = await db.selectFrom('account').select('id').executeTakeFirst()
  if (known) return known.id
  return db.transaction().execute(async (tx) => {
    const { id: account_id } = await tx.insertInto('account').values({ name: 'shop' }).returning('id').executeTakeFirstOrThrow()
    const shop_id = await insertShop(tx, account_id)
    const at = clock.now()
    const recharge = { account_id, out_trade_no: 'KJ1', credits: 1000, amount_fen: 500, operator: 'shop', status: 1 as const }
    await tx
      .insertInto('recharge_record')
      .values({ ...recharge, closes_at: at })
      .execute()
    const order = { account_id, shop_id, original_id: '1', is_platform_order: true, created_at: at, sha256: '1', search: '1' }
    const { id: order_id } = await tx
      .insertInto('shop_order')
      .values({ ...order, merge_split_status: 'INDEPENDENT' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const item = { account_id, order_id, place: 0, original_id: '1', title: '壳', properties_name: '', quantity: 1 }
    const { id: order_item_id } = await tx.insertInto('order_item').values(item).returning('id').executeTakeFirstOrThrow()
    const names = { phone_brand_name: '', phone_model_name: '', material_name: '', material_color_name: '' }
    for (let place = 0; place < 10; place += 1) {
      const { id: customization_id } = await tx
        .insertInto('customization')
        .values({ account_id, shop_id, key: `${place}`, ...names, customized_image_url: '/files/a/b.png', snapshot: '{}' })
        .returning('id')
        .executeTakeFirstOrThrow()
      await tx.insertInto('order_item_customization').values({ account_id, order_item_id, customization_id, place }).execute()
    }
    return account_id
  })
}

const accountId = await prepare(database.db)
const count = async (table: 'usage_line' | 'usage_record' | 'journal' | 'idempotency'): Promise<number> =>
  (
    await database.db
      .selectFrom(table)
      .select((row) => row.fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow()
  ).rows
const side = await database.db.selectFrom('ledger_account').select('balance').where('kind', '=', 'balance').executeTakeFirst()
const lot = await database.db.selectFrom('credit_lot').select('remaining').executeTakeFirst()
const record = await database.db.selectFrom('recharge_record').select('status').executeTakeFirstOrThrow()
print(
  `books ${JSON.stringify({
    status: record.status,
    balance: side?.balance ?? 0,
    left: lot?.remaining ?? 0,
    lines: await count('usage_line'),
    records: await count('usage_record'),
    journals: await count('journal'),
    keys: await count('idempotency'),
  })}`,
)

const db = process.env.STOP ? database.db.withPlugin(stopAfter(process.env.STOP)) : database.db
const paid = { outTradeNo: 'KJ1', status: 'paid', tradeNo: 'T1', totalFen: 500, paidAt: null, refundedFen: 0 } as const
await settle({ db, clock }, paid)
const rows = await database.db.selectFrom('customization').select('id').orderBy('id').execute()
const ids = rows.map(({ id }) => id)
const actor = { accountId, userId: 1, username: 'shop', permissions: [] }
// A charge uses nothing else of its context, and a correction looks for pictures that are missing.
const ctx = { db, clock, actor, traceId: 'test', examiner: { analyse: (read: () => unknown) => read() } } as unknown as Ctx
const reply = await runOnce(ctx, 'the-one-click', 'same', (inner) => charge(inner, ids))
const corrected = process.env.CORRECT ? await correctMissing(ctx, ids) : reply
print(`done ${JSON.stringify(corrected)}`)
await new Promise<never>(() => {
  setInterval(() => undefined, 60_000)
})
