/** The peer of the home screen, of alarms and of filters of orders: plain counts and pages over all rows of the account. */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../server/kernel/context'
import { barePage } from '../list/cases'

const dayOf = sql`(extract(epoch from created_at + interval '8 hours')::bigint / 86400)::int`
const since = (days: number) => sql`now() - ${days}::int * interval '1 day'`

const designsSince = (accountId: number, days: number) => sql`
  select link.customization_id as id, min(ordered.created_at) as created_at
  from shop_order ordered join order_item item on item.order_id = ordered.id
    join order_item_customization link on link.order_item_id = item.id
  where ordered.account_id = ${accountId}::bigint and ordered.created_at >= ${since(days)}
  group by link.customization_id`

const trend = (db: Db, accountId: number, days: number, key: RawBuilder<unknown>) =>
  sql`
  select ${key} as key, ${dayOf} as day, count(*)::int as count
  from (${designsSince(accountId, days)}) design join customization made on made.id = design.id group by 1, 2`.execute(db)

/** Conditions on orders by the query of the list. */
const filters = {
  '': sql`true`,
  '&shipUntil=late': sql`not is_over and ship_until <= now()`,
  '&shipUntil=soon': sql`not is_over and ship_until > now() and ship_until <= now() + interval '1 day'`,
  '&shipUntil=first': sql`true`,
  '&tagId=1': sql`tag_ids @> '[1]'`,
  '&heldBack=true': sql`held_back is not null`,
  '&heldBack=false': sql`held_back is null`,
  '&approval=waiting': sql`approval = 'waiting'`,
  '&approval=approved': sql`approval = 'approved'`,
  '&state=refunding': sql`order_state = 'refunding'`,
  '&pushFailed=true': sql`push_status = 'failed'`,
  '&finding=problem': sql`has_problem`,
  '&finding=otherPhone': sql`'otherPhone' = any(findings)`,
  '&withText=buyerMessage': sql`buyer_message is not null`,
} as const

/** Each measurement has a name, an address of the API, and the plain statements for the same. */
export function casesOf(db: Db, accountId: number) {
  const own = sql`account_id = ${accountId}::bigint`
  const lists = Object.entries(filters).map(([query, condition]) => ({
    name: `list of orders${query && `, ${query.slice(1)}`}`,
    path: `/api/orders?pageNo=1&pageSize=50${query}`,
    bare: async () => {
      const where = sql`${own} and parent_id is null and ${condition}`
      await sql`select count(*) from shop_order where ${where}`.execute(db)
      await barePage(db, where, 0)
    },
  }))
  return [
    {
      name: 'to-dos and numbers',
      path: '/api/home',
      bare: () =>
        sql`
        select count(*) filter (where order_state = 'refunding') as refunding, count(*) filter (where order_state = 'asks') as asks,
          count(*) filter (where unpaid_images > 0) as unpaid,
          count(*) filter (where order_state = 'toMake' and not fully_pushed and not is_over) as to_push,
          count(*) filter (where not is_over and ship_until <= now()) as late, count(*) filter (where push_status = 'failed') as failed,
          count(*) filter (where approval = 'waiting') as waiting, count(*) filter (where created_at > ${since(7)}) as week
        from shop_order where ${own} and parent_id is null`.execute(db),
    },
    {
      name: 'counts of the tabs of orders',
      path: '/api/orders/counts',
      bare: () =>
        sql`
        select count(*) as all, count(*) filter (where not fully_pushed and not is_over) as to_handle,
          count(*) filter (where has_problem) as problem, count(*) filter (where unpaid_images > 0) as unpaid,
          count(*) filter (where order_state = 'toMake' and not fully_pushed and not is_over) as to_push,
          count(*) filter (where order_state = 'refunding') as refunding
        from shop_order where ${own} and parent_id is null`.execute(db),
    },
    ...[['', sql`true`] as const, ['?finding=problem', sql`has_problem`] as const].map(([query, condition]) => ({
      name: `pieces of each case (备货汇总)${query && `, ${query.slice(1)}`}`,
      path: `/api/orders/picking${query}`,
      bare: () =>
        sql`
        select made.phone_model_name, made.material_color_name, sum(item.quantity)
        from shop_order ordered join order_item item on item.order_id = ordered.id
          join order_item_customization link on link.order_item_id = item.id join customization made on made.id = link.customization_id
        where ordered.account_id = ${accountId}::bigint and ordered.parent_id is null and ${condition} group by 1, 2`.execute(db),
    })),
    {
      name: 'trends by shop, 30 days',
      path: '/api/home/trends?by=shop&days=30',
      bare: () =>
        sql`
        select shop_id, ${dayOf} as day, count(*)::int from shop_order
        where ${own} and parent_id is null and created_at >= ${since(30)} group by 1, 2`.execute(db),
    },
    ...[30, 90].flatMap((days) => [
      {
        name: `trends by template, ${days} days`,
        path: `/api/home/trends?by=template&days=${days}`,
        bare: () => trend(db, accountId, days, sql`made.template_id`),
      },
      {
        name: `trends by model, ${days} days`,
        path: `/api/home/trends?by=model&days=${days}`,
        bare: () => trend(db, accountId, days, sql`made.phone_model_name`),
      },
    ]),
    {
      name: 'list of alarms',
      path: '/api/alarms?pageNo=1&pageSize=50',
      bare: async () => {
        await sql`select count(*) from alarm where ${own} and acknowledged_at is null`.execute(db)
        await sql`select * from alarm where ${own} and acknowledged_at is null order by since desc, customization_id desc limit 50`.execute(
          db,
        )
      },
    },
    ...lists,
  ]
}
