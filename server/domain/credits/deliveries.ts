/** Which customized images reached somebody: the seller's computer says so of its own, this server of what it gave to a factory. */
import { sql } from 'kysely'
import type { Db, Deps } from '../../kernel/context'

/** Of the account's customizations; others are left out. Said again, it stays as it was. */
export async function noteDeliveries(
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

/** Those of them that were delivered. */
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
