/**
 * Credits that a refund holds: taken out of their lot before the provider is asked, so that nobody spends them meanwhile. When
 * the provider confirms, `settle` removes them for good; when it refuses, they return to the lot.
 */
import type { Selectable } from 'kysely'
import { paymentStatus } from '../../../contract/constants'
import type { Db, Deps } from '../../kernel/context'
import { Failure } from '../../kernel/failure'
import type { Database } from '../../kernel/tables'
import { transact } from '../../kernel/transact'
import { enterJournal, expireLots, type Ledger, lockLedger } from './ledger'

export type Hold = Selectable<Database['refund_hold']>
type Purchase = Pick<Selectable<Database['recharge_record']>, 'credits' | 'amount_fen'>

/** Returns the whole number of credits that this much money bought. */
export const creditsFor = (record: Purchase, fen: number): number =>
  Number((BigInt(record.credits) * BigInt(fen)) / BigInt(record.amount_fen))

/** Returns the pending refund of a recharge. */
export const findPendingHold = (db: Db, rechargeRecordId: number): Promise<Hold | undefined> =>
  db
    .selectFrom('refund_hold')
    .selectAll()
    .where('recharge_record_id', '=', rechargeRecordId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()

/** Records how many credits a hold still has, after a journal moved the rest. */
export async function updateHeldCredits({ db }: Ledger, id: number, held: number): Promise<void> {
  await db.updateTable('refund_hold').set({ held }).where('id', '=', id).execute()
}

/**
 * Holds the remaining credits of a recharge, for a refund of what they cost. An existing hold is returned unchanged: its refund
 * was begun and its outcome is unknown. Rejects with 'conflict' when there is nothing to refund.
 */
export function holdCredits(
  deps: Pick<Deps, 'db' | 'clock'>,
  refund: { readonly accountId: number; readonly recordId: number; readonly outTradeNo: string; readonly reason: string },
): Promise<Hold> {
  return transact(deps, async (inner) => {
    const ledger = await lockLedger(inner, refund.accountId)
    const { db } = ledger
    const earlier = await findPendingHold(db, refund.recordId)
    if (earlier) return earlier
    const record = await db
      .selectFrom('recharge_record')
      .selectAll()
      .where('id', '=', refund.recordId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (record.status !== paymentStatus.success) {
      throw new Failure('conflict', `充值 ${refund.outTradeNo} 未支付、已退款或已结束，不能退款`)
    }
    await expireLots(ledger)
    const lot = await db
      .selectFrom('credit_lot')
      .select(['id', 'remaining'])
      .where('recharge_record_id', '=', record.id)
      .executeTakeFirst()
    // The amount is in whole fen, and a credit costs half a fen.
    const amountFen = Number((BigInt(lot?.remaining ?? 0) * BigInt(record.amount_fen)) / BigInt(record.credits))
    if (!lot || amountFen === 0) throw new Failure('conflict', `充值 ${refund.outTradeNo} 的点数已用完或已到期，没有可退的金额`)
    const credits = creditsFor(record, record.refunded_fen + amountFen) - creditsFor(record, record.refunded_fen)
    const { tries } = await db
      .selectFrom('refund_hold')
      .select((row) => row.fn.countAll<number>().as('tries'))
      .where('recharge_record_id', '=', record.id)
      .executeTakeFirstOrThrow()
    const key = `R${record.id}-${record.refunded_fen}${tries === 0 ? '' : `-${tries}`}`
    await enterJournal(ledger, 'hold', `hold:${key}`, [
      { side: 'balance', amount: -credits, lotId: lot.id },
      { side: 'held', amount: credits },
    ])
    return db
      .insertInto('refund_hold')
      .values({
        account_id: refund.accountId,
        recharge_record_id: record.id,
        key,
        amount_fen: amountFen,
        reason: refund.reason,
        credits,
        held: credits,
        created_at: ledger.now,
        asked_at: ledger.now,
        ended_at: null,
        requests: 0,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
  })
}

const releaseKeyOf = ({ key }: Hold): string => `release:${key}`

/** Ends a hold inside the transaction that knows the outcome of its refund; remaining held credits return to the lot. */
export async function endHold(ledger: Ledger, id: number): Promise<void> {
  const { db } = ledger
  const hold = await db.selectFrom('refund_hold').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
  if (hold.ended_at !== null) return
  if (hold.held > 0) {
    const lot = await db
      .selectFrom('credit_lot')
      .select('id')
      .where('recharge_record_id', '=', hold.recharge_record_id)
      .executeTakeFirstOrThrow()
    await enterJournal(ledger, 'release', releaseKeyOf(hold), [
      { side: 'held', amount: -hold.held },
      { side: 'balance', amount: hold.held, lotId: lot.id },
    ])
  }
  await db.updateTable('refund_hold').set({ held: 0, ended_at: ledger.now }).where('id', '=', id).execute()
  // The lot may have expired while the provider was asked.
  await expireLots(ledger)
}

/** A request to the provider for the refund of a hold. */
export interface RefundRequest {
  readonly number: number
  /** No other request can be under way when this one is sent. */
  readonly alone: boolean
}

/**
 * Counts a request that is about to be sent; returns null when the hold has ended, so that nothing is left to request.
 *
 * @param quietMs time after which an earlier request is no longer under way.
 */
export function countRequest(deps: Pick<Deps, 'db' | 'clock'>, hold: Hold, quietMs: number): Promise<RefundRequest | null> {
  return transact(deps, async ({ db }) => {
    const now = deps.clock.now()
    const before = await db
      .selectFrom('refund_hold')
      .select(['asked_at', 'requests', 'ended_at'])
      .where('id', '=', hold.id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (before.ended_at !== null) return null
    const number = before.requests + 1
    await db.updateTable('refund_hold').set({ asked_at: now, requests: number }).where('id', '=', hold.id).execute()
    const sinceLastMs = now.getTime() - (before.asked_at?.getTime() ?? 0)
    return { number, alone: before.requests === 0 || sinceLastMs >= quietMs }
  })
}

/**
 * Ends a hold after the provider refused a request: the credits can be spent again. Does nothing and returns false when it has
 * ended already, and while another request may be under way, because the provider may still execute that one.
 */
export const releaseHold = (deps: Pick<Deps, 'db' | 'clock'>, hold: Hold, request: RefundRequest): Promise<boolean> =>
  transact(deps, async (inner) => {
    const ledger = await lockLedger(inner, hold.account_id)
    const { requests, ended_at } = await ledger.db
      .selectFrom('refund_hold')
      .select(['requests', 'ended_at'])
      .where('id', '=', hold.id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (ended_at !== null || !request.alone || requests !== request.number) return false
    await endHold(ledger, hold.id)
    return true
  })

/** Returns how a refund ended: `pending` until a request for it settles or is refused; `refused` when its credits were returned. */
export async function refundOutcome({ db }: Pick<Deps, 'db'>, hold: Hold): Promise<'pending' | 'refunded' | 'refused'> {
  const { ended_at } = await db.selectFrom('refund_hold').select('ended_at').where('id', '=', hold.id).executeTakeFirstOrThrow()
  if (ended_at === null) return 'pending'
  const release = await db
    .selectFrom('journal')
    .select('id')
    .where('account_id', '=', hold.account_id)
    .where('key', '=', releaseKeyOf(hold))
    .executeTakeFirst()
  return release ? 'refused' : 'refunded'
}
