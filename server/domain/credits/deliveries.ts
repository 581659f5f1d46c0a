/**
 * Records which customized images were delivered: the plugin reports those saved on the seller's computer, and this server
 * records those sent to a factory.
 */
import { sql } from 'kysely'
import type { Db, Deps } from '../../kernel/context'

/** Records deliveries of the account's customizations; ignores others. Repeating it changes nothing. */
export async function recordDeliveries(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  accountId: number,
  customizationIds: readonly number[],
): Promise<void> {
  await sql`
    insert into picture_delivery (account_id, customization_id, delivered_at)
    select account_id, id, ${clock.now()}::timestamptz from customization
    where account_id = ${accountId} and id = any(${[...customizationIds]}::bigint[])
    on conflict do nothing`.execute(db)
}

/** Returns those of them that were delivered. */
export async function readDelivered(
  db: Db,
  accountId: number,
  customizationIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('picture_delivery')
    .select('customization_id as id')
    .where('account_id', '=', accountId)
    .where(sql<boolean>`customization_id = any(${[...customizationIds]}::bigint[])`)
    .execute()
  return new Set(rows.map(({ id }) => id))
}
