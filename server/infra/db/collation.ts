/**
 * Collations whose rules changed under a database, as after an upgrade of the system's libraries: indexes over text were sorted by the old
 * rules, so that searches miss rows and unique values may come twice.
 */
import { sql } from 'kysely'
import type { Db } from '../../kernel/context'

/** Returns what the operator has to do, or null when the rules are those with which the indexes were made. */
export async function collationProblem(db: Db): Promise<string | null> {
  const { rows } = await sql<{ name: string; statement: string }>`
    select '数据库 ' || datname as name, format('alter database %I refresh collation version', datname) as statement from pg_database
      where datname = current_database() and datcollversion is distinct from pg_database_collation_actual_version(oid)
        and datcollversion is not null
    union
    select '排序规则 ' || collname, format('alter collation %s refresh version', pg_collation.oid::regcollation) from pg_attribute
      join pg_class on pg_class.oid = attrelid join pg_collation on pg_collation.oid = attcollation
      where relnamespace = current_schema()::regnamespace and collversion is not null
        and collversion is distinct from pg_collation_actual_version(pg_collation.oid)
    order by 1`.execute(db)
  if (rows.length === 0) return null
  const names = rows.map(({ name }) => name).join('、')
  const statements = ['reindex database', ...rows.map(({ statement }) => statement)].join('; ')
  return `${names} 的排序规则版本与系统的不同，文本索引可能漏掉或重复数据：请停止服务后执行 ${statements} (the collation version changed; rebuild the indexes)`
}
