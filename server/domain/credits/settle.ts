/**
 * Applies the provider's state of a payment. Notices, polls and the reconcile job all end here, in any order and any number:
 * credits move only when a record becomes paid, once, by the record's own amount; a refund takes back what remains of them.
 */
import type { Selectable } from 'kysely'
import { type PaymentStatus, paymentStatus } from '../../../contract/constants'
import type { Db, Deps } from '../../kernel/context'
import { Failure, notFound } from '../../kernel/failure'
import type { Database } from '../../kernel/tables'
import { transact } from '../../kernel/transact'
import type { TradeState } from '../../ports/payments'
import { creditsFor, endHold, findPendingHold, updateHeldCredits } from './holds'
import { enterJournal, expireLots, type Ledger, lockLedger } from './ledger'
import { creditLifeMs } from './limits'
import { endBooked, recordUnbooked } from './unbooked'

type RechargeRow = Selectable<Database['recharge_record']>
const { awaiting, success, closed, refunded, finished } = paymentStatus

/**
 * Returns the record's status after the provider's state. Closing does not undo a payment, and nothing follows a full refund or
 * an end.
 */
export function statusAfter(record: Pick<RechargeRow, 'status' | 'amount_fen'>, state: TradeState): PaymentStatus {
  const { status } = record
  if (status === refunded || status === finished) return status
  const unpaid = status === awaiting || status === closed
  // The provider itself says that the payment is not paid, so a refund cannot be right.
  const contradicts = unpaid && (state.status === 'awaiting' || state.status === 'unknown')
  if (state.refundedFen >= record.amount_fen && !contradicts) return refunded
  switch (state.status) {
    case 'paid':
      return unpaid ? success : status
    case 'finished':
      return finished
    case 'closed':
      return unpaid ? closed : status
    default:
      return status
  }
}

/**
 * Updates the record to the provider's state and moves credits accordingly; returns the record's status. Rejects with 'not-found'
 * for a payment that is not ours, and with 'conflict' when the provider names another trade or another amount: no credits move then,
 * and money that came is recorded for the operator.
 *
 * @param endedHoldId the hold of the refund that `state` is the outcome of: its remaining credits then return to the lot.
 */
export async function settle(
  deps: Pick<Deps, 'db' | 'clock'>,
  state: TradeState,
  { endedHoldId }: { readonly endedHoldId?: number } = {},
): Promise<PaymentStatus> {
  const outcome = await transact(deps, async (inner) => {
    const { account_id } = await findRecord(inner.db, state.outTradeNo)
    // The ledger is locked first, as everywhere, then the record: by then no other call settles it.
    const ledger = await lockLedger(inner, account_id)
    const record = await inner.db
      .selectFrom('recharge_record')
      .selectAll()
      .where('out_trade_no', '=', state.outTradeNo)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const mismatch = mismatchOf(record, state)
    if (!mismatch) return book(ledger, record, state, endedHoldId)
    await recordUnbooked(inner, { state, reason: mismatch.reason, record })
    await closeOverdue(ledger, record)
    return new Failure('conflict', mismatch.message)
  })
  if (outcome instanceof Failure) throw outcome
  return outcome
}

async function book(ledger: Ledger, record: RechargeRow, state: TradeState, endedHoldId?: number): Promise<PaymentStatus> {
  const { db, now } = ledger
  const status = statusAfter(record, state)
  const isPaid = status === success || status === finished || status === refunded
  const becomesPaid = isUnpaid(record) && (status === success || status === finished)
  // A refund counts only after a payment: an unpaid record stays unpaid.
  const refundedFen = isPaid ? Math.min(Math.max(record.refunded_fen, state.refundedFen), record.amount_fen) : record.refunded_fen
  if (becomesPaid) {
    await addLot(ledger, record)
    await endBooked(db, now, state)
  }
  const takenBackCredits = refundedFen > record.refunded_fen ? await takeBackCredits(ledger, record, refundedFen) : 0
  if (endedHoldId !== undefined) await endHold(ledger, endedHoldId)
  await db
    .updateTable('recharge_record')
    .set({
      status,
      // A payer may give one trade up and pay another: the one that was paid counts.
      trade_no: becomesPaid ? (state.tradeNo ?? record.trade_no) : (record.trade_no ?? state.tradeNo),
      paid_at: record.paid_at ?? (isPaid ? (state.paidAt ?? now) : null),
      refunded_fen: refundedFen,
      credits_taken_back: record.credits_taken_back + takenBackCredits,
    })
    .where('id', '=', record.id)
    .execute()
  return status
}

