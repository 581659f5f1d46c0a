/** Stands for the marketplace on a server that has no app there: every call is refused in words, and nothing is made up. */
import { OperatorFailure } from '../../../kernel/failure'
import type { Marketplace } from '../../../ports/marketplace'

const refuse = (): never => {
  throw new OperatorFailure(
    '本站尚未接入淘宝，请联系客服',
    new Error('set TOP_APP_KEY and TOP_APP_SECRET: no app on the marketplace'),
  )
}
const reject = async (): Promise<never> => refuse()

export const absentMarketplace: Marketplace = {
  authorizationUrl: refuse,
  exchange: reject,
  seller: reject,
  products: reject,
  // biome-ignore lint/correctness/useYield: it is refused before the first page.
  orders: async function* () {
    refuse()
  },
  checkOrders: reject,
  order: reject,
  miniApp: reject,
  miniAppTemplates: reject,
  updateMiniApp: reject,
}
