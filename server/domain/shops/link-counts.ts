/** How often links were opened, and how many designs behind them were begun, submitted and ordered. */
import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { beijingDayNumber } from '../../../contract/rules/beijing-time'
import type { ShopCustomizationUrls } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'

export type LinkCounts = ShopCustomizationUrls['customizationUrls'][number]['counts']
type Step = keyof LinkCounts['total']

/** Number of rows that count a link: many buyers open a popular link at once, and each adds to one row, so that they seldom wait. */
const slots = 8
const recentDays = 30

/** Adds one to a number of a link. Its row stays locked until the transaction ends. */
export async function countForLink({ db, actor, clock }: Ctx, settingId: number, step: Step): Promise<void> {
  const column = sql.ref(step)
  const day = beijingDayNumber(clock.now().getTime())
  await sql`
    insert into link_count as kept (account_id, setting_id, day, slot, ${column})
    values (${actor.accountId}::bigint, ${settingId}::bigint, ${day}::integer, ${randomInt(slots)}::smallint, 1)
    on conflict (setting_id, day, slot) do update set ${column} = kept.${column} + 1`.execute(db)
}

const none = { opened: 0, begun: 0, submitted: 0, ordered: 0 }
export const noCounts: LinkCounts = { total: none, last30Days: none }

interface Row {
  readonly settingId: number
  readonly total: LinkCounts['total']
  readonly last30Days: LinkCounts['last30Days']
}

/** Returns the numbers of the account's links by their ids; links without any are left out. */
export async function readCounts({ db, actor, clock }: Ctx): Promise<ReadonlyMap<number, LinkCounts>> {
  const since = beijingDayNumber(clock.now().getTime()) - recentDays + 1
  const sums = (condition: ReturnType<typeof sql>) => sql`json_build_object(
    'opened', coalesce(sum(opened) filter (where ${condition}), 0),
    'begun', coalesce(sum(begun) filter (where ${condition}), 0),
    'submitted', coalesce(sum(submitted) filter (where ${condition}), 0),
    'ordered', coalesce(sum(ordered) filter (where ${condition}), 0))`
  const { rows } = await sql<Row>`
    select setting_id as "settingId", ${sums(sql`true`)} as total, ${sums(sql`day >= ${since}::integer`)} as "last30Days"
    from link_count where account_id = ${actor.accountId} group by setting_id`.execute(db)
  return new Map(rows.map(({ settingId, ...counts }) => [settingId, counts]))
}
