/**
 * `npm run refund`: lists payments that were not booked; with a number it refunds the remaining credits of a recharge, or returns
 * such a payment. A running server that holds the embedded database does it itself.
 */
import { serveCashier } from '../embedded/cashier/routes'
import { createTextLog } from '../infra/log/log'
import { openPayments } from '../providers/payments'
import { answerRefund, type RefundParts, type RefundRequest } from '../refund-requests'
import { askRunning, type CommandContext, runCommand, UsageError, withDatabase } from './command'

const usage = `Usage:
  npm run refund                    lists the payments that came and became no credits, with their full numbers
  npm run refund -- NUMBER          refunds the remaining credits of a recharge (NUMBER: the merchant order number, which begins
                                    with KJ and is shown in Alipay's merchant portal)
  npm run refund -- TRADE           returns a listed payment in full (TRADE: Alipay's trade number)
  npm run refund -- --done TRADE    takes a payment off the list that was returned in another way
Spent and expired credits are not refunded. The remaining credits are held during the refund, and released if the provider refuses.
Repeating the command refunds once. It uses the payment settings of the running server (ALIPAY_*, or the demo cashier).`

const isNumber = (text: string): boolean => /^\w{1,64}$/.test(text)

function requestOf(args: readonly string[]): RefundRequest {
  const [first, second = ''] = args
  if (first === undefined) return { do: 'list' }
  if (first === '--done' && args.length === 2 && isNumber(second)) return { do: 'done', tradeNo: second }
  if (args.length !== 1 || !isNumber(first)) throw new UsageError(usage)
  return first.startsWith('KJ') ? { do: 'refund', outTradeNo: first } : { do: 'return', tradeNo: first }
}

/** Runs `work` with the payment provider of this server. */
async function withPayments<T>(context: CommandContext, work: (parts: RefundParts) => Promise<T>): Promise<T> {
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
    return await work({ db, clock, payments })
  } finally {
    cashier?.stop()
    await listening?.close(0)
  }
}

await runCommand(async (args) => {
  const request = requestOf(args)
  const asked = await askRunning({ refund: request }, () => undefined)
  const lines = asked
    ? (asked.done as readonly string[])
    : await withDatabase((context) =>
        request.do === 'list' || request.do === 'done'
          ? answerRefund({ ...context, payments: null }, request)
          : withPayments(context, (parts) => answerRefund(parts, request)),
      )
  for (const line of lines) console.log(line)
})
