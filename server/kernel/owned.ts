/** Reads of one row by its id that find the caller's own rows alone: every lookup of an id from outside goes through here. */
import type { Selectable } from 'kysely'
import type { Actor, Db } from './context'
import { Failure, notFound } from './failure'
import type { Database } from './tables'

/** Tables whose rows belong to an account and have a numeric id. */
export type OwnedTable = {
  [T in keyof Database]: Selectable<Database[T]> extends { readonly id: number; readonly account_id: number } ? T : never
}[keyof Database]

declare const owned: unique symbol
/** A row that was read as the caller's own. A function that takes one needs no check of its own. */
export type Owned<T extends OwnedTable> = Readonly<Selectable<Database[T]>> & { readonly [owned]: T }

/** Row locks of PostgreSQL, from the weakest: `key share` keeps the row from being deleted, `update` keeps everybody else out. */
export type RowLock = 'key share' | 'share' | 'no key update' | 'update'

interface Caller {
  readonly db: Db
  readonly actor: Pick<Actor, 'accountId'>
}

interface ReadOptions {
  /** Held until the transaction ends. */
  readonly lock?: RowLock
}

/** The row when it is the caller's own; undefined otherwise. */
export async function findOwned<T extends OwnedTable>(
  { db, actor }: Caller,
  table: T,
  id: number,
  { lock }: ReadOptions = {},
): Promise<Owned<T> | undefined> {
  if (lock && !db.isTransaction) throw new Error(`${table}: a lock outside a transaction ends at once`)
  // Kysely cannot type a query over a table that is a parameter; every owned table has the two columns that are asked for.
  const query = db
    .selectFrom(table as 'shop')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', actor.accountId)
  const row = await (lock ? locked(query, lock) : query).executeTakeFirst()
  return row as Owned<T> | undefined
}

type Lockable<Q> = { forKeyShare(): Q; forShare(): Q; forNoKeyUpdate(): Q; forUpdate(): Q }

function locked<Q extends Lockable<Q>>(query: Q, lock: RowLock): Q {
  if (lock === 'key share') return query.forKeyShare()
  if (lock === 'share') return query.forShare()
  return lock === 'update' ? query.forUpdate() : query.forNoKeyUpdate()
}

/**
 * As `findOwned`, but a row that is not there or is another account's is a failure: `missing` itself, or 'not-found' when it is the
 * thing's name. Both are the same to the caller, so that ids of other accounts are not told apart from unknown ones.
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
