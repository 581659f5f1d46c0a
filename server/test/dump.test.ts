import { existsSync, mkdtempSync, readFileSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { settle } from '../domain/credits/settle'
import { dumpDatabase, loadDump } from '../infra/db/dump'
import { exportToFile, importFromFile } from '../infra/db/dump-file'
import { migrate, readMigrations } from '../infra/db/migrate'
import type { Db } from '../kernel/context'
import { emptyEmbeddedDatabase, type TestDatabase, testDatabase } from './database'
import { insertTemplate } from './rows'

const folder = mkdtempSync(join(tmpdir(), 'kejiang-dump-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let from: TestDatabase
let to: TestDatabase
beforeEach(async () => {
  from = await testDatabase()
  to = await testDatabase()
})
afterEach(async () => {
  await from.close()
  await to.close()
})

const name = '壳匠 "引号" \\ 反斜杠\n换行 😀'

/** Fills most tables with values that an export could easily change. */
async function fill(db: Db): Promise<void> {
  const { id: account_id } = await db.insertInto('account').values({ name }).returning('id').executeTakeFirstOrThrow()
  const user = { account_id, username: 'shop', is_main: true, permissions: ['a,b', '{"c"}', '', 'NULL'] }
  await db.insertInto('app_user').values(user).execute()
  await sql`insert into session (token_hash, user_id, expires_at) select 'hash', id, '2026-01-02 03:04:05.678901+08' from app_user`.execute(
    db,
  )
  const file = { account_id, kind: 1, name, status: 'ready', storage_key: 'k', size: Number.MAX_SAFE_INTEGER } as const
  const { id: fileId } = await db.insertInto('file').values(file).returning('id').executeTakeFirstOrThrow()
  await db
    .insertInto('wireframe')
    .values({ account_id, width: 500, height: 1044, background_file_id: fileId, width_mm: 0.1 + 0.2 })
    .execute()
  const stickers = await db
    .insertInto('asset_collection')
    .values({ account_id, type: 2, name, position: Number.MAX_SAFE_INTEGER })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('asset').values({ account_id, collection_id: stickers.id, file_id: fileId, position: -1 }).execute()
  const collection = await db
    .insertInto('template_collection')
    .values({ account_id, name, position: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const template_id = await insertTemplate(db, account_id, collection.id, { width: 1, height: 1, bound_collection_ids: '[1,2]' })
  const data = JSON.stringify({ text: name, x: 1e-7, deep: [null, { 中文: true }], big: 12345678901234567000 })
  await db
    .insertInto('template_layer')
    .values({ account_id, template_id, uuid: 'u', index: 0, image_file_id: fileId, data })
    .execute()
  await sql`insert into login_failure (key) select 'k' || g from generate_series(1, 1203) g`.execute(db)
}

/** Returns the whole database as text. */
async function lines(db: Db): Promise<string[]> {
  const all: string[] = []
  await dumpDatabase(db, (line) => {
    all.push(line)
  })
  return all
}

async function* each(all: readonly string[]): AsyncGenerator<string> {
  yield* all
}

describe('a database export', () => {
  test('an export is restored exactly from a compressed file', async () => {
    await fill(from.db)
    const file = join(folder, 'all.jsonl.gz')
    const counts = await exportToFile(from.db, file)
    expect(counts).toMatchObject({ account: 1, login_failure: 1203, template_layer: 1, asset: 1, phone_brand: 0 })
    expect(await importFromFile(to.db, file)).toEqual(counts)
    // The import refreshes the statistics, so the first queries are planned well.
    const { rows } = await sql<{ rows: number }>`select reltuples as rows from pg_class where oid = 'account'::regclass`.execute(
      to.db,
    )
    expect(rows).toEqual([{ rows: 1 }])
    expect(await lines(to.db)).toEqual(await lines(from.db))
    expect(existsSync(`${file}.partial`)).toBe(false)
  })

  test('an export lists the rows of a table by their key, wherever the database has put them', async () => {
    await from.db
      .insertInto('account')
      .values([{ name: '甲' }, { name: '乙' }])
      .execute()
    // PostgreSQL writes the new version of a row behind the other rows.
    await from.db.updateTable('account').set({ name: '丙' }).where('name', '=', '甲').execute()
    const names = (await lines(from.db)).flatMap((line) => /"name":"([甲乙丙])"/.exec(line)?.[1] ?? [])
    expect(names).toEqual(['丙', '乙'])
  })

  test('an export carries the ledger with its balances, and the ledger continues after the import', async () => {
    const clock = { now: () => new Date('2026-03-01T08:00:00Z') }
    const { id: account_id } = await from.db.insertInto('account').values({ name }).returning('id').executeTakeFirstOrThrow()
    const recharge = { account_id, credits: 2000, amount_fen: 1000, operator: name, status: 1 as const, closes_at: clock.now() }
    const pay = async (db: Db, outTradeNo: string) => {
      await db
        .insertInto('recharge_record')
        .values({ ...recharge, out_trade_no: outTradeNo })
        .execute()
      const paid = { outTradeNo, status: 'paid', tradeNo: outTradeNo, totalFen: 1000, paidAt: null, refundedFen: 0 } as const
      await settle({ db, clock }, paid)
    }
    await pay(from.db, 'KJ1')
    await pay(from.db, 'KJ2')
    const there = await lines(from.db)
    await loadDump(to.db, each(there))
    expect(await lines(to.db)).toEqual(there)
    await pay(to.db, 'KJ3')
    const balances = await to.db.selectFrom('ledger_account').select(['kind', 'balance']).where('balance', '<>', 0).execute()
    expect(new Map(balances.map(({ kind, balance }) => [kind, balance]))).toEqual(
      new Map([
        ['balance', 6000],
        ['recharged', -6000],
      ]),
    )
    // An export whose balances do not match its credit lots is refused as a whole.
    const bent = there.map((line) => line.replace('"kind":"balance","balance":4000', '"kind":"balance","balance":5000'))
    const empty = await emptyEmbeddedDatabase()
    await expect(loadDump(empty.db, each(bent))).rejects.toThrow('lots hold 4000, the ledger says 5000')
    await empty.close()
  })

  test('rows inserted after an import get ids above the imported ones', async () => {
    await fill(from.db)
    await loadDump(to.db, each(await lines(from.db)))
    const taken = await to.db.selectFrom('account').select('id').execute()
    const fresh = await to.db.insertInto('account').values({ name: 'next' }).returning('id').executeTakeFirstOrThrow()
    expect(fresh.id).toBeGreaterThan(Math.max(...taken.map((row) => row.id)))
  })

  test('an import gathers the statistics of its own tables, and of no other schema of the database', async () => {
    const rowsKnown = async ({ db }: TestDatabase) =>
      (await sql<{ known: number }>`select reltuples as known from pg_class where oid = 'account'::regclass`.execute(db)).rows
    await fill(from.db)
    await loadDump(to.db, each(await lines(from.db)))
    expect(await rowsKnown(to)).toEqual([{ known: 1 }])
    expect(await rowsKnown(from)).toEqual([{ known: -1 }])
  })

  test('an export moves between the embedded database and the database of this suite', async () => {
    await fill(from.db)
    const embedded = await emptyEmbeddedDatabase()
    const there = await lines(from.db)
    await loadDump(embedded.db, each(there))
    const back = await lines(embedded.db)
    expect(back).toEqual(there)
    await loadDump(to.db, each(back))
    expect(await lines(to.db)).toEqual(there)
    await embedded.close()
  })

  test('an export with missing, damaged or foreign lines is refused and changes nothing', async () => {
    await fill(from.db)
    const all = await lines(from.db)
    const row = all.findIndex((line) => line.includes('"key":"k7"'))
    const refused = async (changed: readonly string[], reason: string) => {
      await expect(loadDump(to.db, each(changed))).rejects.toThrow(reason)
      expect(await to.db.selectFrom('account').selectAll().execute()).toEqual([])
    }
    await refused(all.slice(0, -1), 'no end')
    await refused(all.toSpliced(row, 1), 'rows are missing')
    await refused(all.with(row, '{"id": 7, "key'), 'not a line of an export')
    await refused(['{}', ...all], 'not an export of this product')
    await refused([], 'empty')
    const [head = '', ...rest] = all
    await refused([head.replace(/"sha256":"\w/, '"sha256":"-'), ...rest], 'newer or different version')
  })

  test('an export is refused by a database that has rows', async () => {
    await fill(from.db)
    await to.db.insertInto('setting').values({ name: 'mine', value: '1' }).execute()
    await expect(loadDump(to.db, each(await lines(from.db)))).rejects.toThrow('not empty')
    expect(await to.db.selectFrom('setting').selectAll().execute()).toEqual([{ name: 'mine', value: '1' }])
  })

  test('an export of an older schema is loaded first and migrated afterwards', async () => {
    await fill(from.db)
    const old = await lines(from.db)
    const known = [
      ...readMigrations(),
      { name: '9001_more', sha256: 'x', sql: `alter table setting add column note text default '新'` },
    ]
    const empty = await emptyEmbeddedDatabase()
    await loadDump(empty.db, each(old), known)
    expect(await migrate(empty.db, known)).toEqual([])
    await empty.close()
  })

  test('an export from a truncated file is refused', async () => {
    await fill(from.db)
    const file = join(folder, 'cut.jsonl.gz')
    await exportToFile(from.db, file)
    truncateSync(file, Math.floor(readFileSync(file).length / 2))
    await expect(importFromFile(to.db, file)).rejects.toThrow()
    expect(await to.db.selectFrom('account').selectAll().execute()).toEqual([])
  })
})
