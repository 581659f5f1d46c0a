/** The rows that a set-up created, each with a hash by which a later change is seen. */
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../kernel/context'

/** In the order in which they are removed: what refers to others comes first. */
export const madeTables = [
  'customization_setting',
  'sku',
  'wireframe',
  'material_color',
  'material',
  'phone_model',
  'phone_brand',
] as const
export type MadeTable = (typeof madeTables)[number]

export interface MadeRow {
  /** One of `madeTables`. */
  readonly table: string
  readonly id: number
  readonly hash: string
}

/** A hash of a row; moving a row in its list, and the marks of unused wireframes, change none. */
export const rowHash: RawBuilder<string> = sql<string>`md5((to_jsonb(made) - 'position' - 'unbound_since')::text)`

/** The largest id of each table. Ids grow, so rows of this transaction have larger ones. */
export async function rowsBefore({ db }: Ctx): Promise<ReadonlyMap<MadeTable, number>> {
  const before = new Map<MadeTable, number>()
  for (const table of madeTables) {
    const { rows } = await sql<{ id: number }>`select coalesce(max(id), 0)::bigint as id from ${sql.table(table)}`.execute(db)
    before.set(table, rows[0]?.id ?? 0)
  }
  return before
}

/**
 * Returns the rows that this transaction inserted since `before`, those of other transactions aside.
 *
 * @param settings ids of its customization settings: a caller with chosen shops sees these through a view, which has no `xmin`.
 */
export async function createdRows(
  { db, actor }: Ctx,
  before: ReadonlyMap<MadeTable, number>,
  settings: readonly number[],
): Promise<readonly MadeRow[]> {
  const made: MadeRow[] = []
  for (const table of madeTables) {
    const inserted =
      table === 'customization_setting'
        ? sql`id = any(${[...settings]}::bigint[])`
        : sql`id > ${before.get(table) ?? 0} and xmin::text::bigint = txid_current() % 4294967296`
    const { rows } = await sql<{ id: number; hash: string }>`
      select id, ${rowHash} as hash from ${sql.table(table)} as made
      where account_id = ${actor.accountId} and ${inserted} order by id`.execute(db)
    made.push(...rows.map(({ id, hash }) => ({ table, id, hash })))
  }
  return made
}
