/** The orders that wait for an approval (`server/domain/rules/approvals.ts`). */
import type { Ctx } from '../../kernel/context'

/** The orders that wait for a person; those that are over need no answer any more. */
export const waitingOrders = ({ db, actor }: Pick<Ctx, 'db' | 'actor'>) =>
  db
    .selectFrom('shop_order')
    .where('account_id', '=', actor.accountId)
    .where('approval', '=', 'waiting')
    .where('is_over', '=', false)

export async function countWaiting(ctx: Pick<Ctx, 'db' | 'actor'>): Promise<number> {
  const { total } = await waitingOrders(ctx)
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}
