/** Opens the server's database: the embedded one in the data directory, or the PostgreSQL of a URL. */
import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { EventEmitter } from 'eventemitter3'
import { sql } from 'kysely'
import { retrying } from '../../../contract/ground/retry'
import type { Db } from '../../kernel/context'
import { createTextLog } from '../log/log'
import { collationProblem } from './collation'
import { connectProblem } from './connect-problems'
import { ConnectionLost } from './connection'
import { createDb } from './kysely'
import { defaultMigrationWaitMs, migrate, readMigrations } from './migrate'
import type { Migration } from './migration-history'
import { type PoolLimits, postgresSource } from './pg'
import { openThread } from './pglite/client'
import { withCopy } from './pglite/copy'
import { lockDirectory } from './pglite/lock'
import { startMaintenance } from './pglite/maintenance'
import { SingleSource } from './pglite/source'

export interface OpenOptions {
  /** postgres://…; when it is missing or empty, the embedded database in `dataDir` is used. */
  readonly databaseUrl?: string | undefined
  /** Folder of the embedded database; created when it does not exist. */
  readonly dataDir: string
  /**
   * Pool size and time limits of a PostgreSQL that serves requests; commands omit them, so that their statements may take as long
   * as they need.
   */
  readonly limits?: PoolLimits | undefined
  /** Migrations to apply; only an import of an older export passes fewer than all. */
  readonly migrations?: readonly Migration[]
  /** Maximum wait for other processes and transactions before a migration, ms; null leaves the schema as it is. */
  readonly migrationWaitMs?: number | null | undefined
  /** Receives problems that no caller waits for: a failed maintenance round, a broken idle connection. */
  readonly onProblem?: (problem: unknown) => void
}

export interface OpenDatabase {
  readonly db: Db
  readonly kind: 'embedded' | 'postgres'
  /** Resolves when the database answers a query within `timeoutMs` (5 s); rejects with the cause. */
  check(timeoutMs?: number): Promise<void>
  /**
   * Runs `work` with a database that it may read for hours without others waiting: a copy of the embedded one, or connections of
   * its own. The work still needs a transaction for a consistent view. Rejects early when `signal` is aborted.
   */
  withSnapshot<T>(signal: AbortSignal, work: (db: Db) => Promise<T>): Promise<T>
  /** Refuses new queries, waits for running ones, ends everything and releases the directory. May be called twice. */
  close(): Promise<void>
  /**
   * Calls the listener when the embedded database has died and every query will fail from now on (at once if it already has). The
   * process should then end: no acknowledged write is lost, and the next start recovers.
   */
  onFatal(listener: (error: Error) => void): void
}

/** The embedded database that the build made and migrated, beside the bundle; run from source there is none. */
const preparedDir = (): string => fileURLToPath(new URL('./prepared/database', import.meta.url))

const defaultOnProblem = (problem: unknown): void => createTextLog().error('database', problem)

async function ping(db: Db, timeoutMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    const message = `数据库在 ${timeoutMs} 毫秒内没有回应 (the database did not answer in time)`
    timer = setTimeout(() => reject(new Error(message)), timeoutMs)
  })
  try {
    await Promise.race([sql`select 1`.execute(db), timeout])
  } finally {
    clearTimeout(timer)
  }
}

