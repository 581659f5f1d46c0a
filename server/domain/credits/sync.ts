/** Queries the provider about payments, and closes those that were not paid in time. */
import { type PaymentStatus, paymentStatus } from '../../../contract/constants'
import type { Ctx, Deps } from '../../kernel/context'
import { Failure } from '../../kernel/failure'
import { requireOwned } from '../../kernel/owned'
import type { Payments, ReceivedForm, TradeState } from '../../ports/payments'
import { closeGraceMs, queryIntervalMs } from './limits'
import { requirePayments } from './recharges'
import { findRecord, settle } from './settle'
import { recordUnbooked } from './unbooked'

type Needs = Pick<Deps, 'db' | 'clock' | 'payments'>

interface AwaitingRecord {
  readonly id: number
  readonly out_trade_no: string
  readonly closes_at: Date
}

/** Maximum number of payments per round of the job. */
const maxPerRound = 50
/** The job skips payments younger than this, because a page polls for them. */
const jobAgeMs = 30_000
/** Minimum interval between the job's queries about one payment. */
const jobEveryMs = 60_000

/**
 * Returns the status of a recharge of the account, updated from the provider while it awaits payment. Many pages may poll it
 * every second: the provider is queried every three seconds, by one of them. Rejects with 'not-found', or 'upstream-failed' when
 * the provider does not respond.
 */
export async function syncRecharge(ctx: Ctx, id: number): Promise<{ paymentStatus: PaymentStatus }> {
  const record = await requireOwned(ctx, 'recharge_record', id, '充值记录')
  return {
    paymentStatus: record.status === paymentStatus.awaiting ? await queryStatus(ctx, record, queryIntervalMs) : record.status,
  }
}

/** Queries the provider unless some process did less than `minIntervalMs` ago; returns the record's status. */
async function queryStatus(deps: Needs, record: AwaitingRecord, minIntervalMs: number): Promise<PaymentStatus> {
  const payments = requirePayments(deps)
  const now = deps.clock.now()
  const claimed = await deps.db
    .updateTable('recharge_record')
    .set({ asked_at: now })
    .where('id', '=', record.id)
    .where('status', '=', paymentStatus.awaiting)
    .where((where) => where.or([where('asked_at', 'is', null), where('asked_at', '<=', new Date(now.getTime() - minIntervalMs))]))
    .returning('id')
    .executeTakeFirst()
  if (!claimed) return (await findRecord(deps.db, record.out_trade_no)).status
  const status = await settle(deps, await payments.query(record.out_trade_no))
  return status === paymentStatus.awaiting && now >= record.closes_at ? closeOverdue(deps, payments, record) : status
}

/**
 * Closes a payment whose time is over. If it was paid at the last moment, the provider refuses to close it, and it is settled as
 * paid.
 */
async function closeOverdue(
  deps: Needs,
  payments: Payments,
  { out_trade_no, closes_at }: AwaitingRecord,
): Promise<PaymentStatus> {
  const answer = await payments.close(out_trade_no)
  if (answer === 'refused') return settle(deps, await payments.query(out_trade_no))
  // Nobody has begun to pay, and after the form's limit nobody can, but that limit is measured by the provider's clock.
  if (answer === 'unknown' && deps.clock.now().getTime() < closes_at.getTime() + closeGraceMs) return paymentStatus.awaiting
  return settle(deps, closedTrade(out_trade_no))
}

const closedTrade = (outTradeNo: string): TradeState => ({
  outTradeNo,
  status: 'closed',
  tradeNo: null,
  totalFen: null,
  paidAt: null,
  refundedFen: 0,
})

/**
 * Accepts a notice of the provider. Rejects with 'forbidden' unless the provider signed it for this merchant, and with
 * 'not-found' and 'conflict' like `settle`. Money that is not booked is recorded for the operator.
 */
export async function acceptNotice(deps: Needs, form: ReceivedForm): Promise<PaymentStatus> {
  const payments = requirePayments(deps)
  const state = await payments.readNotice(form)
  const record = await findRecord(deps.db, state.outTradeNo).catch(async (error: unknown) => {
    if (isNotFound(error)) await recordUnbooked(deps, { state, reason: 'unknown-number', record: null })
    throw error
  })
  const isPaid = state.status === 'paid' || state.status === 'finished'
  if (record.status !== paymentStatus.closed || !isPaid) return settle(deps, state)
  // A notice that a closed payment was paid may be late or out of order, so the current state is queried.
  const current = await payments.query(state.outTradeNo)
  const status = await settle(deps, current)
  const wasReturned = current.status === 'closed' && current.paidAt !== null
  if (status === paymentStatus.closed && !wasReturned) await recordUnbooked(deps, { state, reason: 'closed', record })
  return status
}

const isNotFound = (error: unknown): boolean => error instanceof Failure && error.code === 'not-found'

/**
 * Runs one round over waiting payments: settles those that the provider knows and closes overdue ones. A failing one does not
 * stop the others.
 */
export async function reconcilePayments(deps: Needs, report: (error: unknown) => void): Promise<void> {
  if (!deps.payments) return
  const now = deps.clock.now().getTime()
  const waiting = await deps.db
    .selectFrom('recharge_record')
    .select(['id', 'out_trade_no', 'closes_at'])
    .where('status', '=', paymentStatus.awaiting)
    .where('created_at', '<=', new Date(now - jobAgeMs))
    .where((where) => where.or([where('asked_at', 'is', null), where('asked_at', '<=', new Date(now - jobEveryMs))]))
    .orderBy('asked_at', (order) => order.asc().nullsFirst())
    .orderBy('id')
    .limit(maxPerRound)
    .execute()
  for (const record of waiting) await queryStatus(deps, record, jobEveryMs).catch(report)
}
