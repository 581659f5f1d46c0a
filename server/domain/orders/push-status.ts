/** Push status of orders. It follows from the lines of their customizations, and is stored with the orders for the list. */
import { sql } from 'kysely'
import type { Db } from '../../kernel/context'
import { refreshAlarms, refreshAlarmsOfOrders } from '../alarms/refresh'
import type { AlarmScope } from '../alarms/tell'
import { itemIsOver, lineStates, pushStatusSql } from './state-sql'

interface AccountScope {
  readonly db: Db
  readonly accountId: number
}

/** Maximum length of a stored message, characters. */
const maxMessage = 500

/**
 * Updates the push status of these orders and of their parents. `pushed`: every design of the order, or of its parts, is at a
 * factory. `failed` also covers a line whose response was lost, because it is safe to push it again. Callers write the lines in
 * the same transaction.
 */
export async function refreshPushStatus({ db, accountId }: AccountScope, orderIds: readonly number[]): Promise<void> {
  if (orderIds.length === 0) return
  // The lock makes concurrent updates see each other's lines: if two lines of one order end at once, neither is missed.
  const { rows } = await sql<{ id: number }>`
    select id from shop_order where account_id = ${accountId} and id in (
      select coalesce(place.id, o.id) from shop_order o, lateral (values (o.id), (o.parent_id)) place (id)
      where o.account_id = ${accountId} and o.id = any(${[...orderIds]}::bigint[]))
    order by id for no key update`.execute(db)
  await sql`
    with target as (
      select id from shop_order where account_id = ${accountId} and id = any(${rows.map(({ id }) => id)}::bigint[])
    ), member as (
      select id, id as order_id from target
      union all
      select target.id, part.id from target
      join shop_order part on part.parent_id = target.id and part.account_id = ${accountId}
    ), design as (
      select member.id, link.customization_id, bool_and(${itemIsOver}) and made.remake_of is null as is_over from member
      join order_item item on item.order_id = member.order_id
      join order_item_customization link on link.order_item_id = item.id
      join customization made on made.id = link.customization_id
      group by member.id, link.customization_id, made.remake_of
    ), state as (
      select design.id, count(*) as total,
        count(*) filter (where ${lineStates.pushed}) as pushed,
        count(*) filter (where ${lineStates.leased}) as leased,
        count(*) filter (where ${lineStates.failed}) as failed,
        string_agg(distinct factory.name, '、') as factory,
        string_agg(line.factory_order_id, '、' order by line.customization_id) as numbers,
        string_agg(distinct line.message, '；') filter (where line.status <> 'pushed' and line.lease_until is null) as words,
        max(coalesce(line.ended_at, line.claimed_at)) as at
      from design
      left join push_line line on line.account_id = ${accountId} and line.customization_id = design.customization_id
      left join factory on factory.id = line.factory_id
      -- A design that was made once more need not be pushed itself, nor one whose items are all over.
      where line.customization_id is not null
        or not is_over and not exists (select from customization remake where remake.remake_of = design.customization_id)
      group by design.id
    ), new_status as (
      select target.id, at, factory, ${pushStatusSql} as status,
        left(case when pushed > 0 and pushed = total then '工厂订单号 ' || numbers
          when pushed > 0 then concat_ws('；', total || ' 件中 ' || pushed || ' 件已推送', words) else words end, ${maxMessage}) as message
      from target left join state on state.id = target.id
    )
    update shop_order o set push_status = new_status.status, push_factory = new_status.factory,
      push_message = new_status.message, pushed_at = new_status.at
    from new_status where o.id = new_status.id and o.account_id = ${accountId}
      and (o.push_status, o.push_factory, o.push_message, o.pushed_at) is distinct from
        (new_status.status, new_status.factory, new_status.message, new_status.at)`.execute(db)
}

/** Returns the ids of the orders that show one of these customizations. */
export async function ordersShowing({ db, accountId }: AccountScope, customizationIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct item.order_id as id from order_item_customization link join order_item item on item.id = link.order_item_id
    where link.account_id = ${accountId} and link.customization_id = any(${[...customizationIds]}::bigint[])`.execute(db)
  return rows.map(({ id }) => id)
}

/** Like `refreshPushStatus`, for all orders that show one of these customizations; their alarms follow. */
export async function refreshOrdersShowing(scope: AlarmScope, customizationIds: readonly number[]): Promise<void> {
  await refreshPushStatus(scope, await ordersShowing(scope, customizationIds))
  await refreshAlarms(scope, customizationIds)
}

/**
 * Updates the push status and the alarms after an import, which may change designs and relations of orders. An account that never
 * pushed has no push status.
 */
export async function refreshAfterImport(scope: AlarmScope, orderIds: readonly number[]): Promise<void> {
  const { db, accountId } = scope
  const anyLine = await db
    .selectFrom('push_line')
    .select('customization_id')
    .where('account_id', '=', accountId)
    .limit(1)
    .execute()
  if (anyLine.length > 0) await refreshPushStatus(scope, orderIds)
  await refreshAlarmsOfOrders(scope, orderIds)
}
