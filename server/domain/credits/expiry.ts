import type { Deps } from '../../kernel/context'
import { transact } from '../../kernel/transact'
import { expireLots, lockLedger } from './ledger'

/**
 * Books the expiry of lots, an account at a time. A charge does the same for its own account, so no expired credit is spent
 * meanwhile.
 */
export async function expireCredits(deps: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const accounts = await deps.db
    .selectFrom('credit_lot')
    .select('account_id')
    .distinct()
    .where('remaining', '>', 0)
    .where('expires_at', '<=', deps.clock.now())
    .execute()
  for (const { account_id } of accounts) {
    await transact(deps, async (inner) => expireLots(await lockLedger(inner, account_id)))
  }
}
