/** A new, migrated database for a test: PGlite in memory, or an own schema in the PostgreSQL of DATABASE_URL. */
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { sql } from 'kysely'
import { createDb } from '../infra/db/kysely'
import { migrate, readMigrations } from '../infra/db/migrate'
import { type PoolLimits, postgresSource } from '../infra/db/pg'
import { pgliteEngine } from '../infra/db/pglite/engine'
import { extensions } from '../infra/db/pglite/extensions'
import { type Engine, SingleSource } from '../infra/db/pglite/source'
import { shopViewsVersion } from '../infra/db/shop-views'
import type { Db } from '../kernel/context'
import { transact } from '../kernel/transact'

export interface TestDatabase {
  readonly db: Db
  close(): Promise<void>
}

/** The kind of database on which the suite runs. */
export const testDatabaseKind: 'embedded' | 'postgres' = process.env.DATABASE_URL ? 'postgres' : 'embedded'

// initdb and the migrations take seconds; what they make is stored per version of PGlite and of the schema, and loaded by every later process.
const cacheFolder = fileURLToPath(new URL('../../node_modules/.cache/kejiang/', import.meta.url))

export function pgliteVersion(): string {
  const file = fileURLToPath(new URL('../../node_modules/@electric-sql/pglite/package.json', import.meta.url))
  const manifest: { version: string } = JSON.parse(readFileSync(file, 'utf8'))
  return manifest.version
}

/**
 * An embedded server writes its log on until somebody asks for a checkpoint, here into memory; after one it keeps no more of it than this.
 */
const startParams = [...PGlite.defaultStartParams, '-c', 'min_wal_size=32MB', '-c', 'max_wal_size=32MB']

/** Returns an engine in memory from the copy of this name; without a copy, `make` makes what is stored as one. */
async function prepared(name: string, make: () => Promise<PGlite>): Promise<PGlite> {
  const file = join(cacheFolder, `${name}.tar`)
  if (existsSync(file)) return PGlite.create({ extensions, startParams, loadDataDir: new Blob([readFileSync(file)]) })
  const lite = await make()
  const dump = await lite.dumpDataDir('none')
  mkdirSync(cacheFolder, { recursive: true })
  const partial = `${file}.${process.pid}`
  writeFileSync(partial, Buffer.from(await dump.arrayBuffer()))
  renameSync(partial, file)
  return lite
}

const emptyLite = (): Promise<PGlite> => prepared(`pglite-${pgliteVersion()}`, () => PGlite.create({ extensions, startParams }))

/** Migrates the database of an engine, which stays open. */
async function migrateEngine(engine: Engine): Promise<void> {
  const db = createDb(new SingleSource({ run: engine.run, close: async () => undefined }))
  await migrate(db)
  await db.destroy()
}

function migratedLite(): Promise<PGlite> {
  const versions = [...readMigrations().map(({ sha256 }) => sha256), shopViewsVersion]
  const schema = createHash('sha256').update(versions.join()).digest('hex').slice(0, 16)
  return prepared(`pglite-${pgliteVersion()}-${schema}`, async () => {
    const lite = await emptyLite()
    await migrateEngine(pgliteEngine(lite))
    return lite
  })
}

interface Spare {
  readonly engine: Engine
  /** The state of a migrated schema without rows; null when the schema must be dropped before the next test. */
  readonly migrated: string | null
}

/** Engines of finished tests, for reuse: starting one takes far longer than emptying its tables. */
const spare: Spare[] = []

/** Databases that are open at once; a file that leaves those of finished tests open takes minutes and gigabytes. */
const mostOpen = 6
let open = 0

/**
 * Returns a text that differs when a test changed the schema or the applied migrations, or when it left a table of over 1 MB, whose
 * dead rows would slow down the next test.
 */
async function stateOf(engine: Engine): Promise<string> {
  const { rows } = await engine.run(
    `select md5(string_agg(part, ' ' order by part)) as state from (
      select concat_ws(' ', 'class', oid, relname, relkind, relnatts, relchecks, relhastriggers, reloptions,
          relkind = 'r' and pg_relation_size(oid) > 1000000) as part
        from pg_class where relnamespace = 'public'::regnamespace
      union all select concat_ws(' ', 'column', attrelid, attnum, a.xmin) from pg_attribute a join pg_class c on c.oid = attrelid
        where relnamespace = 'public'::regnamespace and attnum > 0
      union all select concat_ws(' ', 'default', d.oid, d.xmin) from pg_attrdef d join pg_class c on c.oid = adrelid
        where relnamespace = 'public'::regnamespace
      union all select concat_ws(' ', 'constraint', oid, xmin) from pg_constraint where connamespace = 'public'::regnamespace
      union all select concat_ws(' ', 'trigger', t.oid, t.xmin) from pg_trigger t join pg_class c on c.oid = tgrelid
        where relnamespace = 'public'::regnamespace
      union all select concat_ws(' ', 'index', indexrelid, i.xmin) from pg_index i join pg_class c on c.oid = indrelid
        where relnamespace = 'public'::regnamespace
      union all select concat_ws(' ', 'function', oid, xmin) from pg_proc where pronamespace = 'public'::regnamespace
      union all select concat_ws(' ', 'migration', name, sha256) from migration
    ) parts`,
    [],
  )
  return String((rows[0] as { state: string }).state)
}

