/** How many orders each shop, and how many designs each template and model, had per day; a design counts on the day of its first order. */
import { type RawBuilder, sql } from 'kysely'
import type { AppContract } from '../../../contract/contract'
import type { Parsed, Reply } from '../../../contract/core'
import { beijingDayNumber } from '../../../contract/rules/beijing-time'
import { phoneName } from '../../../contract/rules/case-names'
import type { TrendKind } from '../../../contract/rules/home'
import type { Ctx } from '../../kernel/context'
import { type CountKind, countsOf } from './counts'
import { startOfDay } from './overview'

type Calls = AppContract['home']

/** Series with a name of their own; more cannot be told apart on a screen or in a table. */
const maxSeries = 200

interface DayCounts {
  readonly key: string
  /** Null: that of the phone of the key. */
  readonly name: string | null
  /** Days since 1970-01-01 in Beijing, and the count of each. */
  readonly days: readonly number[]
  readonly counts: readonly number[]
}

/** Separates brand and model in a key; names hold no control characters. */
const betweenNames = '\u001f'
const phoneNameIn = (key: string): string => {
  const [brand = '', model = ''] = key.split(betweenNames)
  return phoneName(brand, model)
}

/** The counts of each key, with its days and their counts as arrays: rows of each day would take longer to read than to count. */
const byKey = (accountId: number, kind: CountKind, fromDay: number, key = sql`key`) => sql`
  select key, array_agg(day) as days, array_agg(count) as counts from (
    select ${key} as key, day, sum(count)::int as count from ${countsOf(accountId, kind, fromDay)} counted group by 1, 2
    having sum(count) <> 0
  ) per_day group by key`

const countedBy: Readonly<Record<TrendKind, (accountId: number, fromDay: number) => RawBuilder<DayCounts>>> = {
  shop: (accountId, fromDay) => sql`
    select counted.key::text as key, shop.name, days, counts
    from (${byKey(accountId, 'orders', fromDay, sql`shop_id`)}) counted join shop on shop.id = counted.key`,
  // The key of a template is its id and the name that it had, which is shown where the template is gone.
  template: (accountId, fromDay) => sql`
    select split_part(counted.key, ${betweenNames}, 1) as key, days, counts,
      coalesce(template.name, nullif(split_part(counted.key, ${betweenNames}, 2), ''), '没有用模板') as name
    from (${byKey(accountId, 'template', fromDay)}) counted
      left join template on template.id = nullif(split_part(counted.key, ${betweenNames}, 1), '')::bigint
        and template.account_id = ${accountId}`,
  model: (accountId, fromDay) => sql`
    select key, null as name, days, counts from (${byKey(accountId, 'model', fromDay)}) counted`,
}

/** Returns a series per shop, template or model, the most frequent first; the rest of more than `maxSeries` become one. */
export async function readTrends(
  { db, actor, clock }: Ctx,
  { by, days }: Parsed<Calls['trends']>['query'],
): Promise<Reply<Calls['trends']>> {
  const from = startOfDay(clock.now(), days - 1)
  const firstDay = beijingDayNumber(from.getTime())
  const { rows } = await countedBy[by](actor.accountId, firstDay).execute(db)
  const series = new Map<string, { name: string | null; counts: number[]; total: number }>()
  for (const { key, name, days: counted, counts } of rows) {
    const one = series.get(key) ?? { name: name ?? phoneNameIn(key), counts: Array<number>(days).fill(0), total: 0 }
    counted.forEach((day, index) => {
      const count = counts[index] ?? 0
      // A marketplace's clock may be ahead: what it dates tomorrow counts today.
      const place = Math.min(day - firstDay, days - 1)
      one.counts[place] = (one.counts[place] ?? 0) + count
      one.total += count
    })
    series.set(key, one)
  }
  const sorted = [...series.values()].sort((a, b) => b.total - a.total)
  const rest = sorted.slice(maxSeries)
  const shown = sorted.slice(0, maxSeries).map(({ name, counts }) => ({ name, counts }))
  const restCounts = Array.from({ length: days }, (_, day) => rest.reduce((sum, { counts }) => sum + (counts[day] ?? 0), 0))
  return { from: from.getTime(), items: rest.length === 0 ? shown : [...shown, { name: null, counts: restCounts }] }
}
