/**
 * Limits a database handle to some shops of an account: for a caller who may see only these. Every statement of such a handle reads and
 * writes views that have the rows of these shops alone (`infra/db/shop-views.ts`), so that no query has to remember the limit.
 */
import { sql } from 'kysely'
import type { Ctx, Db } from './context'
import { Failure } from './failure'

type Scoping = (shopIds: readonly number[]) => Db

const scopingByDb = new WeakMap<Db, Scoping>()

export const setShopScoping = (db: Db, scoping: Scoping): void => void scopingByDb.set(db, scoping)

/**
 * Returns a handle on the same database that knows only these shops and what belongs to them; what belongs to no shop stays as it is.
 * `undefined` means all shops. The handle must not be that of a transaction.
 */
export function scopeToShops(db: Db, shopIds: readonly number[] | undefined): Db {
  if (shopIds === undefined) return db
  const scoping = scopingByDb.get(db)
  if (!scoping) throw new Error('only the handle of the whole database can be limited to shops')
  return scoping(shopIds)
}

/**
 * Runs `work` on the rows of all shops, inside a transaction of a limited caller: for decisions that must count every row, such as the
 * next position in a list. Nothing that it reads of other shops may be shown.
 */
export async function onAllShops<T>({ db, actor }: Pick<Ctx, 'db' | 'actor'>, work: () => Promise<T>): Promise<T> {
  if (actor.shopIds === undefined) return work()
  if (!db.isTransaction) throw new Error('onAllShops: outside a transaction the limit holds for each statement')
  const use = (path: 'kejiang.all_shops_path' | 'kejiang.shops_path') =>
    sql`select set_config('search_path', current_setting(${path}::text), true)`.execute(db)
  await use('kejiang.all_shops_path')
  const result = await work()
  // After an error the transaction is over, and with it the path.
  await use('kejiang.shops_path')
  return result
}

/** Throws 'subuser.has-no-permission' with these words for a caller who has only some shops. */
export function requireAllShops({ actor }: Pick<Ctx, 'actor'>, words: string): void {
  if (actor.shopIds !== undefined) throw new Failure('subuser.has-no-permission', words)
}
