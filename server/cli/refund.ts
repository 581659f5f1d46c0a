/**
 * `npm run refund`: lists payments that were not booked; with a number it refunds the remaining credits of a recharge, or returns
 * such a payment.
 */
import { refundRecharge } from '../domain/credits/refund'
import { endByHand, listUnbooked, returnUnbooked, type UnbookedPayment, type UnbookedReason } from '../domain/credits/unbooked'
import { serveCashier } from '../embedded/cashier/routes'
import { createTextLog } from '../infra/log/log'
import { toBeijing, toYuan } from '../infra/payments/format'
import type { Deps } from '../kernel/context'
import { Failure } from '../kernel/failure'
import { openPayments } from '../providers/payments'
import { type CommandContext, runCommand, UsageError, withDatabase } from './command'

const usage = `Usage:
  npm run refund                    lists the payments that came and became no credits, with their full numbers
  npm run refund -- NUMBER          refunds the remaining credits of a recharge (NUMBER: the merchant order number, which begins
                                    with KJ and is shown in Alipay's merchant portal)
  npm run refund -- TRADE           returns a listed payment in full (TRADE: Alipay's trade number)
  npm run refund -- --done TRADE    takes a payment off the list that was returned in another way
Spent and expired credits are not refunded. The remaining credits are held during the refund, and released if the provider refuses.
Repeating the command refunds once. It uses the payment settings of the running server (ALIPAY_*, or the demo cashier).`

const reasons: Readonly<Record<UnbookedReason, string>> = {
  'second-payment': '同一笔充值付了两次',
  'other-amount': '付款金额与充值金额不符',
  'unknown-number': '本站没有这个商户订单号',
  closed: '充值已关闭后付款，向支付宝查询不到这笔付款，请在商家中心核对',
}

const yuan = (fen: number | null): string => (fen === null ? '金额未知' : `${toYuan(fen)} 元`)

function lineOf(row: UnbookedPayment & { readonly account: string | null }): string {
  const returned = row.refunded_fen > 0 ? `，已退 ${toYuan(row.refunded_fen)} 元` : ''
  return [
    toBeijing(row.first_seen_at),
    `支付宝交易号 ${row.trade_no}`,
    `商户订单号 ${row.out_trade_no}`,
    `商家 ${row.account ?? '未知'}`,
    `${yuan(row.amount_fen)}${returned}`,
    reasons[row.reason],
  ].join('  ')
}

async function printUnbooked({ db }: CommandContext): Promise<void> {
  const rows = await listUnbooked(db)
  if (rows.length === 0) return console.log('没有待退回的付款。用法见 npm run refund -- --help')
  console.log(`收到了款、但没有变成点数的付款共 ${rows.length} 笔，请退回：`)
  for (const row of rows) console.log(lineOf(row))
  console.log('退回一笔：npm run refund -- 支付宝交易号；已在商家中心退回的：npm run refund -- --done 支付宝交易号')
}

/** Runs `work` with the payment provider of this server. */
async function withPayments(context: CommandContext, work: (deps: Pick<Deps, 'db' | 'clock' | 'payments'>) => Promise<string>) {
  const { config, db, clock, sealer } = context
  let address = ''
  const { payments, cashier } = await openPayments(config, {
    deps: { db, clock, sealer: await sealer(), publicUrl: config.publicUrl },
    address: () => address,
    report: (error) => createTextLog().error('refund', error),
  })
  if (!payments) throw new Error('退款需要 ALIPAY_* 和 PUBLIC_URL，与运行中的服务相同')
  // The demo's cashier stores its trades in the database; its gateway is open only while this command runs.
  const listening = cashier && (await serveCashier(cashier))
  if (listening) address = `http://127.0.0.1:${listening.port}`
  try {
    console.log(await work({ db, clock, payments }))
  } finally {
    cashier?.stop()
    await listening?.close(0)
  }
}

const refundCredits = (context: CommandContext, outTradeNo: string) =>
  withPayments(context, async (deps) => {
    try {
      const done = await refundRecharge(deps, outTradeNo, '商家协商退款')
      const spent = done.credits - done.creditsTakenBack
      return `已退款共 ${toYuan(done.refundedFen)} 元，收回 ${done.creditsTakenBack} 点；其余 ${spent} 点已使用或已到期，不退`
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'upstream-failed') throw error
      throw new Error(`${error.message}。点数已冻结，请稍后再次执行同一命令，或等待运行中的服务自动完成`, { cause: error })
    }
  })

const returnPayment = (context: CommandContext, tradeNo: string) =>
  withPayments(context, async (deps) => {
    const fen = await returnUnbooked(deps, tradeNo, '重复或错误付款，原路退回')
    return `已退回支付宝交易 ${tradeNo} 的 ${toYuan(fen)} 元`
  })

const isRecharge = (text: string): boolean => /^KJ\w{1,62}$/.test(text)
const isTrade = (text: string): boolean => /^\w{1,64}$/.test(text)

await runCommand(async (args) => {
  const [first, second = ''] = args
  if (first === undefined) return withDatabase(printUnbooked)
  if (first === '--done' && args.length === 2 && isTrade(second)) {
    return withDatabase(async ({ db, clock }) => {
      await endByHand({ db, clock }, second)
      console.log(`支付宝交易 ${second} 已从待退回的付款中移除`)
    })
  }
  if (args.length !== 1 || !isTrade(first)) throw new UsageError(usage)
  await withDatabase((context) => (isRecharge(first) ? refundCredits(context, first) : returnPayment(context, first)))
})
