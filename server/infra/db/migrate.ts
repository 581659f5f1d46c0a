/** Migrates a database to the schema of this code: plain SQL files, each applied once, in order, in a transaction of its own. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import type { Db } from '../../kernel/context'

/** An arbitrary constant that is the same in every server that shares a database. */
const LOCK_KEY = 7_266_031

export interface Migration {
  readonly name: string
  readonly sha256: string
  readonly sql: string
}

export class MigrationError extends Error {
  override readonly name = 'MigrationError'
}

/** Folder of the SQL files: beside this module in the sources, beside the bundle (dist/server/migrations) in a build. */
export const migrationsDir = (): string => fileURLToPath(new URL('./migrations', import.meta.url))

/** Reads the migrations in order. Line ends are normalized first, so that a checkout on Windows has the same checksums. */
export function readMigrations(folder: string = migrationsDir()): Migration[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
  if (names.length === 0)
    throw new MigrationError(`没有找到数据库迁移文件：${folder} (no migrations found; is the build complete?)`)
  return names.map((file) => {
    const text = readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n')
    return { name: file.slice(0, -'.sql'.length), sql: text, sha256: createHash('sha256').update(text).digest('hex') }
  })
}

function checkHistory(applied: readonly { name: string; sha256: string }[], known: readonly Migration[]): void {
  applied.forEach((row, index) => {
    const file = known[index]
    if (!file) {
      throw new MigrationError(
        `数据库比程序新（已有迁移 ${row.name}），请升级程序 (the database is newer than this code: it has ${row.name}; upgrade the server)`,
      )
    }
    if (file.name !== row.name) {
      throw new MigrationError(
        `数据库的迁移记录与程序不一致：第 ${index + 1} 个是 ${row.name}，程序里是 ${file.name} (history and code disagree; this database belongs to another version)`,
      )
    }
    if (file.sha256 !== row.sha256) {
      throw new MigrationError(
        `迁移 ${row.name} 在执行后被改动，请恢复原文件并新增一个迁移 (${row.name} was changed after it was applied; restore it and add a new file)`,
      )
    }
  })
}

/**
 * Applies missing migrations and returns their names. Servers that start together wait for one another. Rejects with a
 * MigrationError, changing nothing, when the applied migrations do not match this code.
 */
export function migrate(db: Db, known: readonly Migration[] = readMigrations()): Promise<string[]> {
  return db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${LOCK_KEY}::bigint)`.execute(connection)
    try {
      await sql`create table if not exists migration (
        name text primary key, sha256 text not null, at timestamptz not null default now())`.execute(connection)
      const { rows } = await sql<{ name: string; sha256: string }>`select name, sha256 from migration order by name`.execute(
        connection,
      )
      checkHistory(rows, known)
      const missing = known.slice(rows.length)
      for (const file of missing) {
        await connection.transaction().execute(async (tx) => {
          await sql.raw(file.sql).execute(tx)
          await sql`insert into migration (name, sha256) values (${file.name}, ${file.sha256})`.execute(tx)
        })
      }
      return missing.map((file) => file.name)
    } finally {
      await sql`select pg_advisory_unlock(${LOCK_KEY}::bigint)`.execute(connection)
    }
  })
}
