/** A seller with shops on four marketplaces, whose orders are read, pushed and charged by jobs alone, on a clock that the test moves. */
import { codeText } from '../../contract/rules/design-code'
import type { ShopType } from '../../contract/rules/shop-types'
import { listAlarms } from '../domain/alarms/list'
import { beginDueSyncs } from '../domain/orders/automatic-sync'
import { orderSync } from '../domain/orders/sync'
import { decideDue } from '../domain/rules/due'
import { explainOrder } from '../domain/rules/explain'
import { putKeys } from '../domain/shops/keys'
import { authorizeShop } from '../domain/shops/sessions'
import { createShop } from '../domain/shops/shops'
import type { FaultyFactory } from '../embedded/erps/print-factory/faults'
import type { KeyedDouble } from '../embedded/marketplaces/keyed-double'
import { openFaultyMarketplace } from '../embedded/marketplaces/taobao/faults'
import type { SimulatedLine } from '../embedded/marketplaces/taobao/trade-book'
import type { Engine } from '../infra/jobs/engine'
import type { Ctx, Deps } from '../kernel/context'
import type { Marketplace } from '../ports/marketplace'
import { openBuyerShop, submitted } from './buyer-shop'
import { type Domain, domainOn } from './domain'
import { openTaskRunner } from './jobs'
import { type CaseLine, type CaseOrder, keyedCases } from './keyed-cases'
import { buyCredits, contentOf } from './order-shop'
import { openPushShop } from './push-shop'
import { lineOf, sellerId, session, tradeOf } from './sync-seller'

export const minute = 60_000
const every = 10 * minute
export const boughtCredits = 100_000

type DayState = 'toMake' | 'notYet' | 'closed' | 'refundAsked'
/** An order as its marketplace has it at a moment of the day. */
export interface DayOrder {
  readonly created: number
  readonly state: DayState
  readonly memo?: string
  /** Whether the buyer has designed the case. */
  readonly isDesigned: boolean
  readonly hasGift: boolean
  /** The model that the buyer chose on the marketplace. */
  readonly model: string
}

export const platforms = ['淘宝', '微信小店', '抖店', '拼多多'] as const
export type Platform = (typeof platforms)[number]

/** Puts an order as it is now into a marketplace; returns its number. The design of each number stays the same. */
type Put = (n: number, order: DayOrder, modified: number) => Promise<string>

const taobaoStates: Readonly<Record<DayState, Partial<SimulatedLine>>> = {
  toMake: {},
  notYet: { status: 'PAID_FORBID_CONSIGN' },
  closed: { status: 'TRADE_CLOSED', refund_status: 'SUCCESS' },
  refundAsked: { refund_status: 'WAIT_SELLER_AGREE' },
}

