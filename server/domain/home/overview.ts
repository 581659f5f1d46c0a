/** The first part of the home screen: the steps to the first case, what is to do, and the numbers of today and of the last seven days. */
import { creditsPerImage, type Permission } from '../../../contract/constants'
import type { AppContract } from '../../../contract/contract'
import type { Reply } from '../../../contract/core'
import { holdsAny, readers, viewers } from '../../../contract/permissions'
import { beijingDayNumber, beijingOffsetMs } from '../../../contract/rules/beijing-time'
import { areCreditsLow, type CreditNeeds, orderTodoKeys } from '../../../contract/rules/home'
import type { Ctx } from '../../kernel/context'
import { countAlarms } from '../alarms/list'
import { currentCredits } from '../credits/balance'
import { countDue } from '../orders/due-counts'
import { countStoppedShops } from '../orders/due-syncs'
import { type CountKind, readPeriods, readTodoCounts } from './counts'
import { readFirstSteps } from './first-steps'

type Home = Reply<AppContract['home']['get']>

const dayMs = 86_400_000

/** Returns the first moment of the day that lies `daysAgo` days before today in Beijing. */
export const startOfDay = (now: Date, daysAgo = 0): Date =>
  new Date((beijingDayNumber(now.getTime()) - daysAgo) * dayMs - beijingOffsetMs)

const mayRead = ({ actor }: Ctx, wanted: readonly Permission[]): boolean =>
  actor.mainUsername === undefined || holdsAny(actor.permissions, wanted)

/** Counts what the order list shows with the filter of each to-do. */
async function readTodos(ctx: Ctx, paidInWeek: number): Promise<Home['todos']> {
  const { late, soon, failed } = await countDue(ctx)
  const due = { shipLate: late, shipSoon: soon, pushFailed: failed }
  const counts = new Map([...(await readTodoCounts(ctx)), ...Object.entries(due)])
  const { unread } = await ctx.db
    .selectFrom('unread_order')
    .where('account_id', '=', ctx.actor.accountId)
    .select(({ fn }) => fn.countAll<number>().as('unread'))
    .executeTakeFirstOrThrow()
  return {
    orders: orderTodoKeys.map((key) => ({ key, count: counts.get(key) ?? 0 })),
    alarms: await countAlarms(ctx),
    unread,
    approvals: counts.get('toApprove') ?? 0,
    stoppedShops: mayRead(ctx, viewers.products) ? await countStoppedShops(ctx) : 0,
    toPrint: mayRead(ctx, viewers.printFloor) ? await countWaiting(ctx) : 0,
    lowCredits: mayRead(ctx, ['credits']) ? await readLowCredits(ctx, counts.get('toPay') ?? 0, paidInWeek) : null,
  }
}

async function countWaiting({ db, actor }: Ctx): Promise<number> {
  const { waiting } = await db
    .selectFrom('print_piece')
    .where('account_id', '=', actor.accountId)
    .where('state', '=', 'waiting')
    .select(({ fn }) => fn.countAll<number>().as('waiting'))
    .executeTakeFirstOrThrow()
  return Number(waiting)
}

/** An account that never had credits, and spends none, has its pictures made without them. */
async function readLowCredits(ctx: Ctx, imagesToPay: number, paidInWeek: number): Promise<CreditNeeds | null> {
  const { credits: left, hasRecharged } = await currentCredits(ctx)
  if (!hasRecharged && paidInWeek === 0) return null
  const needs = { left, toPay: imagesToPay * creditsPerImage, threeDays: Math.ceil((paidInWeek / 7) * 3) }
  return areCreditsLow(needs) ? needs : null
}

/** Orders are counted by their time at the marketplace, as in the list; payments by the time of the charge. */
async function readNumbers(ctx: Ctx, withCredits: boolean): Promise<NonNullable<Home['numbers']>> {
  const sums = await readPeriods(ctx, withCredits ? ['orders', 'images', 'credits'] : ['orders'])
  const period = (name: 'today' | 'week') => {
    const of = (kind: CountKind): number => sums.get(kind)?.[name] ?? 0
    return { orders: of('orders'), paid: withCredits ? { images: of('images'), credits: of('credits') } : null }
  }
  return { today: period('today'), week: period('week') }
}

/** Returns what the caller may see: the steps as a user who may manage users or read everything, the rest as one who may read orders. */
export async function readHome(ctx: Ctx): Promise<Home> {
  const firstSteps = mayRead(ctx, ['users', 'view']) ? await readFirstSteps(ctx) : null
  if (!mayRead(ctx, readers.orders)) return { firstSteps, todos: null, numbers: null }
  const numbers = await readNumbers(ctx, mayRead(ctx, readers.balance))
  return { firstSteps, todos: await readTodos(ctx, numbers.week.paid?.credits ?? 0), numbers }
}