/** Deletes all rows and statistics and restarts all ids. TRUNCATE would make a new file for every table that refers to an emptied one. */
const emptyTables = `do $$
  declare filled regclass;
  begin
    set local session_replication_role = replica;
    for filled in select oid::regclass from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migration' and pg_relation_size(oid) > 0
    loop
      execute format('delete from %s', filled);
    end loop;
    if to_regclass('kejiang_jobs.job') is not null then
      delete from kejiang_jobs.job;
      delete from kejiang_jobs.schedule;
    end if;
    delete from pg_statistic where starelid >= 16384;
    update pg_class set reltuples = case relkind when 'r' then -1 else 0 end
      where relnamespace = 'public'::regnamespace and reltuples > case relkind when 'r' then -1 else 0 end;
    perform setval(seqrelid::regclass, seqstart, false) from pg_sequence;
  end $$`

/** Returns the database of an engine. When it is closed and its schema is still in the state `migrated`, only its rows go. */
function databaseOf({ engine, migrated }: Spare): TestDatabase {
  open += 1
  if (open > mostOpen) throw new Error(`${open} databases are open: close that of each test in afterEach`)
  const close = async () => {
    open -= 1
    const same = migrated !== null && (await stateOf(engine).catch(() => null)) === migrated
    if (same) {
      await engine.run(emptyTables, [])
      await engine.run('checkpoint', [])
    }
    spare.push({ engine, migrated: same ? migrated : null })
  }
  const db = createDb(new SingleSource({ run: engine.run, close }))
  return { db, close: () => db.destroy() }
}

function takeSpare(isMigrated: boolean): Spare | undefined {
  const index = spare.findLastIndex(({ migrated }) => (migrated !== null) === isMigrated)
  return index === -1 ? undefined : spare.splice(index, 1)[0]
}

/** Returns the engine of a finished test without any table. */
async function cleared({ engine }: Spare): Promise<Engine> {
  await engine.run(
    'drop schema public cascade; drop schema if exists public_of_shops, kejiang_jobs cascade; create schema public',
    [],
  )
  return engine
}

/** Returns an embedded database without any table, whatever DATABASE_URL says. */
export async function emptyEmbeddedDatabase(): Promise<TestDatabase> {
  const used = takeSpare(false) ?? takeSpare(true)
  return databaseOf({ engine: used ? await cleared(used) : pgliteEngine(await emptyLite()), migrated: null })
}

async function embedded(): Promise<TestDatabase> {
  const ready = takeSpare(true)
  if (ready) return databaseOf(ready)
  const used = takeSpare(false)
  const engine = used ? await cleared(used) : pgliteEngine(await migratedLite())
  if (used) await migrateEngine(engine)
  return databaseOf({ engine, migrated: await stateOf(engine) })
}

const patient: PoolLimits = {
  connections: 5,
  connectMs: 300_000,
  statementMs: 300_000,
  lockMs: 300_000,
  idleInTransactionMs: 300_000,
}

const jobsSchemas = new WeakMap<Db, string>()
/** Returns the schema for the tables of jobs; it is removed or emptied with the database. */
export const jobsSchemaOf = (db: Db): string => jobsSchemas.get(db) ?? 'kejiang_jobs'

/** Returns an own, migrated schema in this PostgreSQL. The limits are those of the test: the migration has patient ones. */
export async function postgresDatabase(url: string, limits: Partial<PoolLimits> = {}): Promise<TestDatabase> {
  const schema = `test_${randomBytes(8).toString('hex')}`
  const open = (poolLimits: PoolLimits) => createDb(postgresSource({ url, schema, limits: poolLimits }))
  const owner = open(patient)
  // A migration creates the extensions where they are missing; in this schema they would go with it, under the other tests' indexes.
  // One may be unavailable, or another test may be creating it.
  for (const extension of ['pg_trgm', 'btree_gin'])
    await sql`create extension if not exists ${sql.id(extension)} with schema public`.execute(owner).catch(() => undefined)
  await sql`create schema ${sql.id(schema)}`.execute(owner)
  await migrate(owner)
  await owner.destroy()
  const db = open({ ...patient, ...limits })
  const jobsSchema = `${schema}_jobs`
  jobsSchemas.set(db, jobsSchema)
  return {
    db,
    close: async () => {
      // Dropping schemas at the same time may deadlock at the system's tables, so the transaction is retried.
      await transact({ db }, ({ db: tx }) =>
        sql`drop schema if exists ${sql.id(jobsSchema)} cascade; drop schema if exists ${sql.id(`${schema}_of_shops`)} cascade;
          drop schema ${sql.id(schema)} cascade`.execute(tx),
      )
      await db.destroy()
    },
  }
}

/** Returns a migrated database. Close it in afterEach or afterAll; `db` then refuses every query. */
export function testDatabase(): Promise<TestDatabase> {
  const url = process.env.DATABASE_URL
  return url ? postgresDatabase(url) : embedded()
}