export async function openFakeDay(domain: Domain) {
  const shop = await openPushShop(domain)
  const { clock } = shop.ctx
  const wait = async () => undefined
  const marketplaces: Partial<Record<ShopType, Marketplace>> = {}
  const ctx: Ctx = { ...shop.ctx, marketplaces }
  await ctx.db.updateTable('wireframe').set({ width_mm: 71.8, height_mm: 148 }).execute()
  await buyCredits(ctx, boughtCredits)
  const designOf = (number: string): string => contentOf(shop.infoOf(`${number}/0`, shop.picture))

  const taobao = openFaultyMarketplace({ clock, wait, report: () => undefined })
  marketplaces.TAOBAO = taobao.marketplace
  const { shopId: taobaoShop } = await authorizeShop(ctx, ctx.actor.accountId, session)
  const trades = new Map<number, ReturnType<typeof tradeOf>>()
  const putTaobao: Put = async (n, order, modified) => {
    const { tid } = trades.get(n) ?? tradeOf(order.created)
    const phone = lineOf({
      ...{ oid: `${tid}1`, title: '来图定制手机壳', sku_properties_name: `适用手机型号:${order.model};颜色分类:黑` },
      ...{ sku_id: order.model === 'iPhone 15' ? '800000000101' : '800000000102' },
      ...(order.isDesigned && { customization: designOf(tid) }),
      ...taobaoStates[order.state],
    })
    const gift = lineOf({ oid: `${tid}2`, title: '赠品 钢化膜', sku_properties_name: '', ...taobaoStates[order.state] })
    const status = order.state === 'notYet' ? 'PAID_FORBID_CONSIGN' : 'WAIT_SELLER_SEND_GOODS'
    const texts = { ...(order.memo && { seller_memo: order.memo }), status }
    const lines = order.hasGift ? [gift, phone] : [phone]
    const trade = { ...tradeOf(order.created, { ...texts, lines }), tid, modified: new Date(modified) }
    trades.set(n, trade)
    taobao.trades.put(sellerId, trade)
    return tid
  }

  const shops: number[] = [taobaoShop]
  const doubles = new Map<Platform, KeyedDouble>()
  const files = new Map<Platform, (order: Parameters<(typeof keyedCases)[number]['importFile']>[2]) => Promise<unknown>>()
  const closings: (() => Promise<void>)[] = []
  const puts = new Map<Platform, Put>([['淘宝', putTaobao]])
  for (const of of keyedCases) {
    const { marketplace, double } = of.open({ clock, wait })
    marketplaces[of.type] = marketplace
    const { id: shopId } = await createShop(ctx, { type: of.type, name: of.name })
    const { appKey, secret, extra } = double.keys
    await putKeys(ctx, shopId, { appKey, secret, ...(extra !== null && { extra }) })
    shops.push(shopId)
    doubles.set(of.name as Platform, double)
    files.set(of.name as Platform, (order) => of.importFile(ctx, shopId, order))
    const codes = of.name === '拼多多' ? await designedCodes(shopId) : null
    puts.set(of.name as Platform, async (n, order, modified) => {
      const id = of.idOf(n)
      const line: CaseLine = {
        ...{ title: '来图定制手机壳', model: order.model, sku: order.model === 'iPhone 15' ? '20001' : '20002' },
        ...(order.isDesigned && codes === null && { content: designOf(id) }),
      }
      const gift: CaseLine = { title: '手机壳挂绳', product: '90001', sku: '90002', isGift: true }
      const given: CaseOrder = {
        ...{ created: order.created, paid: order.created + minute, state: order.state },
        ...(order.memo && { memo: order.memo }),
        ...(order.isDesigned && codes !== null && { message: `定制编号 ${await codes(n)}` }),
        lines: order.hasGift ? [gift, line] : [line],
      }
      double.orders.set(id, { id, created: order.created, modified, fields: of.fieldsOf(given, id, (text) => text) })
      return id
    })
  }

  /** Where the marketplace keeps no customization, buyers write the code of their design; its print file is the good picture. */
  async function designedCodes(shopId: number): Promise<(n: number) => Promise<string>> {
    const buyers = await openBuyerShop(domain, {}, { ...shop, ctx, shopId })
    const file = await ctx.db
      .selectFrom('file')
      .select('id')
      .where('storage_key', '=', shop.picture.replace('/files/', ''))
      .executeTakeFirstOrThrow()
    const known = new Map<number, string>()
    return async (n) => {
      const before = known.get(n)
      if (before !== undefined) return before
      const { id, code } = await submitted(buyers, await buyers.begin(), '#2266aa')
      await ctx.db.updateTable('buyer_design').set({ print_file_id: file.id }).where('id', '=', id).execute()
      known.set(n, codeText(code))
      return codeText(code)
    }
  }

  const reported: unknown[] = []
  const report = (error: unknown) => void reported.push(error)
  /** A server on the database; a second one takes over what the first left, as after a crash. */
  async function openServer(deps: Deps, factory: FaultyFactory, isDatabaseOwner: boolean) {
    const server = { ...deps, clock, marketplaces }
    const runner: Engine = await openTaskRunner(server, [orderSync(server, (_, error) => report(error))], {
      ...{ isDatabaseOwner, report: (_: string, error: unknown) => report(error) },
    })
    return {
      runner,
      factory,
      /** Does what the jobs of some minutes do: reads the shops that are due, and lets the rules decide. */
      async round() {
        await beginDueSyncs(server, every)
        await runner.idle()
        await decideDue(server, report)
      },
      /** Reads the shops and dies in the middle of a push, after the factory took the case, with the next syncs begun. */
      async die(advance: () => void) {
        await beginDueSyncs(server, every)
        await runner.idle()
        const erp = server.erps[1]
        if (!erp) throw new Error('no program of factories')
        await new Promise<void>((dead) => {
          const createLine = async (...line: Parameters<typeof erp.createLine>) => {
            await erp.createLine(...line)
            dead()
            return new Promise<never>(() => {})
          }
          void decideDue({ ...server, erps: { ...server.erps, 1: { ...erp, createLine } } }, report)
        })
        advance()
        await beginDueSyncs(server, every)
        await runner.stop()
      },
    }
  }

  /** Returns the words that a person reads of an order, wherever it waits for one. */
  async function inFrontOf(number: string): Promise<readonly string[]> {
    const order = await shop.find(number)
    const { items } = await listAlarms(ctx, { pageNo: 1, pageSize: 200 })
    const alarms = items
      .filter(({ orderOriginalId }) => orderOriginalId === number)
      .flatMap(({ reasons }) => reasons.map(({ text }) => `异常：${text}`))
    const { marks } = order
    const waiting = [
      ...(marks?.approval === 'waiting' ? ['待审批'] : []),
      ...(marks?.heldBack ? [`搁置：${marks.heldBack}`] : []),
    ]
    if (order.push.status === 'pushed') return [...alarms, ...waiting]
    const { refusals } = await explainOrder(ctx, order.id)
    return [...alarms, ...waiting, ...refusals.map(({ text }) => text)]
  }

  return {
    ...{ shop, ctx, shops, reported, inFrontOf },
    advance: shop.advance,
    now: () => clock.now().getTime(),
    put: (platform: Platform): Put => puts.get(platform) as Put,
    /** Lets an order be made only when a page of its marketplace's list has been read; not where the double has no pages to wait for. */
    growWith(platform: Platform, number: string): void {
      const double = doubles.get(platform)
      const order = double?.orders.get(number)
      if (!double || !order) return
      double.orders.delete(number)
      let isThere = false
      double.afterPage = () => {
        if (isThere) return
        isThere = true
        const now = clock.now().getTime()
        double.orders.set(number, { ...order, created: now, modified: now })
      }
    },
    /** Imports an order of the marketplace's own file, as it was when it was made. */
    importFile: (platform: Platform, number: string, { created }: DayOrder) =>
      files.get(platform)?.({
        id: number,
        createdAt: created,
        message: '',
        memo: '',
        lines: [{ model: 'iPhone 15', color: '黑' }],
      }),
    close: async () => {
      for (const close of closings) await close()
    },
    server: () => openServer(domain.deps, domain.factory, false),
    /** Begins another server on the same database and storage, whose factory has the orders that were made there. */
    async restart() {
      const second = await domainOn({ ...domain.deps, clock })
      closings.push(() => second.close())
      return openServer(second.deps, second.factory, true)
    },
  }
}
export type FakeDay = Awaited<ReturnType<typeof openFakeDay>>