const isUnpaid = ({ status }: Pick<RechargeRow, 'status'>): boolean => status === awaiting || status === closed

/** Closes a record that was paid wrongly and whose time is over, so that the provider is not asked about it for ever. */
async function closeOverdue({ db, now }: Ledger, { id, status, closes_at }: RechargeRow): Promise<void> {
  if (status !== awaiting || closes_at > now) return
  await db.updateTable('recharge_record').set({ status: closed }).where('id', '=', id).execute()
}

/** Rejects with 'not-found' when no record has this number. */
export async function findRecord(db: Db, outTradeNo: string): Promise<Pick<RechargeRow, 'id' | 'account_id' | 'status'>> {
  const row = await db
    .selectFrom('recharge_record')
    .select(['id', 'account_id', 'status'])
    .where('out_trade_no', '=', outTradeNo)
    .executeTakeFirst()
  if (!row) throw notFound('充值记录')
  return row
}

/**
 * Returns why the state cannot be booked on the record; null when it can. The provider's amount must equal the record's, a payment
 * without an amount is not accepted, and a record that was paid by one trade is not paid by another.
 */
function mismatchOf(
  record: RechargeRow,
  state: TradeState,
): { readonly reason: 'second-payment' | 'other-amount'; readonly message: string } | null {
  const isPaid = state.status === 'paid' || state.status === 'finished'
  const isOtherTrade = record.trade_no !== null && state.tradeNo !== null && record.trade_no !== state.tradeNo
  if (isOtherTrade && !(isPaid && isUnpaid(record))) {
    const message = `充值 ${record.out_trade_no} 已由交易 ${record.trade_no} 支付，与 ${state.tradeNo} 不符`
    return { reason: 'second-payment', message }
  }
  if (state.totalFen === null ? isPaid : state.totalFen !== record.amount_fen) {
    const reportedAmount = state.totalFen === null ? '未知' : `${state.totalFen} 分`
    const message = `充值 ${record.out_trade_no} 应付 ${record.amount_fen} 分，支付平台通知的是${reportedAmount}`
    return { reason: 'other-amount', message }
  }
  return null
}

async function addLot(ledger: Ledger, record: RechargeRow): Promise<void> {
  const lot = await ledger.db
    .insertInto('credit_lot')
    .values({
      account_id: ledger.accountId,
      recharge_record_id: record.id,
      credits: record.credits,
      created_at: ledger.now,
      expires_at: new Date(ledger.now.getTime() + creditLifeMs),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await enterJournal(ledger, 'recharge', `recharge:${record.id}`, [
    { side: 'balance', amount: record.credits, lotId: lot.id },
    { side: 'recharged', amount: -record.credits },
  ])
}

/**
 * Takes back the credits that the further refund bought: first those that a hold has, then those remaining in the record's lot;
 * returns how many.
 */
async function takeBackCredits(ledger: Ledger, record: RechargeRow, refundedFen: number): Promise<number> {
  await expireLots(ledger)
  const lot = await ledger.db
    .selectFrom('credit_lot')
    .select(['id', 'remaining'])
    .where('recharge_record_id', '=', record.id)
    .executeTakeFirst()
  if (!lot) return 0
  const hold = await findPendingHold(ledger.db, record.id)
  const due = creditsFor(record, refundedFen) - creditsFor(record, record.refunded_fen)
  const fromHold = Math.min(due, hold?.held ?? 0)
  const fromLot = Math.min(due - fromHold, lot.remaining)
  const total = fromHold + fromLot
  if (total === 0) return 0
  await enterJournal(ledger, 'refund', `refund:${record.id}:${refundedFen}`, [
    ...(fromHold > 0 ? [{ side: 'held' as const, amount: -fromHold }] : []),
    ...(fromLot > 0 ? [{ side: 'balance' as const, amount: -fromLot, lotId: lot.id }] : []),
    { side: 'refunded', amount: total },
  ])
  if (hold && fromHold > 0) await updateHeldCredits(ledger, hold.id, hold.held - fromHold)
  return total
}
