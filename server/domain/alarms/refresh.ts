/** Keeps the alarms of designs (`alarm_facts` in the database derives them): called in every transaction that changes one of their facts. */
import { sql } from 'kysely'
import { type AlarmScope, type ChangedAlarms, tellAlarms } from './tell'

/** Derives the alarms of these designs anew, and notifies the account of new ones. */
export async function refreshAlarms(scope: AlarmScope, customizationIds: readonly number[]): Promise<void> {
  await tellAlarms(scope, await deriveAlarms(scope, customizationIds))
}

/** Like `refreshAlarms`, and notifies nobody. */
export async function deriveAlarms(
  { db, clock, accountId }: AlarmScope,
  customizationIds: readonly number[],
): Promise<ChangedAlarms> {
  if (customizationIds.length === 0) return { begun: [], over: [] }
  const { rows } = await sql<{ id: number; isNew: boolean }>`
    select order_id as id, is_new as "isNew"
    from refresh_alarms(${accountId}, ${[...customizationIds]}::bigint[], ${clock.now()}::timestamptz)`.execute(db)
  const idsOf = (isNew: boolean) => rows.flatMap((row) => (row.isNew === isNew ? row.id : []))
  return { begun: idsOf(true), over: idsOf(false) }
}

/**
 * Like `refreshAlarms`, for the designs that these orders show, those of the orders that they were merged from or split into, and those
 * that were pushed or charged with them and that they no longer show.
 */
export async function refreshAlarmsOfOrders(scope: AlarmScope, orderIds: readonly number[]): Promise<void> {
  const { db, accountId } = scope
  const { rows } = await sql<{ id: number }>`
    with family as (
      select distinct kin.id, kin.original_id from shop_order o
      join shop_order kin on kin.account_id = o.account_id
        and (kin.id in (o.id, o.parent_id) or kin.parent_id in (o.id, o.parent_id))
      where o.account_id = ${accountId} and o.id = any(${[...orderIds]}::bigint[])
    ), shown as (
      select link.customization_id as id from family
      join order_item item on item.order_id = family.id
      join order_item_customization link on link.order_item_id = item.id
      where exists (select from push_line line where line.account_id = ${accountId} and line.customization_id = link.customization_id)
        or exists (select from usage_line line where line.account_id = ${accountId} and line.customization_id = link.customization_id)
    )
    select id from shown
    union
    select line.customization_id from family join push_line line on line.order_id = family.id
    union
    select line.customization_id from family
    join usage_record record on record.account_id = ${accountId} and record.order_original_id = family.original_id
    join usage_line line on line.usage_record_id = record.id`.execute(db)
  await refreshAlarms(
    scope,
    rows.map(({ id }) => id),
  )
}
