/** A paid recharge, a customization charged from it, and requests that refer to them. */
import { creditsPerImage } from '../../../contract/constants'
import { settle } from '../../domain/credits/settle'
import type { TestServer } from '../server'
import type { Shop } from './shop'

export interface CreditRows extends Pick<Shop, 'params' | 'queries' | 'bodies'> {}

export async function openCredits(server: TestServer, of: { token: string; customization: number }): Promise<CreditRows> {
  const call = async (method: string, path: string, body?: unknown, headers = {}) => {
    const reply = await server.call(method, path, { token: of.token, body, headers })
    if (reply.status !== 200) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`)
    return reply.body
  }
  const { rechargeRecordId } = await call('GET', '/api/account_credits/payment_form?credits=1000')
  const { out_trade_no: outTradeNo, amount_fen: totalFen } = await server.deps.db
    .selectFrom('recharge_record')
    .select(['out_trade_no', 'amount_fen'])
    .where('id', '=', rechargeRecordId)
    .executeTakeFirstOrThrow()
  await settle(server.deps, { outTradeNo, totalFen, status: 'paid', tradeNo: outTradeNo, paidAt: null, refundedFen: 0 })
  const charge = { customizationIds: [of.customization], creditsPerImage }
  await call('POST', '/api/credit_usage_records', charge, { 'idempotency-key': 'charged-once' })
  const { items } = await call('GET', '/api/credit_usage_records')
  return {
    params: { rechargeRecords: { id: rechargeRecordId }, usageRecords: { id: items[0].id } },
    queries: {
      'credits.paymentForm': 'credits=1000',
      'rechargeRecords.list': 'pageNo=1',
      'usageRecords.list': 'pageNo=1',
    },
    bodies: { 'usageRecords.charge': charge },
  }
}
