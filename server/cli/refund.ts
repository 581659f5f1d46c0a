/** `npm run refund -- NUMBER`: refunds the remaining credits of a recharge. */
import { refundRecharge } from '../domain/credits/refund'
import { serveCashier } from '../embedded/cashier/routes'
import { createTextLog } from '../infra/log/log'
import { toYuan } from '../infra/payments/format'
import { Failure } from '../kernel/failure'
import { openPayments } from '../providers/payments'
import { runCommand, UsageError, withDatabase } from './command'

const usage = `Usage:
  npm run refund -- NUMBER   refunds the remaining credits of a recharge (NUMBER: the merchant order number, which begins with KJ
                             and is shown in Alipay's merchant portal)
Spent and expired credits are not refunded. The remaining credits are held during the refund, and released if the provider refuses.
Repeating the command refunds once. It uses the payment settings of the running server (ALIPAY_*, or the demo cashier).`

await runCommand(async ([outTradeNo]) => {
  if (!outTradeNo || !/^KJ\w{1,62}$/.test(outTradeNo)) throw new UsageError(usage)
  await withDatabase(async ({ config, db, clock, sealer }) => {
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
      const done = await refundRecharge({ db, clock, payments }, outTradeNo, '商家协商退款')
      const spent = done.credits - done.creditsTakenBack
      console.log(
        `已退款共 ${toYuan(done.refundedFen)} 元，收回 ${done.creditsTakenBack} 点；其余 ${spent} 点已使用或已到期，不退`,
      )
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'upstream-failed') throw error
      throw new Error(`${error.message}。点数已冻结，请稍后再次执行同一命令，或等待运行中的服务自动完成`, { cause: error })
    } finally {
      cashier?.stop()
      await listening?.close(0)
    }
  })
})