class Fatal {
  #error: Error | null = null
  readonly #events = new EventEmitter<{ error: [Error] }>()
  report(error: Error): void {
    if (this.#error) return
    this.#error = error
    this.#events.emit('error', error)
  }
  listen(listener: (error: Error) => void): void {
    this.#events.on('error', listener)
    if (this.#error) listener(this.#error)
  }
}

type PreparedOptions = Required<Pick<OpenOptions, 'migrations' | 'onProblem'>> &
  Pick<OpenOptions, 'limits'> & { readonly migrationWaitMs: number | null; readonly prepared: string | null }

async function openEmbedded(
  dataDir: string,
  { migrations, migrationWaitMs, prepared, onProblem }: PreparedOptions,
): Promise<OpenDatabase> {
  mkdirSync(dataDir, { recursive: true })
  const lock = await lockDirectory(dataDir)
  const fatal = new Fatal()
  let db: Db | null = null
  try {
    const engine = await openThread(dataDir, (error) => fatal.report(error), prepared)
    db = createDb(new SingleSource(engine))
    if (migrationWaitMs !== null) await migrate(db, migrations, migrationWaitMs)
  } catch (error) {
    // The original error is about to be thrown; a second failure during cleanup would hide it.
    await db?.destroy().catch(onProblem)
    await lock.release()
    throw error
  }
  const opened = db
  const maintenance = startMaintenance(opened, { onError: onProblem })
  let closing: Promise<void> | null = null
  const close = async () => {
    await maintenance.stop()
    try {
      await opened.destroy()
    } finally {
      await lock.release()
    }
  }
  return {
    db: opened,
    kind: 'embedded',
    check: (timeoutMs = 5000) => ping(opened, timeoutMs),
    withSnapshot: (signal, work) => withCopy(opened, dataDir, { maintenance, signal, work }),
    close: () => {
      closing ??= close()
      return closing
    },
    onFatal: (listener) => fatal.listen(listener),
  }
}

/** Error codes of PostgreSQL or the network while a PostgreSQL server is still starting. */
const startingCodes = new Set(['ECONNREFUSED', '57P03', 'EAI_AGAIN', 'ENOTFOUND'])

const causeOf = (error: unknown) => (error instanceof ConnectionLost ? error.cause : error) as { code?: string }

async function checkServer(db: Db): Promise<void> {
  const { rows } = await sql<{ version: number; encoding: string }>`
    select current_setting('server_version_num')::int4 as version, current_setting('server_encoding') as encoding`.execute(db)
  const [row] = rows
  if (!row || row.version < 150_000) {
    throw new Error(`需要 PostgreSQL 15 或更新版本 (PostgreSQL 15 or newer is needed, this is ${row?.version})`)
  }
  if (row.encoding !== 'UTF8') throw new Error(`数据库编码必须是 UTF8 (the database must use UTF8, not ${row.encoding})`)
}

/** Waits about ten seconds for a PostgreSQL server that is still starting. Rejects with the reason why it cannot be used. */
function waitForServer(db: Db): Promise<void> {
  const attempt = () => checkServer(db).catch((error: unknown) => Promise.reject(causeOf(error)))
  const waits = Array.from({ length: 19 }, () => 500)
  return retrying(attempt, { waits, mayRetry: (error) => startingCodes.has(causeOf(error).code ?? '') }).catch((error: unknown) =>
    Promise.reject(connectProblem(error)),
  )
}

/** Migrates over connections without time limits, because a migration may run for a long time. */
async function migratePostgres(url: string, { migrations, migrationWaitMs, onProblem }: PreparedOptions): Promise<void> {
  await withUnlimited(url, onProblem, async (db) => {
    await waitForServer(db)
    if (migrationWaitMs !== null) await migrate(db, migrations, migrationWaitMs)
    const problem = await collationProblem(db)
    if (problem !== null) onProblem(new Error(problem))
  })
}

/** Runs `work` on connections of its own without time limits. */
async function withUnlimited<T>(url: string, onProblem: (problem: unknown) => void, work: (db: Db) => Promise<T>): Promise<T> {
  const db = createDb(postgresSource({ url, onProblem }))
  try {
    return await work(db)
  } finally {
    await db.destroy().catch(onProblem)
  }
}

async function openPostgres(url: string, prepared: PreparedOptions): Promise<OpenDatabase> {
  const { limits, onProblem } = prepared
  await migratePostgres(url, prepared)
  const db = createDb(postgresSource({ url, limits, onProblem }))
  return {
    db,
    kind: 'postgres',
    check: (timeoutMs = 5000) => ping(db, timeoutMs),
    withSnapshot: (_, work) => withUnlimited(url, onProblem, work),
    close: () => db.destroy(),
    // The pool replaces broken connections by itself, so no failure of an external PostgreSQL is final.
    onFatal: () => {},
  }
}

/**
 * Opens and migrates the database. Rejects with a message for the operator: LockedError (in use), DirectoryError (wrong version
 * or unsuitable folder), MigrationError (another version's schema), EngineFailure (writes would not be durable).
 */
export function openDatabase(options: OpenOptions): Promise<OpenDatabase> {
  const { databaseUrl, dataDir, limits, onProblem = defaultOnProblem, migrations = readMigrations() } = options
  const { migrationWaitMs = defaultMigrationWaitMs } = options
  // The database that the build made has all migrations.
  const prepared = options.migrations === undefined && migrationWaitMs !== null ? preparedDir() : null
  const open = { migrations, onProblem, limits, migrationWaitMs, prepared }
  return databaseUrl ? openPostgres(databaseUrl, open) : openEmbedded(dataDir, open)
}
