/** How many orders each shop, and how many designs each template and model, had per day. */
import { type RawBuilder, sql } from 'kysely'
import type { AppContract } from '../../../contract/contract'
import type { Parsed, Reply } from '../../../contract/core'
import { beijingDayNumber } from '../../../contract/rules/beijing-time'
import { phoneName } from '../../../contract/rules/case-names'
import type { TrendKind } from '../../../contract/rules/home'
import type { Ctx } from '../../kernel/context'
import { startOfDay } from './overview'

type Calls = AppContract['home']

/** Series with a name of their own; more cannot be told apart on a screen or in a table. */
const maxSeries = 200

interface DayCount {
  readonly key: string
  /** Null: that of the phone of the key. */
  readonly name: string | null
  /** Days since 1970-01-01 in Beijing. */
  readonly day: number
  readonly count: number
}

/** Separates brand and model in a key; names hold no control characters. */
const betweenNames = '\u001f'
const phoneNameIn = (key: string): string => {
  const [brand = '', model = ''] = key.split(betweenNames)
  return phoneName(brand, model)
}

/** The days of `at` since 1970-01-01 in Beijing. */
const dayOf = (at: RawBuilder<unknown>) => sql`(extract(epoch from ${at} + interval '8 hours')::bigint / 86400)::int`

/** The designs of orders since `from`, each once and with the first of its orders: parts of a merged order share it. */
const designsSince = (accountId: number, from: Date) => sql`
  select link.customization_id as id, min(ordered.created_at) as at
  from shop_order ordered join order_item item on item.order_id = ordered.id
    join order_item_customization link on link.order_item_id = item.id
  where ordered.account_id = ${accountId} and ordered.created_at >= ${from}
  group by link.customization_id`

const countedBy: Readonly<Record<TrendKind, (accountId: number, from: Date) => RawBuilder<DayCount>>> = {
  shop: (accountId, from) => sql`
    select counted.key::text as key, shop.name as name, day, count from (
      select shop_id as key, ${dayOf(sql`created_at`)} as day, count(*)::int as count
      from shop_order where account_id = ${accountId} and parent_id is null and created_at >= ${from} group by 1, 2
    ) counted join shop on shop.id = counted.key`,
  template: (accountId, from) => sql`
    select coalesce(made.template_id::text, '') as key,
      coalesce(max(template.name), max(made.template_name), '没有用模板') as name, ${dayOf(sql`design.at`)} as day, count(*)::int as count
    from (${designsSince(accountId, from)}) design join customization made on made.id = design.id
      left join template on template.id = made.template_id and template.account_id = ${accountId}
    group by made.template_id, 3`,
  model: (accountId, from) => sql`
    select made.phone_brand_name || ${betweenNames} || made.phone_model_name as key, null as name,
      ${dayOf(sql`design.at`)} as day, count(*)::int as count
    from (${designsSince(accountId, from)}) design join customization made on made.id = design.id
    group by 1, 3`,
}

/** Returns a series per shop, template or model, the most frequent first; the rest of more than `maxSeries` become one. */
export async function readTrends(
  { db, actor, clock }: Ctx,
  { by, days }: Parsed<Calls['trends']>['query'],
): Promise<Reply<Calls['trends']>> {
  const from = startOfDay(clock.now(), days - 1)
  const firstDay = beijingDayNumber(from.getTime())
  const { rows } = await countedBy[by](actor.accountId, from).execute(db)
  const series = new Map<string, { name: string | null; counts: number[]; total: number }>()
  for (const { key, name, day, count } of rows) {
    const one = series.get(key) ?? { name: name ?? phoneNameIn(key), counts: Array<number>(days).fill(0), total: 0 }
    // A marketplace's clock may be ahead: what it dates tomorrow counts today.
    const place = Math.min(day - firstDay, days - 1)
    one.counts[place] = (one.counts[place] ?? 0) + count
    one.total += count
    series.set(key, one)
  }
  const sorted = [...series.values()].sort((a, b) => b.total - a.total)
  const rest = sorted.slice(maxSeries)
  const shown = sorted.slice(0, maxSeries).map(({ name, counts }) => ({ name, counts }))
  const restCounts = Array.from({ length: days }, (_, day) => rest.reduce((sum, { counts }) => sum + (counts[day] ?? 0), 0))
  return { from: from.getTime(), items: rest.length === 0 ? shown : [...shown, { name: null, counts: restCounts }] }
}
