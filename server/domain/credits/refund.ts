/** Giving a seller the money back for credits that are left: by the operator only, for what is sold is not refundable by itself. */
import { paymentStatus } from '../../../contract/constants'
import type { Deps } from '../../kernel/context'
import { Failure } from '../../kernel/failure'
import { requirePayments } from './recharges'
import { findRecord, settle } from './settle'

export interface Refunded {
  /** Refunded of this recharge in all, fen. */
  readonly refundedFen: number
  /** Credits that came back for it in all. */
  readonly creditsTakenBack: number
  readonly credits: number
}

/**
 * Refunds what the credits that are left of a recharge cost: all of it when none is spent. The provider is asked first, under a key that
 * makes a repeated command refund once; then the credits are taken back, as the provider's notice would do. What is spent in between
 * stays spent. Rejects with 'not-found', and with 'conflict' when nothing is left to refund or the provider refuses.
 */
export async function refundRecharge(
  deps: Pick<Deps, 'db' | 'clock' | 'payments'>,
  outTradeNo: string,
  reason: string,
): Promise<Refunded> {
  const payments = requirePayments(deps)
  const { id } = await findRecord(deps.db, outTradeNo)
  const read = () =>
    deps.db
      .selectFrom('recharge_record')
      .leftJoin('credit_lot', (join) =>
        join.onRef('credit_lot.recharge_record_id', '=', 'recharge_record.id').on('credit_lot.expires_at', '>', deps.clock.now()),
      )
      .selectAll('recharge_record')
      .select('credit_lot.remaining')
      .where('recharge_record.id', '=', id)
      .executeTakeFirstOrThrow()
  const record = await read()
  if (record.status !== paymentStatus.success)
    throw new Failure('conflict', `充值 ${outTradeNo} 未支付、已退款或已结束，不能退款`)
  // Whole fen; a credit costs half a fen.
  const amountFen = Number((BigInt(record.remaining ?? 0) * BigInt(record.amount_fen)) / BigInt(record.credits))
  if (amountFen === 0) throw new Failure('conflict', `充值 ${outTradeNo} 的点数已用完或已到期，没有可退的金额`)
  const key = `R${record.id}-${record.refunded_fen}`
  const refundedFen = await payments.refund({ outTradeNo, amountFen, key, reason })
  await settle(deps, {
    outTradeNo,
    status: 'paid',
    tradeNo: record.trade_no,
    totalFen: record.amount_fen,
    paidAt: record.paid_at,
    refundedFen,
  })
  const after = await read()
  return { refundedFen: after.refunded_fen, creditsTakenBack: after.credits_taken_back, credits: after.credits }
}
