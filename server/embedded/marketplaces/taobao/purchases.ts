/**
 * Lets a test buy at a seller of the embedded marketplace: `POST /simulator/taobao/orders`. The server loads it only with
 * DEMO_FAULTS=1.
 */
import { z } from 'zod'
import { publicBody, readJson } from '../../../http/body'
import type { App } from '../../../http/environment'
import { Failure } from '../../../kernel/failure'
import { type EmbeddedMarketplace, grantPagePath } from './double'

const purchase = z.strictObject({
  nick: z.string().max(100),
  /** Number of the order; its item has the next one. */
  tid: z.string().regex(/^\d{10,19}$/),
  title: z.string().min(1).max(100),
  buyerMessage: z.string().max(500),
})

export function mountPurchases(app: App, { trades, sellerIdOf }: EmbeddedMarketplace): void {
  app.post(`${grantPagePath}/orders`, async (c) => {
    const { data } = purchase.safeParse(await readJson(c.req.raw, publicBody))
    const sellerId = data && sellerIdOf(data.nick)
    if (!data || sellerId === undefined) throw new Failure('invalid', '须为 JSON：nick、tid、title、buyerMessage')
    const now = new Date()
    const line = {
      oid: String(BigInt(data.tid) + 1n),
      num_iid: '700000009999',
      sku_id: null,
      title: data.title,
      pic_path: null,
      sku_properties_name: '',
      num: 1,
      status: 'WAIT_SELLER_SEND_GOODS',
      refund_status: 'NO_REFUND',
    }
    const { tid, buyerMessage: buyer_message } = data
    trades.put(sellerId, { tid, created: now, modified: now, status: line.status, buyer_message, lines: [line] })
    return c.json({ ok: true })
  })
}
