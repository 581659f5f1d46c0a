/** The operator's webhook, which is told the notifications of every account: the configuration says whether there is one. */
import type { WebhookEvent } from '../../../contract/constants'
import type { Deps } from '../../kernel/context'

/** Brings the stored row of the operator's webhook in line with the configuration. Call it at every start. */
export async function noteOperatorWebhook(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  webhook: Deps['operatorWebhook'],
): Promise<void> {
  if (webhook === undefined) return void (await db.deleteFrom('webhook').where('account_id', 'is', null).execute())
  const events: WebhookEvent[] = ['notification']
  const told = { url: webhook.url, events, is_on: true }
  const { numUpdatedRows } = await db.updateTable('webhook').set(told).where('account_id', 'is', null).executeTakeFirst()
  if (numUpdatedRows > 0n) return
  await db
    .insertInto('webhook')
    .values({ ...told, name: 'NOTIFY_WEBHOOK_URL', created_by: '', created_at: clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
