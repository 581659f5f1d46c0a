/** Migrates a database to the schema of this code: plain SQL, each migration applied once, in order, in a transaction of its own. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import type { Db } from '../../kernel/context'
import { type AppliedMigration, checkHistory, currentHistory, type Migration, MigrationError } from './migration-history'
import { dropShopViews, ensureShopViews } from './shop-views'

/** An arbitrary constant that is the same in every server that shares a database. */
const LOCK_KEY = 7_266_031

/** Folder of the SQL files: beside this module in the sources, beside the bundle (dist/server/migrations) in a build. */
export const migrationsDir = (): string => fileURLToPath(new URL('./migrations', import.meta.url))

const namesIn = (folder: string): string[] => readdirSync(folder).sort()

/** Returns the SQL of a migration: of its file, or of the files in its folder, which are parts of one migration in order. */
function sqlAt(path: string): string {
  if (!statSync(path).isDirectory()) return readFileSync(path, 'utf8')
  return namesIn(path)
    .map((name) => readFileSync(join(path, name), 'utf8'))
    .join('\n')
}

/** Reads the migrations in order. Line ends are normalized first, so that a checkout on Windows has the same checksums. */
export function readMigrations(folder: string = migrationsDir()): Migration[] {
  const names = namesIn(folder).filter((name) => /^\d{4}_/.test(name))
  if (names.length === 0)
    throw new MigrationError(`没有找到数据库迁移文件：${folder} (no migrations found; is the build complete?)`)
  return names.map((name) => {
    const text = sqlAt(join(folder, name)).replaceAll('\r\n', '\n')
    return { name: name.replace('.sql', ''), sql: text, sha256: createHash('sha256').update(text).digest('hex') }
  })
}

/** Time after which `migrate` gives up waiting for other processes and transactions, ms. */
export const defaultMigrationWaitMs = 60_000

/**
 * Longest single wait for a lock, ms. Statements of the running servers queue behind a migration that waits for a table, so it
 * steps back and tries again.
 */
const lockAttemptMs = 2_000

const lockTimedOut = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '55P03'

const waitedMessage = (ms: number, what: string | null): string =>
  what === null
    ? `等了 ${ms / 1000} 秒，另一个进程的数据库升级仍未完成：请等它完成后再启动，或先单独执行 npm run migrate (another process is still migrating the database)`
    : `等了 ${ms / 1000} 秒，迁移 ${what} 要改的表仍被其他事务占用：请结束那个事务或稍后再试，数据没有改动 (another transaction holds a table that ${what} changes; nothing was changed)`

async function readApplied(db: Db): Promise<AppliedMigration[]> {
  const { rows } = await sql<AppliedMigration>`select name, sha256 from migration order by name`.execute(db)
  return rows
}

/** Returns the migrations that `migrate` would apply, in order, and changes nothing. Rejects like `migrate`. */
export async function missingMigrations(db: Db, known: readonly Migration[] = readMigrations()): Promise<readonly Migration[]> {
  const { rows } = await sql<{ exists: boolean }>`select to_regclass('migration') is not null as exists`.execute(db)
  const history = currentHistory(rows[0]?.exists ? await readApplied(db) : [], known)
  checkHistory(history, known)
  return known.slice(history.length)
}

/** Writes the history of a database from before the first release as that of this code: it has what the baseline makes. */
async function takeOver(tx: Db, known: readonly Migration[]): Promise<void> {
  const applied = await readApplied(tx)
  const history = currentHistory(applied, known)
  if (history === applied) return
  await sql`delete from migration`.execute(tx)
  for (const migration of history) await record(tx, migration)
}

const record = (tx: Db, { name, sha256 }: AppliedMigration) =>
  sql`insert into migration (name, sha256) values (${name}, ${sha256})`.execute(tx)

/**
 * Applies missing migrations and returns their names. Servers that start together wait for one another, up to `waitMs`. Rejects with
 * a MigrationError when that time is over or when the applied migrations do not match this code; a migration that was not applied has changed nothing.
 */
export async function migrate(
  db: Db,
  known: readonly Migration[] = readMigrations(),
  waitMs = defaultMigrationWaitMs,
): Promise<string[]> {
  const deadline = performance.now() + waitMs
  const done: string[] = []
  for (;;) {
    const next: { name: string | null } = { name: null }
    try {
      const applied = await db.transaction().execute((tx) => applyNext(tx, known, Math.min(waitMs, lockAttemptMs), next))
      if (applied === null) return done
      done.push(applied)
    } catch (error) {
      if (!lockTimedOut(error)) throw error
      if (performance.now() > deadline) throw new MigrationError(waitedMessage(waitMs, next.name), { cause: error })
    }
  }
}

/**
 * Applies the next missing migration, under a lock that ends with the transaction `tx`, so that it holds behind a pooler, too. Returns
 * its name, or null when none is missing; `next` tells the name already while it is being applied.
 */
async function applyNext(
  tx: Db,
  known: readonly Migration[],
  lockMs: number,
  next: { name: string | null },
): Promise<string | null> {
  await sql`select set_config('lock_timeout', ${String(lockMs)}, true), set_config('statement_timeout', '0', true)`.execute(tx)
  await sql`select pg_advisory_xact_lock(${LOCK_KEY}::bigint)`.execute(tx)
  await sql`create table if not exists migration (
    name text primary key, sha256 text not null, at timestamptz not null default now())`.execute(tx)
  await takeOver(tx, known)
  const [file] = await missingMigrations(tx, known)
  if (!file) {
    await ensureShopViews(tx)
    return null
  }
  next.name = file.name
  await dropShopViews(tx)
  await sql.raw(file.sql).execute(tx)
  await record(tx, file)
  return file.name
}
