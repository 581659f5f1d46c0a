/** The first part of the home screen: the steps to the first case, what is to do, and the numbers of today and of the last seven days. */
import { sql } from 'kysely'
import type { Permission } from '../../../contract/constants'
import type { AppContract } from '../../../contract/contract'
import type { Reply } from '../../../contract/core'
import { holdsAny, readers } from '../../../contract/permissions'
import { beijingDayNumber, beijingOffsetMs } from '../../../contract/rules/beijing-time'
import { orderTodoKeys, orderTodos } from '../../../contract/rules/home'
import type { Ctx } from '../../kernel/context'
import { countAlarms } from '../alarms/list'
import { listTotals } from '../orders/list'
import { readFirstSteps } from './first-steps'

type Home = Reply<AppContract['home']['get']>

const dayMs = 86_400_000

/** Returns the first moment of the day that lies `daysAgo` days before today in Beijing. */
export const startOfDay = (now: Date, daysAgo = 0): Date =>
  new Date((beijingDayNumber(now.getTime()) - daysAgo) * dayMs - beijingOffsetMs)

const mayRead = ({ actor }: Ctx, wanted: readonly Permission[]): boolean =>
  actor.mainUsername === undefined || holdsAny(actor.permissions, wanted)

/** Counts what the order list shows with the filter of each to-do. */
async function readTodos(ctx: Ctx): Promise<Home['todos']> {
  const totals = await listTotals(
    ctx,
    orderTodoKeys.map((key) => orderTodos[key].filter),
  )
  const { unread } = await ctx.db
    .selectFrom('unread_order')
    .where('account_id', '=', ctx.actor.accountId)
    .select(({ fn }) => fn.countAll<number>().as('unread'))
    .executeTakeFirstOrThrow()
  return {
    orders: orderTodoKeys.map((key, index) => ({ key, count: totals[index] ?? 0 })),
    alarms: await countAlarms(ctx),
    unread,
  }
}

async function readNumbers({ db, actor, clock }: Ctx, withCredits: boolean): Promise<Home['numbers']> {
  const today = startOfDay(clock.now())
  const weekStart = startOfDay(clock.now(), 6)
  const own = sql`account_id = ${actor.accountId}`
  // Orders are counted by their time at the marketplace, as in the list; payments by the time of the charge.
  const { rows } = await sql<Record<'orders_today' | 'orders_week', number>>`
    select count(*) filter (where created_at >= ${today})::int as orders_today, count(*)::int as orders_week
    from shop_order where ${own} and parent_id is null and created_at >= ${weekStart}`.execute(db)
  const paid = withCredits
    ? await sql<Record<'images_today' | 'images_week' | 'credits_today' | 'credits_week', number>>`
        select count(line.customization_id) filter (where created_at >= ${today})::int as images_today,
          count(line.customization_id)::int as images_week,
          coalesce(sum(line.used_credits) filter (where created_at >= ${today}), 0)::float8 as credits_today,
          coalesce(sum(line.used_credits), 0)::float8 as credits_week
        from usage_record record join usage_line line on line.usage_record_id = record.id
        where record.account_id = ${actor.accountId} and created_at >= ${weekStart}`.execute(db)
    : null
  const [orders, charged] = [rows[0], paid?.rows[0]]
  const period = (name: 'today' | 'week') => ({
    orders: orders?.[`orders_${name}`] ?? 0,
    paid: charged ? { images: charged[`images_${name}`], credits: charged[`credits_${name}`] } : null,
  })
  return { today: period('today'), week: period('week') }
}

/** Returns what the caller may see: the steps as a user who may manage users or read everything, the rest as one who may read orders. */
export async function readHome(ctx: Ctx): Promise<Home> {
  const seesOrders = mayRead(ctx, readers.orders)
  return {
    firstSteps: mayRead(ctx, ['users', 'view']) ? await readFirstSteps(ctx) : null,
    todos: seesOrders ? await readTodos(ctx) : null,
    numbers: seesOrders ? await readNumbers(ctx, mayRead(ctx, readers.balance)) : null,
  }
}
