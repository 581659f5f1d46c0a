import type { Db } from './context'

/**
 * Runs `work` in one transaction and hands it the same context with `db` bound to that transaction. Inside, use only the
 * inner context. A context that is already inside a transaction runs `work` in the same one.
 */
export function transact<C extends { readonly db: Db }, T>(ctx: C, work: (inner: C) => Promise<T>): Promise<T> {
  if (ctx.db.isTransaction) return work(ctx)
  return ctx.db.transaction().execute((db) => work({ ...ctx, db }))
}
