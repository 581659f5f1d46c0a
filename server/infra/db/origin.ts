/**
 * Whether a database is the one that was here before, or a copy of it that was put somewhere else. A copy has everything with which it
 * would ask about, close, refund, synchronize and push what the original does as well.
 */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '../../kernel/context'
import { readNote, writeNote } from './installation'

/** Two marks of a place; a copy has others for both. */
export type Origin = readonly [string, string]

/** Returns where a database is; null where that is unknown. A folder that is copied gets new files, and one that is moved keeps them. */
function embeddedOrigin(dataDir: string): Origin | null {
  const { ino, birthtimeNs } = statSync(join(dataDir, 'db', 'PG_VERSION'), { bigint: true })
  // Some disks know no times of birth.
  return birthtimeNs === 0n ? null : [`file ${ino}`, `born ${birthtimeNs}`]
}

/** A cluster has a number of its own, which standbys share; a database that is loaded elsewhere gets another one or another oid. */
async function postgresOrigin(db: Db): Promise<Origin | null> {
  const { rows } = await sql<{ cluster: string; oid: string }>`
    select (select system_identifier::text from pg_control_system()) as cluster, oid::text as oid
    from pg_database where datname = current_database()`.execute(db)
  const [row] = rows
  return row ? [`cluster ${row.cluster}`, `cluster ${row.cluster} database ${row.oid}`] : null
}

export const databaseOrigin = async (db: Db, kind: 'embedded' | 'postgres', dataDir: string): Promise<Origin | null> =>
  kind === 'embedded' ? embeddedOrigin(dataDir) : postgresOrigin(db).catch(() => null)

/** Whether `now` is another place than `before`: of an embedded database both marks changed, of a PostgreSQL the last one. */
const isElsewhere = (kind: 'embedded' | 'postgres', before: Origin, now: Origin): boolean =>
  kind === 'embedded' ? before.every((mark, at) => mark !== now[at]) : before[1] !== now[1]

/** Marks a database that was put somewhere else since its last start as a copy; `now` is null where its place is unknown. */
export async function noteOrigin(db: Db, kind: 'embedded' | 'postgres', now: Origin | null, at: Date): Promise<void> {
  if (now === null) return
  const before = await readNote(db, 'origin')
  if (before && before.kind === kind && isElsewhere(kind, before.marks, now))
    await markCopy(db, '数据库（文件夹）被复制到了别处', at)
  await writeNote(db, 'origin', { kind, marks: now })
}

/** Holds back what acts outside until the operator confirms that the original is not in use. */
export const markCopy = (db: Db, reason: string, at: Date): Promise<void> =>
  writeNote(db, 'copy', { since: at.toISOString(), reason })
