/**
 * Money that the provider received for this server and that became no credits: a second payment of one recharge, another amount, a
 * number that is not known, a payment of a closed recharge that cannot be confirmed. It is kept until it was given back, so that the
 * operator sees it (`npm run refund`, metrics) and the seller reads that it comes back.
 */
import { type Selectable, sql } from 'kysely'
import type { Db, Deps } from '../../kernel/context'
import { Failure, notFound } from '../../kernel/failure'
import type { Database } from '../../kernel/tables'
import type { TradeState } from '../../ports/payments'
import { requirePayments } from './recharges'

export type UnbookedPayment = Selectable<Database['unbooked_payment']>
export type UnbookedReason = UnbookedPayment['reason']
type Needs = Pick<Deps, 'db' | 'clock' | 'payments'>

interface Unbooked {
  readonly state: TradeState
  readonly reason: UnbookedReason
  /** The recharge that the money was meant for; null when there is none. */
  readonly record: { readonly id: number; readonly account_id: number } | null
}

const isMoney = ({ status, totalFen, refundedFen }: TradeState): boolean =>
  (status === 'paid' || status === 'finished') && (totalFen === null || refundedFen < totalFen)

/**
 * Records the money that `state` reports, once per trade however often it is reported, and what of it was returned since. A state
 * without money is recorded only for a trade that is known already: it was refunded.
 */
export async function recordUnbooked(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { state, reason, record }: Unbooked,
): Promise<void> {
  const { outTradeNo, tradeNo, totalFen, refundedFen } = state
  if (tradeNo === null) return
  const now = clock.now()
  if (isMoney(state)) {
    await db
      .insertInto('unbooked_payment')
      .values({
        account_id: record?.account_id ?? null,
        recharge_record_id: record?.id ?? null,
        out_trade_no: outTradeNo,
        trade_no: tradeNo,
        amount_fen: totalFen === 0 ? null : totalFen,
        reason,
        first_seen_at: now,
        last_seen_at: now,
      })
      .onConflict((conflict) => conflict.columns(['out_trade_no', 'trade_no']).doNothing())
      .execute()
  }
  await sql`
    update unbooked_payment set last_seen_at = ${now}::timestamptz, amount_fen = coalesce(amount_fen, ${totalFen || null}::bigint),
      refunded_fen = greatest(refunded_fen, ${refundedFen}::bigint)
    where out_trade_no = ${outTradeNo} and trade_no = ${tradeNo}`.execute(db)
  await endReturned(db, now)
}

/** Ends the rows whose money was returned in full. */
async function endReturned(db: Db, now: Date): Promise<void> {
  await sql`
    update unbooked_payment set ended_at = ${now}::timestamptz, ending = 'returned'
    where ended_at is null and refunded_fen >= amount_fen`.execute(db)
}

/** Ends the row of a trade that became credits after all. */
export async function endBooked(db: Db, now: Date, { outTradeNo, tradeNo }: TradeState): Promise<void> {
  await db
    .updateTable('unbooked_payment')
    .set({ ended_at: now, ending: 'booked' })
    .where('out_trade_no', '=', outTradeNo)
    .where('trade_no', '=', tradeNo)
    .where('ended_at', 'is', null)
    .execute()
}

export interface MoneyToReturn {
  readonly payments: number
  /** Sum of the amounts that the provider reported, less what was returned. */
  readonly fen: number
}

/** Counts what still has to be given back, over all accounts. */
export async function sumUnbooked(db: Db): Promise<MoneyToReturn> {
  const { rows } = await sql<MoneyToReturn>`
    select count(*)::int8 as payments, coalesce(sum(amount_fen - refunded_fen), 0)::int8 as fen
    from unbooked_payment where ended_at is null`.execute(db)
  return rows[0] ?? { payments: 0, fen: 0 }
}

/** Returns what still has to be given back, the oldest first, with the name of the account that it was meant for. */
export const listUnbooked = (db: Db): Promise<(UnbookedPayment & { readonly account: string | null })[]> =>
  db
    .selectFrom('unbooked_payment')
    .leftJoin('account', 'account.id', 'unbooked_payment.account_id')
    .selectAll('unbooked_payment')
    .select('account.name as account')
    .where('ended_at', 'is', null)
    .orderBy('unbooked_payment.id')
    .execute()

async function findOpen(db: Db, tradeNo: string): Promise<UnbookedPayment> {
  const row = await db
    .selectFrom('unbooked_payment')
    .selectAll()
    .where('trade_no', '=', tradeNo)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw notFound(`待退回的支付宝交易 ${tradeNo}`)
  return row
}

/**
 * Has the provider return the whole of such a payment; returns the amount, fen. Repeating it returns the money once. Rejects with
 * 'not-found', with 'conflict' when the provider refuses or the amount is not known, and with 'upstream-failed' when the outcome is
 * unknown.
 */
export async function returnUnbooked(deps: Needs, tradeNo: string, reason: string): Promise<number> {
  const payments = requirePayments(deps)
  const row = await findOpen(deps.db, tradeNo)
  if (row.amount_fen === null) {
    throw new Failure(
      'conflict',
      `支付宝没有告知交易 ${tradeNo} 的金额，请在支付宝商家中心退款，再执行 npm run refund -- --done ${tradeNo}`,
    )
  }
  const amountFen = row.amount_fen - row.refunded_fen
  const total = await payments.refund({
    outTradeNo: row.out_trade_no,
    tradeNo,
    amountFen,
    key: `U${row.id}-${row.refunded_fen}`,
    reason,
  })
  await deps.db
    .updateTable('unbooked_payment')
    .set({ refunded_fen: Math.max(total, row.refunded_fen) })
    .where('id', '=', row.id)
    .execute()
  await endReturned(deps.db, deps.clock.now())
  return amountFen
}

/** Takes a payment off the list that the operator has dealt with elsewhere. Rejects with 'not-found'. */
export async function endByHand({ db, clock }: Pick<Deps, 'db' | 'clock'>, tradeNo: string): Promise<void> {
  const { id } = await findOpen(db, tradeNo)
  await db.updateTable('unbooked_payment').set({ ended_at: clock.now(), ending: 'by-hand' }).where('id', '=', id).execute()
}
