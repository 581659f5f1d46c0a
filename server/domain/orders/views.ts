/** Saved views of the order list. Each user has his own, so that another computer has them, too. */
import { sql } from 'kysely'
import { orderViews } from '../../../contract/schemas/order-views'
import type { OrderViews } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'
import { Failure } from '../../kernel/failure'

const settingOf = (userId: number): string => `order-views:${userId}`

export async function readOrderViews({ db, actor }: Ctx): Promise<OrderViews> {
  const row = await db
    .selectFrom('account_setting')
    .select('value')
    .where('account_id', '=', actor.accountId)
    .where('name', '=', settingOf(actor.userId))
    .executeTakeFirst()
  // A newer server may have written views that this one does not know.
  const stored = orderViews.safeParse(row?.value)
  return stored.success ? stored.data : { revision: 0, views: [] }
}

/** Rejects with 'stale-revision' when the views were changed since, in another window or on another computer. */
export async function writeOrderViews({ db, actor }: Ctx, { revision, views }: OrderViews): Promise<OrderViews> {
  const changed: OrderViews = { revision: revision + 1, views }
  const value = JSON.stringify(changed)
  const written = await db
    .insertInto('account_setting')
    .values({ account_id: actor.accountId, name: settingOf(actor.userId), value })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'name'])
        .doUpdateSet({ value })
        .where(sql<boolean>`coalesce(account_setting.value -> 'revision', '0') = to_jsonb(${revision}::int)`),
    )
    .returning('name')
    .executeTakeFirst()
  if (!written) throw new Failure('stale-revision', '视图刚刚在别的窗口改过，请重试')
  return changed
}
