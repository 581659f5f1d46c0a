/**
 * Trades of the embedded cashier. Each change is one transaction on the trade's row, so that paying, closing and refunding are
 * serialized.
 */
import { randomBytes, randomInt } from 'node:crypto'
import type { Selectable, Updateable } from 'kysely'
import type { Deps } from '../../kernel/context'
import type { Database } from '../../kernel/tables'

export type Trade = Selectable<Database['cashier_trade']>
export type TradeNeeds = Pick<Deps, 'db' | 'clock'>
type TradeKey = 'out_trade_no' | 'trade_no' | 'token'

export interface NewTrade {
  readonly outTradeNo: string
  readonly totalFen: number
  readonly subject: string
  readonly notifyUrl: string
  readonly returnUrl: string
  /** Latest time at which the merchant wants it closed. */
  readonly closesAt: Date
}

/** Returns a trade number like Alipay's: the day, then 20 digits. */
const newTradeNo = (now: Date): string => {
  const day = now.toISOString().slice(0, 10).replaceAll('-', '')
  return `${day}${Array.from({ length: 4 }, () => String(randomInt(100_000)).padStart(5, '0')).join('')}`
}

/** Returns the trade of a merchant's payment; creates it when the payer comes the first time. */
export async function openTrade({ db, clock }: TradeNeeds, trade: NewTrade): Promise<Trade> {
  const now = clock.now()
  await db
    .insertInto('cashier_trade')
    .values({
      out_trade_no: trade.outTradeNo,
      trade_no: newTradeNo(now),
      token: randomBytes(24).toString('base64url'),
      subject: trade.subject,
      total_fen: trade.totalFen,
      status: 'WAIT_BUYER_PAY',
      notify_url: trade.notifyUrl,
      return_url: trade.returnUrl,
      created_at: now,
      closes_at: trade.closesAt,
    })
    .onConflict((conflict) => conflict.column('out_trade_no').doNothing())
    .execute()
  return db.selectFrom('cashier_trade').selectAll().where('out_trade_no', '=', trade.outTradeNo).executeTakeFirstOrThrow()
}

/** The number of the merchant that a trade shows: a second trade shows that of the first. */
export const shownNumber = (trade: Pick<Trade, 'out_trade_no' | 'second_of'>): string => trade.second_of ?? trade.out_trade_no

/** Opens another trade for a number of the merchant, paid at once; null when nobody has paid for that number before. */
export async function openSecondTrade({ db, clock }: TradeNeeds, outTradeNo: string, totalFen?: number): Promise<Trade | null> {
  const first = await db.selectFrom('cashier_trade').selectAll().where('out_trade_no', '=', outTradeNo).executeTakeFirst()
  if (!first) return null
  const now = clock.now()
  const tradeNo = newTradeNo(now)
  return db
    .insertInto('cashier_trade')
    .values({
      ...first,
      out_trade_no: `${outTradeNo}-${tradeNo}`,
      second_of: outTradeNo,
      trade_no: tradeNo,
      token: randomBytes(24).toString('base64url'),
      total_fen: totalFen ?? first.total_fen,
      status: 'TRADE_SUCCESS',
      created_at: now,
      paid_at: now,
      refunded_fen: 0,
      refund_keys: [],
      notify_at: now,
      notify_tries: 0,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Returns a trade, or null when there is none. An overdue unpaid trade is returned as closed. */
export async function findTrade({ db, clock }: TradeNeeds, by: TradeKey, value: string): Promise<Trade | null> {
  const trade = await db.selectFrom('cashier_trade').selectAll().where(by, '=', value).executeTakeFirst()
  return trade ? withExpiry(trade, clock.now()) : null
}

const withExpiry = (trade: Trade, now: Date): Trade =>
  trade.status === 'WAIT_BUYER_PAY' && trade.closes_at <= now ? { ...trade, status: 'TRADE_CLOSED' } : trade

/**
 * Changes the trade under a lock. `decide` gets its current state and returns the changed fields, or null for no change. Returns
 * the trade afterwards, and null when there is none.
 */
export function changeTrade(
  { db, clock }: TradeNeeds,
  outTradeNo: string,
  decide: (trade: Trade, now: Date) => Updateable<Database['cashier_trade']> | null,
): Promise<Trade | null> {
  const work = async (inner: typeof db): Promise<Trade | null> => {
    const row = await inner
      .selectFrom('cashier_trade')
      .selectAll()
      .where('out_trade_no', '=', outTradeNo)
      .forUpdate()
      .executeTakeFirst()
    if (!row) return null
    const now = clock.now()
    const trade = withExpiry(row, now)
    const change = decide(trade, now)
    if (!change) return trade
    return inner
      .updateTable('cashier_trade')
      .set(change)
      .where('out_trade_no', '=', outTradeNo)
      .returningAll()
      .executeTakeFirstOrThrow()
  }
  return db.isTransaction ? work(db) : db.transaction().execute(work)
}
