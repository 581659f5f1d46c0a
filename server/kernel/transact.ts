import { retrying } from '../../contract/ground/retry'
import type { Db } from './context'

/** Deadlock and serialization failure: PostgreSQL rolled the transaction back, and it should be retried. */
const transientCodes = new Set(['40P01', '40001'])

const isTransient = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && transientCodes.has(error.code)

/**
 * Runs `work` in one transaction and passes it the same context with `db` bound to that transaction. Inside, use only the inner
 * context. A context that is in a transaction already runs `work` in that one. After a deadlock the whole of `work` runs again,
 * so it must have no effects that a rollback does not undo.
 */
export async function transact<C extends { readonly db: Db }, T>(ctx: C, work: (inner: C) => Promise<T>): Promise<T> {
  if (ctx.db.isTransaction) return work(ctx)
  const run = () => ctx.db.transaction().execute((db) => work({ ...ctx, db }))
  return retrying(run, { waits: [0, 0], mayRetry: isTransient })
}
