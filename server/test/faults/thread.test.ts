/** The embedded database, run from the sources in its own thread: opening, closing, failing, and what survives. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportToFile } from '../../infra/db/dump-file'
import { openDatabase } from '../../infra/db/open'
import { openThread } from '../../infra/db/pglite/client'
import { withCopy } from '../../infra/db/pglite/copy'
import { startMaintenance } from '../../infra/db/pglite/maintenance'
import type { Db } from '../../kernel/context'
import { newDatabaseFolder } from './process'

let dataDir = ''
beforeAll(async () => {
  dataDir = await newDatabaseFolder()
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

test('the embedded database keeps what was written and refuses queries once it is closed', async () => {
  const first = await openDatabase({ dataDir })
  expect(first.kind).toBe('embedded')
  await first.check()
  await first.db.insertInto('setting').values({ name: 'kept', value: '是' }).execute()
  // close() completes the work that was accepted before it.
  const last = first.db.insertInto('setting').values({ name: 'last', value: '1' }).execute()
  await Promise.all([first.close(), last])
  await first.close()
  await expect(first.check()).rejects.toThrow('closed')

  const second = await openDatabase({ dataDir })
  const rows = await second.db.selectFrom('setting').select(['name', 'value']).orderBy('name').execute()
  expect(rows).toEqual([
    { name: 'kept', value: '是' },
    { name: 'last', value: '1' },
  ])
  await second.close()
})

test('a long query of the embedded database does not block the server', async () => {
  const { db, close } = await openDatabase({ dataDir })
  let ticks = 0
  const timer = setInterval(() => {
    ticks += 1
  }, 5)
  await sql`select count(*) from generate_series(1, 2000000) g where g % 7 = 0`.execute(db)
  clearInterval(timer)
  expect(ticks).toBeGreaterThan(5)
  await close()
})

test('when the database thread ends, pending and later queries are rejected and the end is reported once', async () => {
  const deaths: Error[] = []
  const engine = await openThread(dataDir, (error) => deaths.push(error))
  const pending = engine.run('select count(*) from generate_series(1, 50000000)', [])
  const rejected = expect(pending).rejects.toThrow('database thread exited')
  await engine.terminate()
  await rejected
  await expect(engine.run('select 1', [])).rejects.toThrow('database thread exited')
  expect(deaths).toHaveLength(1)
  await engine.close()
})

test('a data directory of another PostgreSQL version is refused with instructions', async () => {
  const version = join(dataDir, 'db', 'PG_VERSION')
  const before = readFileSync(version, 'utf8')
  writeFileSync(version, '17\n')
  try {
    await expect(openDatabase({ dataDir })).rejects.toThrow(/PostgreSQL 17[\s\S]*export[\s\S]*import/)
  } finally {
    writeFileSync(version, before)
  }
  expect(existsSync(join(dataDir, 'db.json'))).toBe(true)
  const { close } = await openDatabase({ dataDir })
  await close()
})

test('maintenance keeps the write-ahead log and the dead rows small', async () => {
  const { db, close } = await openDatabase({ dataDir })
  const maintenance = startMaintenance(db, {
    checkpointEveryBytes: 1024 * 1024,
    vacuumAfterChanges: 5000,
    onError: (error) => {
      throw error
    },
  })
  await sql`insert into login_failure (key) select repeat('x', 200) from generate_series(1, 2000)`.execute(db)
  // Like the tables of the jobs, which have a schema of their own.
  await sql`create schema elsewhere`.execute(db)
  await sql`create table elsewhere.written as select 1 as n`.execute(db)
  await maintenance.runDue()
  const size = async () => {
    const { rows } = await sql<{ value: number }>`select pg_relation_size('login_failure') as value`.execute(db)
    return rows[0]?.value ?? 0
  }
  const before = await size()
  for (let round = 0; round < 12; round += 1) {
    await sql`update login_failure set at = now()`.execute(db)
    await sql`update elsewhere.written set n = n + 1`.execute(db)
    await maintenance.runDue()
  }
  // Every row was rewritten twelve times, and the table must not grow to twelve times its size.
  expect(await size()).toBeLessThan(before * 6)
  const { rows } = await sql<{ since: number }>`
    select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::int8 as since from pg_control_checkpoint()`.execute(db)
  expect(rows[0]?.since).toBeLessThan(4 * 1024 * 1024)
  await maintenance.stop()
  await close()
})

test('a copy made while the database is written to is consistent', async () => {
  const { db, close } = await openDatabase({ dataDir })
  const failed: unknown[] = []
  const maintenance = startMaintenance(db, { onError: (error) => failed.push(error) })
  await sql`insert into setting (name, value) select 'before ' || n, repeat('行', 400) from generate_series(1, 3000) n`.execute(
    db,
  )
  const path = join(dataDir, 'copy.jsonl')
  const { signal } = new AbortController()
  let copied = false
  const copying = withCopy(db, dataDir, { maintenance, signal, work: (copy) => exportToFile(copy, path) }).finally(() => {
    copied = true
  })
  let pairs = 0
  while (!copied) {
    pairs += 1
    const names = [`left ${pairs}`, `right ${pairs}`]
    await db.transaction().execute(async (tx) => {
      for (const name of names) await tx.insertInto('setting').values({ name, value: '成对' }).execute()
      await sql`update setting set value = value || '.' where name like 'before 1%'`.execute(tx)
    })
  }
  await copying
  const names = readFileSync(path, 'utf8').match(/"name":"(before|left|right) \d+"/g) ?? []
  expect(names.filter((name) => name.includes('before'))).toHaveLength(3000)
  // The copy holds either both rows of a transaction or none.
  const side = (which: string) => names.filter((name) => name.includes(which)).map((name) => name.replace(which, ''))
  expect(side('left').sort()).toEqual(side('right').sort())
  expect(existsSync(join(dataDir, 'backup-copy'))).toBe(false)

  const given = new AbortController()
  const work = (copy: Db) => exportToFile(copy, join(dataDir, 'cut.jsonl'))
  const cut = withCopy(db, dataDir, { maintenance, signal: given.signal, work })
  given.abort()
  await expect(cut).rejects.toThrow()
  expect(existsSync(join(dataDir, 'cut.jsonl'))).toBe(false)
  expect(existsSync(join(dataDir, 'backup-copy'))).toBe(false)
  expect(failed).toEqual([])
  await maintenance.stop()
  await close()
})
