/**
 * Reads single rows by id, restricted to the caller's own rows. Every lookup of an id that comes from a request goes through
 * here.
 */
import type { Selectable } from 'kysely'
import type { Actor, Db } from './context'
import { Failure, notFound } from './failure'
import type { Database } from './tables'

/** Tables whose rows belong to an account and have a numeric id; a row of nobody is found by no caller. */
export type OwnedTable = {
  [T in keyof Database]: Selectable<Database[T]> extends { readonly id: number; readonly account_id: number | null } ? T : never
}[keyof Database]

declare const owned: unique symbol
/** A row that was read as the caller's own, so functions that take one need no ownership check. */
export type Owned<T extends OwnedTable> = Readonly<Selectable<Database[T]>> & { readonly [owned]: T }

/** PostgreSQL's row locks, from the weakest: `key share` prevents deletion of the row, `update` excludes all other locks. */
export type RowLock = 'key share' | 'share' | 'no key update' | 'update'

interface Caller {
  readonly db: Db
  readonly actor: Pick<Actor, 'accountId'>
}

interface ReadOptions {
  /** The row lock is held until the transaction ends. */
  readonly lock?: RowLock
}

/** Returns the row if it belongs to the caller's account; otherwise undefined. */
export async function findOwned<T extends OwnedTable>(
  { db, actor }: Caller,
  table: T,
  id: number,
  { lock }: ReadOptions = {},
): Promise<Owned<T> | undefined> {
  if (lock && !db.isTransaction) throw new Error(`${table}: a lock outside a transaction ends at once`)
  // Kysely cannot type a query over a table given as a parameter; every owned table has the two columns used here.
  const query = db
    .selectFrom(table as 'shop')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', actor.accountId)
  const row = await (lock ? withLock(query, lock) : query).executeTakeFirst()
  return row as Owned<T> | undefined
}

type Lockable<Q> = { forKeyShare(): Q; forShare(): Q; forNoKeyUpdate(): Q; forUpdate(): Q }

function withLock<Q extends Lockable<Q>>(query: Q, lock: RowLock): Q {
  if (lock === 'key share') return query.forKeyShare()
  if (lock === 'share') return query.forShare()
  return lock === 'update' ? query.forUpdate() : query.forNoKeyUpdate()
}

/**
 * Like `findOwned`, but throws when the row is missing or belongs to another account: `missing` itself, or 'not-found' when
 * `missing` is the thing's name. Both cases look the same to the caller, so that ids of other accounts cannot be distinguished
 * from unknown ones.
 */
export async function requireOwned<T extends OwnedTable>(
  caller: Caller,
  table: T,
  id: number,
  missing: string | Failure,
  options: ReadOptions = {},
): Promise<Owned<T>> {
  const row = await findOwned(caller, table, id, options)
  if (row) return row
  throw missing instanceof Failure ? missing : notFound(missing)
}
