/** A new, migrated database for a test: PGlite in memory, or an own schema in the PostgreSQL of DATABASE_URL. */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { sql } from 'kysely'
import { createDb } from '../infra/db/kysely'
import { migrate } from '../infra/db/migrate'
import { type PoolLimits, postgresSource } from '../infra/db/pg'
import { pgliteEngine } from '../infra/db/pglite/engine'
import { type Engine, SingleSource } from '../infra/db/pglite/source'
import type { Db } from '../kernel/context'
import { transact } from '../kernel/transact'

export interface TestDatabase {
  readonly db: Db
  close(): Promise<void>
}

/** The kind of database on which the suite runs. */
export const testDatabaseKind: 'embedded' | 'postgres' = process.env.DATABASE_URL ? 'postgres' : 'embedded'

// initdb takes seconds; its result is stored per PGlite version and loaded by every later test process.
const cacheFolder = fileURLToPath(new URL('../../node_modules/.cache/kejiang/', import.meta.url))

export function pgliteVersion(): string {
  const file = fileURLToPath(new URL('../../node_modules/@electric-sql/pglite/package.json', import.meta.url))
  const manifest: { version: string } = JSON.parse(readFileSync(file, 'utf8'))
  return manifest.version
}

async function newMemoryEngine(): Promise<Engine> {
  const file = join(cacheFolder, `pglite-${pgliteVersion()}.tar`)
  if (existsSync(file)) {
    return pgliteEngine(await PGlite.create({ loadDataDir: new Blob([readFileSync(file)]) }))
  }
  const lite = await PGlite.create()
  const dump = await lite.dumpDataDir('none')
  mkdirSync(cacheFolder, { recursive: true })
  const partial = `${file}.${process.pid}`
  writeFileSync(partial, Buffer.from(await dump.arrayBuffer()))
  renameSync(partial, file)
  return pgliteEngine(lite)
}

/** Engines of finished tests, emptied for reuse: starting one takes far longer than dropping a schema. */
const spare: Engine[] = []

/** Returns an embedded database without any table, whatever DATABASE_URL says. */
export async function emptyEmbeddedDatabase(): Promise<TestDatabase> {
  const engine = spare.pop() ?? (await newMemoryEngine())
  const close = async () => {
    await engine.run('drop schema public cascade; create schema public', [])
    spare.push(engine)
  }
  const db = createDb(new SingleSource({ run: engine.run, close }))
  return { db, close: () => db.destroy() }
}

async function embedded(): Promise<TestDatabase> {
  const database = await emptyEmbeddedDatabase()
  await migrate(database.db)
  return database
}

const patient: PoolLimits = {
  connections: 5,
  connectMs: 300_000,
  statementMs: 300_000,
  lockMs: 300_000,
  idleInTransactionMs: 300_000,
}

/** Returns an own, migrated schema in this PostgreSQL. */
export async function postgresDatabase(url: string, limits: Partial<PoolLimits> = {}): Promise<TestDatabase> {
  const schema = `test_${randomBytes(8).toString('hex')}`
  const db = createDb(postgresSource({ url, schema, limits: { ...patient, ...limits } }))
  await sql`create schema ${sql.id(schema)}`.execute(db)
  await migrate(db)
  return {
    db,
    close: async () => {
      // Dropping schemas at the same time may deadlock at the system's tables, so the transaction is retried.
      await transact({ db }, ({ db: tx }) => sql`drop schema ${sql.id(schema)} cascade`.execute(tx))
      await db.destroy()
    },
  }
}

/** Returns a migrated database. Close it in afterEach or afterAll; `db` then refuses every query. */
export function testDatabase(): Promise<TestDatabase> {
  const url = process.env.DATABASE_URL
  return url ? postgresDatabase(url) : embedded()
}
