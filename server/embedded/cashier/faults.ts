/**
 * Makes the embedded cashier as hard as the real provider: notices in GBK, twice, late, out of order and without the fields that may
 * be missing; failing answers; and what payers and merchants do elsewhere: a second payment of one number, a payment of a closed
 * trade, a refund of which only a notice tells. Tests use it. The server loads it only with DEMO_FAULTS=1;
 * `POST /simulator/cashier/faults` then sets it.
 */
import { z } from 'zod'
import { publicBody, readJson } from '../../http/body'
import type { App } from '../../http/environment'
import { Failure, notFound } from '../../kernel/failure'
import type { Cashier, FaultSource } from './cashier'
import type { RawAnswer } from './gateway'
import { changeTrade, openSecondTrade, type TradeNeeds } from './trades'
import type { Fields } from './wire'

export const noticeCharsets = ['utf-8', 'GBK', 'gb2312', 'GB18030'] as const

/** How notices and answers differ from those of the quiet cashier. */
export interface CashierBehaviour {
  /** The encoding in which notices are signed and sent. */
  readonly charset: (typeof noticeCharsets)[number]
  /** How often each notice is sent in a row, as Alipay repeats one whose answer it lost. */
  readonly copies: number
  /** After each notice the one before it comes once more. */
  readonly reorder: boolean
  /** Notices lack what Alipay's documentation calls optional. */
  readonly sparse: boolean
  /** Delay of the first notice, ms. */
  readonly lateMs: number
}

export const quiet: CashierBehaviour = { charset: 'utf-8', copies: 1, reorder: false, sparse: false, lateMs: 0 }
/** All of it at once, without the delay, which would only slow tests down. */
export const strict: CashierBehaviour = { charset: 'GBK', copies: 2, reorder: true, sparse: true, lateMs: 0 }

/** Optional fields of a notice by Alipay's documentation (异步通知说明); what a merchant must compare is never missing. */
const optionalFields = new Set(['subject', 'gmt_create', 'gmt_payment', 'gmt_refund'])

export interface CashierFaults extends FaultSource {
  behave(change: Partial<CashierBehaviour>): void
  /** The next calls of the gateway, payment pages excepted, are answered with these. */
  answerNext(...answers: readonly RawAnswer[]): void
  /** The next `count` notices get lost. */
  loseNotices(count: number): void
}

export function createCashierFaults(): CashierFaults {
  let behaviour = quiet
  let lost = 0
  const answers: RawAnswer[] = []
  const earlier = new Map<string, Fields>()
  return {
    behave(change) {
      behaviour = { ...behaviour, ...change }
    },
    answerNext: (...next) => void answers.push(...next),
    loseNotices(count) {
      lost = count
    },
    takeAnswer: () => answers.shift(),
    get lateMs() {
      return behaviour.lateMs
    },
    noticesOf(fields) {
      if (lost > 0) {
        lost -= 1
        return []
      }
      const { charset, copies, reorder, sparse } = behaviour
      const kept = Object.entries(fields).filter(([name]) => !(sparse && optionalFields.has(name)))
      const notice = { ...Object.fromEntries(kept), charset }
      const before = reorder ? earlier.get(fields.trade_no ?? '') : undefined
      earlier.set(fields.trade_no ?? '', notice)
      return [...Array<Fields>(copies).fill(notice), ...(before ? [before] : [])]
    },
  }
}

/** Pays a number a second time, as a payer with two open pages can: another trade with the same number of the merchant. */
export async function payAgain(needs: TradeNeeds, outTradeNo: string, totalFen?: number): Promise<string> {
  const trade = await openSecondTrade(needs, outTradeNo, totalFen)
  if (!trade) throw notFound('这笔订单')
  return trade.trade_no
}

/** Pays a trade that is closed already: the payment and the closing crossed. */
export async function payClosed(needs: TradeNeeds, outTradeNo: string): Promise<void> {
  const trade = await changeTrade(needs, outTradeNo, (now, at) =>
    now.paid_at === null ? { status: 'TRADE_SUCCESS', paid_at: at, notify_at: at, notify_tries: 0 } : null,
  )
  if (!trade) throw notFound('这笔订单')
}

/** Refunds in the provider's own merchant centre: only a notice tells the merchant's server. */
export async function refundElsewhere(needs: TradeNeeds, outTradeNo: string, amountFen: number): Promise<void> {
  const trade = await changeTrade(needs, outTradeNo, (now, at) => {
    const refunded = now.refunded_fen + amountFen
    if (now.status !== 'TRADE_SUCCESS' || refunded > now.total_fen) throw new Failure('invalid', '这笔订单不能退这么多')
    const status = refunded === now.total_fen ? 'TRADE_CLOSED' : now.status
    return { refunded_fen: refunded, status, notify_at: at, notify_tries: 0 }
  })
  if (!trade) throw notFound('这笔订单')
}

const outTradeNo = z.string().min(1).max(64)
const faultsBody = z.strictObject({
  /** True: all of it; false: none of it. */
  strict: z.boolean().optional(),
  charset: z.enum(noticeCharsets).optional(),
  copies: z.number().int().min(1).max(10).optional(),
  reorder: z.boolean().optional(),
  sparse: z.boolean().optional(),
  lateMs: z.number().int().min(0).max(3_600_000).optional(),
  loseNotices: z.number().int().min(0).max(1000).optional(),
  /** A response of the gateway in place of the right one, such as a proxy's page. */
  answerNext: z.object({ status: z.number().int().min(200).max(599), body: z.string().max(4000) }).optional(),
  payAgain: outTradeNo.optional(),
  payClosed: outTradeNo.optional(),
  refund: z.object({ outTradeNo, amountFen: z.number().int().positive() }).optional(),
})

export function mountCashierFaults(app: App, cashier: Cashier, faults: CashierFaults, needs: TradeNeeds): void {
  app.post('/simulator/cashier/faults', async (c) => {
    const parsed = faultsBody.safeParse(await readJson(c.req.raw, publicBody))
    if (!parsed.success) throw new Failure('invalid', `须为 JSON：${Object.keys(faultsBody.shape).join('、')}`)
    const { strict: all, loseNotices, answerNext, payAgain: again, payClosed: late, refund, ...change } = parsed.data
    if (all !== undefined) faults.behave(all ? strict : quiet)
    faults.behave(Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)))
    if (loseNotices !== undefined) faults.loseNotices(loseNotices)
    if (answerNext) faults.answerNext(answerNext)
    if (again !== undefined) await payAgain(needs, again)
    if (late !== undefined) await payClosed(needs, late)
    if (refund) await refundElsewhere(needs, refund.outTradeNo, refund.amountFen)
    await cashier.deliver()
    return c.json({ ok: true })
  })
}
