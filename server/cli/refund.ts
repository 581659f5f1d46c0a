/** `npm run refund -- NUMBER`: gives the money back for the credits that are left of a recharge. */
import { refundRecharge } from '../domain/credits/refund'
import { toYuan } from '../infra/payments/format'
import { openPayments } from '../infra/payments/open'
import { runCommand, UsageError, withDatabase } from './command'

const usage = `用法：
  npm run refund -- NUMBER   退回一笔充值中剩余点数对应的金额（NUMBER 为商户订单号，以 KJ 开头，可在支付宝商家平台查到）
已使用或已到期的点数不退；重复执行只退一次。需要已配置 ALIPAY_*。`

await runCommand(async ([outTradeNo]) => {
  if (!outTradeNo || !/^KJ\w{1,62}$/.test(outTradeNo)) throw new UsageError(usage)
  await withDatabase(async ({ config, db, clock, sealer }) => {
    // The demo's cashier lives in a running server only.
    const { payments } = await openPayments(
      { alipay: config.alipay, demo: false },
      { deps: { db, clock, sealer: await sealer(), publicUrl: config.publicUrl }, address: () => '', report: console.error },
    )
    if (!payments) throw new Error('退款需要 ALIPAY_* 和 PUBLIC_URL，与运行中的服务相同')
    const done = await refundRecharge({ db, clock, payments }, outTradeNo, '商家协商退款')
    const spent = done.credits - done.creditsTakenBack
    console.log(`已退款共 ${toYuan(done.refundedFen)} 元，收回 ${done.creditsTakenBack} 点；其余 ${spent} 点已使用或已到期，不退`)
  })
})
