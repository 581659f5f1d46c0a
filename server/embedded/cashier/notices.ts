/** Sends notices about trades to the merchant, until they are accepted. */
import { randomBytes } from 'node:crypto'
import { toBeijing, toYuan } from '../../infra/payments/format'
import type { Deps } from '../../kernel/context'
import { demoMerchant } from './gateway'
import { changeTrade, shownNumber, type Trade } from './trades'
import { type EncodedForm, encodeForm, type Fields, signFields } from './wire'

/** Posts a form; resolves with the text of the response. */
export type Send = (url: string, form: EncodedForm) => Promise<string>

/** How the notices of a cashier with faults differ (faults.ts). */
export interface NoticeFaults {
  /** Returns the notices that are sent, in this sequence, where one is due; an empty list loses it. */
  noticesOf(fields: Fields): readonly Fields[]
  readonly lateMs: number
}

/** Delays before the second, third … attempt, ms; shorter at first than Alipay's, because a person is waiting. */
const waitsMs = [2000, 10_000, 60_000, 10 * 60_000, 3_600_000, 2 * 3_600_000, 6 * 3_600_000, 15 * 3_600_000]
const maxPerRound = 20

export interface NoticeSender {
  /** Sends due notices; resolves when each was accepted or postponed. */
  deliver(): Promise<void>
  /** Clears timers; undelivered notices are sent after the next start. */
  stop(): void
}

interface NoticeSenderOptions {
  readonly deps: Pick<Deps, 'db' | 'clock'>
  readonly signingKey: () => Promise<string>
  readonly send: Send
  readonly report: (error: unknown) => void
  readonly faults?: NoticeFaults | undefined
}

/** Fields of a notice about the trade's current state. */
export const noticeFields = (trade: Trade, now: Date): Fields => ({
  notify_time: toBeijing(now),
  notify_type: 'trade_status_sync',
  notify_id: randomBytes(17).toString('hex'),
  charset: 'utf-8',
  version: '1.0',
  app_id: demoMerchant.appId,
  seller_id: demoMerchant.sellerId,
  out_trade_no: shownNumber(trade),
  trade_no: trade.trade_no,
  trade_status: trade.status,
  total_amount: toYuan(trade.total_fen),
  subject: trade.subject,
  gmt_create: toBeijing(trade.created_at),
  ...(trade.paid_at ? { gmt_payment: toBeijing(trade.paid_at) } : {}),
  ...(trade.refunded_fen > 0 ? { refund_fee: toYuan(trade.refunded_fen), gmt_refund: toBeijing(now) } : {}),
})

export function createNoticeSender({ deps, signingKey, send, report, faults }: NoticeSenderOptions): NoticeSender {
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  async function sendNotice(trade: Trade): Promise<void> {
    const fields = noticeFields(trade, deps.clock.now())
    let accepted = false
    try {
      for (const notice of faults?.noticesOf(fields) ?? [fields]) {
        const form = encodeForm(signFields(notice, await signingKey()))
        accepted = (await send(trade.notify_url, form)).trim() === 'success' || accepted
      }
    } catch (error) {
      report(error)
    }
    const wait = waitsMs[trade.notify_tries]
    await changeTrade(deps, trade.out_trade_no, (now, at) => {
      // The trade changed again meanwhile, so its newer notice is still to be sent.
      if (now.notify_at?.getTime() !== trade.notify_at?.getTime()) return null
      const nextAttempt = accepted || wait === undefined ? null : new Date(at.getTime() + wait)
      return { notify_at: nextAttempt, notify_tries: trade.notify_tries + 1 }
    })
    if (!accepted && wait !== undefined) scheduleRetry(wait)
  }

  function scheduleRetry(wait: number): void {
    if (stopped) return
    clearTimeout(timer)
    timer = setTimeout(() => void deliver().catch(report), wait)
    timer.unref()
  }

  async function deliver(): Promise<void> {
    const due = await deps.db
      .selectFrom('cashier_trade')
      .selectAll()
      .where('notify_at', '<=', deps.clock.now())
      .orderBy('notify_at')
      .limit(maxPerRound)
      .execute()
    const lateMs = faults?.lateMs ?? 0
    for (const trade of due) {
      const wait = trade.notify_tries > 0 ? 0 : (trade.notify_at?.getTime() ?? 0) + lateMs - deps.clock.now().getTime()
      if (lateMs > 0 && wait > 0) scheduleRetry(wait)
      else await sendNotice(trade)
    }
  }

  return {
    deliver,
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}
