/** `npm run refund -- NUMBER`: gives the money back for the credits that are left of a recharge. */
import { ConfigError, readConfig } from '../config'
import { refundRecharge } from '../domain/credits/refund'
import { openDatabase } from '../infra/db/open'
import { toYuan } from '../infra/payments/format'
import { openPayments } from '../infra/payments/open'
import { createSealer } from '../infra/sealer'
import { signingKey } from '../infra/storage/upload-key'

const usage = `用法：
  npm run refund -- NUMBER   退回一笔充值中剩余点数对应的金额（NUMBER 为商户订单号，以 KJ 开头，可在支付宝商家平台查到）
已使用或已到期的点数不退；重复执行只退一次。需要已配置 ALIPAY_*。`

async function run([outTradeNo]: readonly string[]): Promise<void> {
  if (!outTradeNo || !/^KJ\w{1,62}$/.test(outTradeNo)) {
    console.error(usage)
    process.exitCode = 2
    return
  }
  // This command opens no port: what guards a public demo does not concern it. The demo's cashier lives in a running server only.
  const config = readConfig({ ...process.env, HOST: undefined })
  const database = await openDatabase({ databaseUrl: config.databaseUrl, dataDir: config.dataDir })
  try {
    const clock = { now: () => new Date() }
    const sealer = createSealer(config.secretKey ?? (await signingKey(database.db, 'sealing-key')))
    const { payments } = await openPayments(
      { alipay: config.alipay, demo: false },
      { deps: { db: database.db, clock, sealer, publicUrl: config.publicUrl }, address: () => '', report: console.error },
    )
    if (!payments) throw new Error('退款需要 ALIPAY_* 和 PUBLIC_URL，与运行中的服务相同')
    const done = await refundRecharge({ db: database.db, clock, payments }, outTradeNo, '商家协商退款')
    const spent = done.credits - done.creditsTakenBack
    console.log(`已退款共 ${toYuan(done.refundedFen)} 元，收回 ${done.creditsTakenBack} 点；其余 ${spent} 点已使用或已到期，不退`)
  } finally {
    await database.close()
  }
}

try {
  await run(process.argv.slice(2))
} catch (error) {
  if (error instanceof ConfigError) for (const problem of error.problems) console.error(problem)
  else console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
