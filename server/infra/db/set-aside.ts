/** Moves the data of a database out of the way, so that a backup can take its place. Nothing is deleted. */
import { existsSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '../../kernel/context'
import { createDb } from './kysely'
import { postgresSource } from './pg'
import { lockDirectory } from './pglite/lock'
import { lifeSeconds, livingProcesses, type ServingProcess } from './processes'
import { dropShopViews } from './shop-views'

/** Schema of the jobs, which refer to tasks of the database by their ids. */
const jobsSchema = 'kejiang_jobs'
/** Wait for each lock, ms: somebody's transaction that stays open must not hold up the operator without a word. */
const lockMs = 10_000

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

const runningText = (running: readonly ServingProcess[]): string => {
  const named = running.map(({ program, host, pid, age }) => `${program}（${host}，进程 ${pid}，${Math.round(age)} 秒前）`)
  return `还有服务在使用这个数据库：${named.join('、')}。请先停止所有服务；如果进程是被强制结束的，请在 ${lifeSeconds} 秒后重试 (servers use the database)`
}

/**
 * Moves everything of the schema into another one, object by object, as the ordinary owner of the database can. The schema itself and
 * its extensions stay: members of an extension belong to a superuser, and the restored objects need them there. Routines go first,
 * because their names have the types of their arguments.
 */
async function moveObjects(tx: Db, schema: string, moved: string): Promise<void> {
  const { rows } = await sql<{ statement: string }>`
    with object as (
      select 3 as turn, 'pg_class'::regclass as class, oid, format('%s %s', case relkind
          when 'v' then 'view' when 'm' then 'materialized view' when 'f' then 'foreign table' when 'S' then 'sequence' else 'table' end,
          oid::regclass) as what
        from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f', 'S')
          and not (relkind = 'S' and exists (
            select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype in ('a', 'i')))
      union all
      select 1, 'pg_proc'::regclass, oid, format('routine %s', oid::regprocedure) from pg_proc
        where pronamespace = current_schema()::regnamespace
      union all
      select 2, 'pg_type'::regclass, oid, format('type %s', oid::regtype) from pg_type
        where typnamespace = current_schema()::regnamespace and (typtype in ('e', 'd', 'r') or typtype = 'c' and exists (
          select from pg_class where pg_class.oid = typrelid and relkind = 'c'))
    )
    select format('alter %s set schema %I', what, ${moved}::text) as statement from object
    where not exists (select from pg_depend where classid = class and objid = object.oid and deptype = 'e')
    order by turn, what`.execute(tx)
  await sql`create schema ${sql.id(moved)}`.execute(tx)
  for (const { statement } of rows) await sql.raw(statement).execute(tx)
  const jobs = await sql`select from pg_namespace where nspname = ${jobsSchema}`.execute(tx)
  if (jobs.rows.length > 0)
    await sql`alter schema ${sql.id(jobsSchema)} rename to ${sql.id(moved.replace(schema, jobsSchema))}`.execute(tx)
}

async function setAsidePostgres(url: string, suffix: string): Promise<string | null> {
  const db = createDb(postgresSource({ url }))
  try {
    return await db.transaction().execute(async (tx) => {
      await sql`select set_config('lock_timeout', ${String(lockMs)}, true)`.execute(tx)
      const { rows } = await sql<{ schema: string; tables: number }>`
        select current_schema() as schema, count(*)::int4 as tables from information_schema.tables
        where table_schema = current_schema()`.execute(tx)
      const [{ schema, tables } = { schema: '', tables: 0 }] = rows
      if (tables === 0) return null
      const running = await livingProcesses(tx)
      if (running.length > 0) throw new Error(runningText(running))
      const moved = `${schema}_${suffix}`
      await dropShopViews(tx)
      await moveObjects(tx, schema, moved)
      return moved
    })
  } catch (error) {
    if ((error as { code?: string }).code !== '55P03') throw error
    const message = `等了 ${lockMs / 1000} 秒，数据库的表仍被其他事务占用：请结束那个事务后重试，数据没有改动`
    throw new Error(`${message} (another transaction holds a table; nothing was changed)`, { cause: error })
  } finally {
    await db.destroy()
  }
}

/**
 * Renames the folder of the embedded database, or moves the content of a PostgreSQL's schema into another one. Returns the new name; null
 * when there was none. Rejects when a server uses the database.
 */
export function setAsideDatabase({ databaseUrl, dataDir }: { databaseUrl: string | undefined; dataDir: string }, now: Date) {
  const suffix = `before_restore_${now.toISOString().slice(0, 19).replace(/\D/g, '')}`
  return databaseUrl === undefined ? setAsideEmbedded(dataDir, suffix) : setAsidePostgres(databaseUrl, suffix)
}
