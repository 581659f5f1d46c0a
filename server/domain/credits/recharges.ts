/** Buying credits: the form that takes a seller to the payment provider, and the recharge records. */
import { randomInt } from 'node:crypto'
import { type ExpressionBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { paymentStatus } from '../../../contract/constants'
import type { rechargeQuery } from '../../../contract/schemas/credits'
import type { PaymentForm, RechargeRecord } from '../../../contract/types'
import type { Ctx, Deps } from '../../kernel/context'
import { Failure } from '../../kernel/failure'
import type { Database } from '../../kernel/tables'
import { transact } from '../../kernel/transact'
import type { Payments } from '../../ports/payments'
import { spendFromCeiling } from '../api-keys/ceilings'
import { lockLedger } from './ledger'
import { maxAwaiting, paymentWindowMs } from './limits'
import { type CreditPrice, creditPrice, priceOf } from './price'

/** Throws 'unavailable' when no provider is configured. */
export function requirePayments({ payments }: Pick<Deps, 'payments'>): Payments {
  if (!payments) throw new Failure('unavailable', '本站尚未开通在线充值，请联系客服')
  return payments
}

/** Time to the second and twelve random digits: unique and unguessable. */
function newOutTradeNo(now: Date): string {
  const time = now.toISOString().replace(/\D/g, '').slice(0, 14)
  const digits = Array.from({ length: 2 }, () => String(randomInt(1_000_000)).padStart(6, '0')).join('')
  return `KJ${time}${digits}`
}

/**
 * Creates a record that awaits payment, and the form that pays it. Nothing is credited until the provider confirms the payment.
 * Rejects with 'unavailable' without a provider, with 'price-changed' when the credits do not cost what the seller saw (fen), and with
 * 'too-many-requests' when too many are open already.
 */
export function startRecharge(
  ctx: Ctx,
  credits: number,
  { seen, price = creditPrice }: { readonly seen?: number | undefined; readonly price?: CreditPrice } = {},
): Promise<PaymentForm> {
  const payments = requirePayments(ctx)
  const amountFen = priceOf(credits, price)
  if (seen !== undefined && seen !== amountFen) throw priceChanged(credits, seen, amountFen)
  return transact(ctx, async (inner) => {
    const { accountId, username } = inner.actor
    const { db, now } = await lockLedger(inner, accountId)
    const { open } = await db
      .selectFrom('recharge_record')
      .select((row) => row.fn.countAll<number>().as('open'))
      .where('account_id', '=', accountId)
      .where('status', '=', paymentStatus.awaiting)
      .where('closes_at', '>', now)
      .executeTakeFirstOrThrow()
    if (open >= maxAwaiting) {
      throw new Failure('too-many-requests', `已有 ${open} 笔充值等待付款，请先完成付款，或等它们在 15 分钟后自动关闭再试`)
    }
    await spendFromCeiling(inner, 'recharge', credits)
    const order = {
      outTradeNo: newOutTradeNo(now),
      amountFen,
      subject: `壳匠点数 ${credits} 点`,
      closesAt: new Date(now.getTime() + paymentWindowMs),
    }
    const { id } = await db
      .insertInto('recharge_record')
      .values({
        account_id: accountId,
        out_trade_no: order.outTradeNo,
        credits,
        amount_fen: order.amountFen,
        operator: username,
        status: paymentStatus.awaiting,
        created_at: now,
        closes_at: order.closesAt,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { rechargeRecordId: id, paymentForm: await payments.form(order), amount: amountFen }
  })
}

const yuan = (fen: number): string => (fen / 100).toFixed(2)

const priceChanged = (credits: number, seen: number, fen: number): Failure =>
  new Failure('price-changed', `${credits} 点的价格已从 ${yuan(seen)} 元变为 ${yuan(fen)} 元，还没有下单；请看过新价格后再点支付`)

/** Selects the payments for a recharge that are unbooked; those that became credits later do not count. */
const unbookedOf = (from: ExpressionBuilder<Database, 'recharge_record'>) =>
  from
    .selectFrom('unbooked_payment')
    .whereRef('unbooked_payment.account_id', '=', 'recharge_record.account_id')
    .whereRef('unbooked_payment.recharge_record_id', '=', 'recharge_record.id')
    .where(sql<boolean>`unbooked_payment.ending is distinct from 'booked'`)
    .select((row) => row.fn.countAll<number>().as('payments'))
    .select(sql<number | null>`sum(unbooked_payment.amount_fen)::int8`.as('fen'))
    .select(sql<number>`count(*) filter (where unbooked_payment.ended_at is null)`.as('open'))
    .as('unbooked')

/** Returns a page, newest first; the bounds of time are inclusive. */
export async function listRecharges({ db, actor }: Ctx, query: z.output<typeof rechargeQuery>) {
  let rows = db.selectFrom('recharge_record').where('recharge_record.account_id', '=', actor.accountId)
  if (query.createdAtStart !== undefined) {
    rows = rows.where('recharge_record.created_at', '>=', new Date(query.createdAtStart))
  }
  if (query.createdAtEnd !== undefined) rows = rows.where('recharge_record.created_at', '<=', new Date(query.createdAtEnd))
  const { total } = await rows.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const page = await rows
    .leftJoin('credit_lot', 'credit_lot.recharge_record_id', 'recharge_record.id')
    .selectAll('recharge_record')
    .select('credit_lot.expires_at')
    .leftJoinLateral(unbookedOf, (join) => join.onTrue())
    .select(['unbooked.payments', 'unbooked.fen', 'unbooked.open'])
    .orderBy('recharge_record.created_at', 'desc')
    .orderBy('recharge_record.id', 'desc')
    .limit(query.pageSize)
    .offset((query.pageNo - 1) * query.pageSize)
    .execute()
  const items: RechargeRecord[] = page.map((row) => ({
    id: row.id,
    createdAt: row.created_at.getTime(),
    paidAt: row.paid_at?.getTime() ?? null,
    addedCredits: row.credits,
    amount: row.amount_fen,
    rechargeOperator: row.operator,
    paymentStatus: row.status,
    expiresAt: row.expires_at?.getTime() ?? null,
    refund: row.refunded_fen > 0 ? { amount: row.refunded_fen, creditsTakenBack: row.credits_taken_back } : null,
    unbooked: row.payments ? { amount: row.fen, returned: row.open === 0 } : null,
  }))
  return { items, totalItems: total }
}
