import { listOrders } from '../domain/orders/list'
import { beginSync, orderSync, readSync } from '../domain/orders/sync'
import { authorizeShop } from '../domain/shops/sessions'
import type { EmbeddedOptions } from '../embedded/marketplaces/taobao/double'
import { openFaultyMarketplace } from '../embedded/marketplaces/taobao/faults'
import type { SimulatedLine, SimulatedTrade } from '../embedded/marketplaces/taobao/trade-book'
import type { Ctx, Deps } from '../kernel/context'
import type { Domain } from './domain'
import { openTaskRunner, type TestEngineOptions } from './jobs'
import { everything } from './order-shop'

export const session = '6100d0000kejiangneighbour000000000000000000001000002'
export const sellerId = '1000002'
export const minute = 60_000
export const day = 24 * 60 * minute
export const start = Date.parse('2026-03-01T08:00:00Z')

let numbers = 0
/** Ids beyond 2^53, some even and some odd. */
const nextId = (): string => String(3_999_000_000_000_000_000n + BigInt(++numbers * 7))

export const lineOf = (change: Partial<SimulatedLine> = {}): SimulatedLine => ({
  oid: nextId(),
  num_iid: '700000000001',
  sku_id: '800000000101',
  title: '定制手机壳',
  pic_path: 'http://img04.taobaocdn.com/a.jpg',
  sku_properties_name: '颜色分类:黑',
  num: 1,
  status: 'WAIT_SELLER_SEND_GOODS',
  refund_status: 'NO_REFUND',
  ...change,
})
export const tradeOf = (created: number, change: Partial<SimulatedTrade> = {}): SimulatedTrade => ({
  tid: nextId(),
  created: new Date(created),
  modified: new Date(created),
  status: 'WAIT_SELLER_SEND_GOODS',
  lines: [lineOf()],
  ...change,
})

/** Creates a seller, or takes one, with an authorised shop on a marketplace and a clock of its own. */
export async function openSyncSeller(domain: Domain, seller?: Ctx, options: Pick<EmbeddedOptions, 'strict'> = {}) {
  let time = start
  const clock = { now: () => new Date(time) }
  const told: string[] = []
  const { marketplace, simulator, trades } = openFaultyMarketplace({
    ...{ clock, wait: async () => undefined, report: (text: string) => told.push(text) },
    ...options,
  })
  const ctx: Ctx = { ...(seller ?? (await domain.seller())), clock, marketplaces: { TAOBAO: marketplace } }
  const { shopId } = await authorizeShop(ctx, ctx.actor.accountId, session)
  const reported: unknown[] = []
  const runnerOf = (change: Partial<Deps> = {}, options: TestEngineOptions = {}) =>
    openTaskRunner(ctx, [orderSync({ ...ctx, ...change }, (_, error) => reported.push(error))], {
      report: (_, error) => reported.push(error),
      ...options,
    })
  return {
    ctx,
    shopId,
    marketplace,
    simulator,
    reported,
    /** Messages to the operator. */
    told,
    shapes: trades.shapes,
    advance: (ms: number) => {
      time += ms
    },
    now: () => time,
    put: (trade: SimulatedTrade) => trades.put(sellerId, trade),
    runnerOf,
    /** Starts a sync and runs tasks until none is due. */
    async sync(body: { createdAtStart?: number; createdAtEnd?: number } = {}, options: TestEngineOptions = {}) {
      const runner = await runnerOf({}, options)
      const { id } = await beginSync(ctx, { shopId, ...body })
      await runner.idle()
      await runner.stop()
      return readSync(ctx, id)
    },
    numbers: async () => (await listOrders(ctx, everything)).items.map(({ originalId }) => originalId),
  }
}
