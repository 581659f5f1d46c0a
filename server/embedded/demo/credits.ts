import { paymentStatus } from '../../../contract/constants'
import { lockLedger } from '../../domain/credits/ledger'
import { priceOf } from '../../domain/credits/price'
import { settle } from '../../domain/credits/settle'
import type { Ctx } from '../../kernel/context'
import { transact } from '../../kernel/transact'

const credits = 6000

/** Adds one paid recharge, so that there are credits to spend; an account that has begun a recharge already is left unchanged. */
export function addDemoCredits(ctx: Ctx): Promise<void> {
  return transact(ctx, async (inner) => {
    const { accountId, username } = inner.actor
    const { db, now } = await lockLedger(inner, accountId)
    const known = await db
      .selectFrom('recharge_record')
      .select('id')
      .where('account_id', '=', accountId)
      .limit(1)
      .executeTakeFirst()
    if (known) return
    const outTradeNo = `KJDEMO${accountId}`
    await db
      .insertInto('recharge_record')
      .values({
        account_id: accountId,
        out_trade_no: outTradeNo,
        credits,
        amount_fen: priceOf(credits),
        operator: username,
        status: paymentStatus.awaiting,
        created_at: now,
        closes_at: now,
      })
      .execute()
    const totalFen = priceOf(credits)
    await settle(inner, { outTradeNo, status: 'paid', tradeNo: outTradeNo, totalFen, paidAt: now, refundedFen: 0 })
  })
}
