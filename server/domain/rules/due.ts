/**
 * Decides about the orders that are due: triggers of the database name an order whenever its facts change, whoever changes them, and a
 * decision that depends on time names it for later. What is named several times is decided once.
 */
import { sql } from 'kysely'
import type { Ctx, Db, Deps } from '../../kernel/context'
import { runRules } from './run'

/** Orders of one look; the next one begins at once where there are more. */
const batch = 100
/** Orders that are decided about at the same time, each of another account. */
const concurrency = 3
/** A decision that failed is tried again after this time, ms. */
const retryMs = 10 * 60_000
const day = 24 * 60 * 60_000
/** Runs are kept this long; the newest ones of each rule always. */
const runLifeMs = 90 * day
const keptRuns = 50
/** Orders that are older are not decided about again. */
const openDays = 30

interface DueOrder {
  readonly order_id: number
  readonly account_id: number
  readonly changes: number
}

/** Decides about the orders that are due now. Reports what fails, and goes on with the others. */
export async function decideDue(deps: Deps, report: (error: unknown) => void): Promise<void> {
  const began = deps.clock.now()
  for (;;) {
    const due = await takeDue(deps, began)
    const byAccount = new Map<number, DueOrder[]>()
    for (const order of due) byAccount.set(order.account_id, [...(byAccount.get(order.account_id) ?? []), order])
    const waiting = [...byAccount.values()]
    const work = async (): Promise<void> => {
      for (let orders = waiting.shift(); orders; orders = waiting.shift())
        for (const order of orders) await decideOne(deps, order, began, report)
    }
    await Promise.all(Array.from({ length: concurrency }, work))
    if (due.length < batch) return
  }
}

const isDueAt = (now: Date) => sql`(due_at is null or due_at <= ${now})`

/** Whether an order waits for a decision now. */
export async function hasDue({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    select exists (select from order_due where ${isDueAt(clock.now())}) as due`.execute(db)
  return rows[0]?.due === true
}

async function takeDue({ db }: Deps, now: Date): Promise<readonly DueOrder[]> {
  const { rows } = await sql<DueOrder>`
    select order_id, account_id, changes from order_due where ${isDueAt(now)}
    order by due_at nulls first, order_id limit ${batch}`.execute(db)
  return rows
}

async function decideOne(deps: Deps, order: DueOrder, now: Date, report: (error: unknown) => void): Promise<void> {
  let next: Date | null
  try {
    const lookAgainAt = await runRules(deps, order.account_id, order.order_id)
    // Never the moment of this look again: it would be taken once more by the same round.
    next = lookAgainAt === null ? null : new Date(Math.max(lookAgainAt, now.getTime() + 1000))
  } catch (error) {
    report(error)
    next = new Date(now.getTime() + retryMs)
  }
  // A change that came meanwhile stays due.
  const unchanged = sql`order_id = ${order.order_id} and changes = ${order.changes}`
  if (next === null) await sql`delete from order_due where ${unchanged}`.execute(deps.db)
  else await sql`update order_due set due_at = ${next} where ${unchanged}`.execute(deps.db)
  // The rules decide about their own changes in the next round.
  await sql`update order_due set due_at = ${new Date(now.getTime() + 1000)}
    where order_id = ${order.order_id} and changes <> ${order.changes} and due_at is null`.execute(deps.db)
}

const openOrders = (accountId: number | null, since: Date) => sql`
  insert into order_due (order_id, account_id)
  select o.id, o.account_id from shop_order o
  where o.parent_id is null and not o.is_over and not o.fully_pushed and o.touched_by_hand_at is null and o.created_at > ${since}
    and (${accountId}::bigint is null or o.account_id = ${accountId}::bigint)
    and exists (select from automation_rule rule where rule.account_id = o.account_id and rule.is_on)
  order by o.id
  on conflict (order_id) do `

/** Names all open orders of the account: its rules have changed. */
export async function nameOpenOrders({ db, actor, clock }: Ctx): Promise<void> {
  const since = new Date(clock.now().getTime() - openDays * day)
  await sql`${openOrders(actor.accountId, since)} update set due_at = null, changes = order_due.changes + 1`.execute(db)
}

/** Names the open orders that nothing has named, in case a fact changed that no trigger sees, and removes old runs. */
export async function sweepRules({ db, clock }: { readonly db: Db; readonly clock: Deps['clock'] }): Promise<void> {
  const now = clock.now().getTime()
  await sql`${openOrders(null, new Date(now - openDays * day))} nothing`.execute(db)
  await sql`
    delete from rule_run old where at < ${new Date(now - runLifeMs)} and ended_at is not null
      and (select count(*) from rule_run newer where newer.rule_id = old.rule_id and newer.id > old.id) >= ${keptRuns}`.execute(
    db,
  )
}
