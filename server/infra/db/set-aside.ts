/** Moves the data of a database out of the way, so that a backup can take its place. Nothing is deleted. */
import { existsSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { createDb } from './kysely'
import { postgresSource } from './pg'
import { lockDirectory } from './pglite/lock'

/** Schema of the jobs, which refer to tasks of the database by their ids. */
const jobsSchema = 'kejiang_jobs'

async function setAsideEmbedded(dataDir: string, suffix: string): Promise<string | null> {
  const folder = join(dataDir, 'db')
  if (!existsSync(folder)) return null
  const lock = await lockDirectory(dataDir)
  try {
    const moved = `${folder}-${suffix}`
    await rename(folder, moved)
    return moved
  } finally {
    await lock.release()
  }
}

async function setAsidePostgres(url: string, suffix: string): Promise<string | null> {
  const db = createDb(postgresSource({ url }))
  try {
    return await db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ schema: string; tables: number }>`
        select current_schema() as schema, count(*)::int4 as tables from information_schema.tables
        where table_schema = current_schema()`.execute(tx)
      const [{ schema, tables } = { schema: '', tables: 0 }] = rows
      if (tables === 0) return null
      const servers = await sql`
        select from pg_stat_activity where datname = current_database() and application_name like 'kejiang-%'
          and application_name <> current_setting('application_name')`.execute(tx)
      if (servers.rows.length > 0)
        throw new Error('还有服务连接着这个数据库，请先停止所有服务 (servers are connected to the database)')
      const moved = `${schema}_${suffix}`
      const extensions = await sql<{ name: string }>`
        select extname as name from pg_extension where extnamespace = current_schema()::regnamespace`.execute(tx)
      await sql`alter schema ${sql.id(schema)} rename to ${sql.id(moved)}`.execute(tx)
      await sql`create schema ${sql.id(schema)}`.execute(tx)
      // The types and operators of extensions are looked up in this schema, also by the tables to come.
      for (const { name } of extensions.rows) await sql`alter extension ${sql.id(name)} set schema ${sql.id(schema)}`.execute(tx)
      const jobs = await sql`select from pg_namespace where nspname = ${jobsSchema}`.execute(tx)
      if (jobs.rows.length > 0)
        await sql`alter schema ${sql.id(jobsSchema)} rename to ${sql.id(`${jobsSchema}_${suffix}`)}`.execute(tx)
      return moved
    })
  } finally {
    await db.destroy()
  }
}

/**
 * Renames the folder of the embedded database, or the schema of a PostgreSQL. Returns its new name; null when there was none.
 * Rejects when a server uses the database.
 */
export function setAsideDatabase({ databaseUrl, dataDir }: { databaseUrl: string | undefined; dataDir: string }, now: Date) {
  const suffix = `before_restore_${now.toISOString().slice(0, 19).replace(/\D/g, '')}`
  return databaseUrl === undefined ? setAsideEmbedded(dataDir, suffix) : setAsidePostgres(databaseUrl, suffix)
}
