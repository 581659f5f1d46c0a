/** Rows written straight into tables, for tests that need them and not the calls that make them. A new column is written here alone. */
import type { Insertable } from 'kysely'
import type { Db } from '../kernel/context'
import type { Database } from '../kernel/tables'

type Row<T extends keyof Database> = Partial<Insertable<Database[T]>>

/** Inserts a shop of the account and returns its id. */
export async function insertShop(db: Db, account_id: number, of: Row<'shop'> = {}): Promise<number> {
  const row = { account_id, type: 'DOUDIAN' as const, name: '店', ...of }
  return (await db.insertInto('shop').values(row).returning('id').executeTakeFirstOrThrow()).id
}

/** Inserts a template without layers into a collection of the account and returns its id. */
export async function insertTemplate(
  db: Db,
  account_id: number,
  collection_id: number,
  of: Row<'template'> = {},
): Promise<number> {
  const row = { account_id, collection_id, width: 500, height: 1044, position: collection_id, ...of }
  return (await db.insertInto('template').values(row).returning('id').executeTakeFirstOrThrow()).id
}
