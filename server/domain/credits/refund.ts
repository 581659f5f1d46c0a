/** Refunds the remaining credits of a recharge; only for the operator, because sellers have no right to a refund. */
import type { Deps } from '../../kernel/context'
import { Failure } from '../../kernel/failure'
import { countRequest, type Hold, holdCredits, refundOutcome, releaseHold } from './holds'
import { requirePayments } from './recharges'
import { findRecord, settle } from './settle'

export interface RefundResult {
  /** Total refund of this recharge, fen. */
  readonly refundedFen: number
  /** Total credits taken back for it. */
  readonly creditsTakenBack: number
  readonly credits: number
}

type Needs = Pick<Deps, 'db' | 'clock' | 'payments'>

/** Minimum interval between queries about a refund with unknown outcome; far longer than a request takes. */
const queryIntervalMs = 5 * 60_000
/** Maximum number of refunds per round of the job. */
const maxPerRound = 20

/**
 * Refunds the cost of a recharge's remaining credits: all of it when none is spent. They are held before the provider is asked,
 * and removed when it has refunded. Repeating it continues a refund that was begun. Rejects with 'not-found', with 'conflict'
 * when nothing is left to refund or the provider refuses (the credits are free again), and with 'upstream-failed' when the
 * outcome is unknown, also of another request for the same refund: then they stay held, and the job asks again. When another
 * request has led to the outcome meanwhile, that outcome counts.
 */
export async function refundRecharge(deps: Needs, outTradeNo: string, reason: string): Promise<RefundResult> {
  requirePayments(deps)
  const { id, account_id } = await findRecord(deps.db, outTradeNo)
  await requestRefund(deps, await holdCredits(deps, { accountId: account_id, recordId: id, outTradeNo, reason }))
  const record = await readRecord(deps, id)
  return { refundedFen: record.refunded_fen, creditsTakenBack: record.credits_taken_back, credits: record.credits }
}

const readRecord = ({ db }: Needs, id: number) =>
  db.selectFrom('recharge_record').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** Requests the refund, which the provider executes once however often it is requested, and books the outcome. */
async function requestRefund(deps: Needs, hold: Hold): Promise<void> {
  const record = await readRecord(deps, hold.recharge_record_id)
  const refund = { outTradeNo: record.out_trade_no, amountFen: hold.amount_fen, key: hold.key, reason: hold.reason }
  const request = await countRequest(deps, hold, queryIntervalMs)
  const refused = () => new Failure('conflict', `充值 ${record.out_trade_no} 的退款被支付平台拒绝，点数已退回`)
  if (request === null) {
    if ((await refundOutcome(deps, hold)) === 'refused') throw refused()
    return
  }
  let refundedFen: number
  try {
    refundedFen = await requirePayments(deps).refund(refund)
  } catch (error) {
    const isRefusal = error instanceof Failure && error.code === 'conflict'
    if (isRefusal && (await releaseHold(deps, hold, request))) throw error
    // Another request may have ended the refund since this one was sent.
    const outcome = await refundOutcome(deps, hold)
    if (outcome === 'refunded') return
    if (outcome === 'refused') throw refused()
    throw isRefusal
      ? new Failure('upstream-failed', `充值 ${record.out_trade_no} 的另一次退款请求还没有结果，系统会继续查询`)
      : error
  }
  await settle(
    deps,
    {
      outTradeNo: record.out_trade_no,
      status: 'paid',
      tradeNo: record.trade_no,
      totalFen: record.amount_fen,
      paidAt: record.paid_at,
      refundedFen,
    },
    { endedHoldId: hold.id },
  )
}

/** Runs one round over refunds with unknown outcome: the process died, or the provider did not respond. */
export async function retryRefunds(deps: Needs, report: (error: unknown) => void): Promise<void> {
  if (!deps.payments) return
  const now = deps.clock.now()
  const due = await deps.db
    .selectFrom('refund_hold')
    .selectAll()
    .where('ended_at', 'is', null)
    .where('asked_at', '<=', new Date(now.getTime() - queryIntervalMs))
    .orderBy('id')
    .limit(maxPerRound)
    .execute()
  for (const hold of due) await requestRefund(deps, hold).catch(report)
}
