/** How far an account is on the way to its first case: every step is a fact that the database has, so nobody ticks it. */
import { sql } from 'kysely'
import { type FirstStep, firstSteps, isSetUp } from '../../../contract/rules/home'
import type { Ctx } from '../../kernel/context'

const endedSetting = 'first-steps-ended'

/**
 * Returns the steps that are done; null when everything needed is, or once a user has put the list away. A shop whose orders come
 * through the settings of its products needs no link.
 */
export async function readFirstSteps({ db, actor }: Ctx): Promise<FirstStep[] | null> {
  const own = sql`account_id = ${actor.accountId}`
  const { rows } = await sql<Record<FirstStep | 'ended', boolean>>`
    select exists (select from account_setting where ${own} and name = ${endedSetting}) as ended,
      exists (select from shop where ${own}) as shop,
      exists (select from product where ${own}) as products,
      exists (select from shop_order where ${own}) as orders,
      exists (select from sku where ${own} and enabled) as catalogue,
      exists (select from wireframe where ${own} and width_mm is not null and height_mm is not null) as sizes,
      exists (select from template where ${own}) as template,
      exists (select from shop_customization_setting where ${own}) or (exists (select from customization_setting where ${own})
        and exists (select from shop_order where ${own})) as link,
      exists (select from buyer_design where ${own} and submitted_at is not null) as tried,
      exists (select from erp_integration where ${own}) as factory,
      exists (select from usage_record where ${own}) or exists (select from push_line where ${own}) as made`.execute(db)
  const found = rows[0]
  if (!found || found.ended) return null
  const done = firstSteps.filter((step) => found[step])
  return isSetUp(done) ? null : done
}

export async function endFirstSteps({ db, actor }: Ctx): Promise<void> {
  await db
    .insertInto('account_setting')
    .values({ account_id: actor.accountId, name: endedSetting, value: '{}' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
