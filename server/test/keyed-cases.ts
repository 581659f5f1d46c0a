/** The marketplaces whose shops are connected with keys, each with its double, for tests that hold for all of them. */
import type { Fields } from '../../contract/ground/fields'
import { numberLines } from '../../contract/rules/line-numbers'
import type { OrderFlag } from '../../contract/rules/order-flag'
import type { ShopType } from '../../contract/rules/shop-types'
import { importOrders } from '../domain/orders/import'
import { customization, openDoudianDouble } from '../embedded/marketplaces/doudian/double'
import { idIn, type KeyedDouble } from '../embedded/marketplaces/keyed-double'
import { openPinduoduoDouble } from '../embedded/marketplaces/pinduoduo/double'
import { openWechatStoreDouble } from '../embedded/marketplaces/wechat-store/double'
import { createDoudian } from '../infra/marketplaces/doudian/doudian'
import type { KeyedNeeds } from '../infra/marketplaces/keyed'
import { createPinduoduo } from '../infra/marketplaces/pinduoduo/pinduoduo'
import { topTime } from '../infra/marketplaces/taobao/json'
import { createWechatStore } from '../infra/marketplaces/wechat-store/wechat-store'
import type { Ctx } from '../kernel/context'
import type { Clock } from '../ports/clock'
import type { Marketplace } from '../ports/marketplace'

export interface CaseLine {
  readonly product?: string
  readonly sku?: string
  readonly title?: string
  readonly model?: string
  readonly color?: string
  readonly count?: unknown
  readonly code?: string
  readonly isGift?: boolean
  /** The buyer’s customization, as our page handed it over; kept by marketplaces that do so. */
  readonly content?: string
}

export interface CaseOrder {
  readonly created: number
  readonly modified?: number
  readonly message?: string
  readonly memo?: string
  /** When it was paid, and until when it is to be shipped, ms. */
  readonly paid?: number
  readonly ship?: number
  /** The marketplace's number of the seller's flag. */
  readonly flag?: number
  readonly lines?: readonly CaseLine[]
  readonly state?: 'toMake' | 'unpaid' | 'notYet' | 'shipped' | 'closed' | 'refundAsked' | 'unknown'
}

export interface KeyedCase {
  readonly type: ShopType
  readonly name: string
  readonly open: (needs: Required<Pick<KeyedNeeds, 'clock' | 'wait'>>) => { marketplace: Marketplace; double: KeyedDouble }
  /** The number of the n-th order, of the shape and length of the marketplace's. */
  readonly idOf: (n: number) => string
  /** The order in the marketplace's own fields. */
  readonly fieldsOf: (order: CaseOrder, id: string, idOf: (id: string) => unknown) => Fields
  /** Whether the marketplace numbers the lines of its orders. */
  readonly numbersLines: boolean
  /** A number of the marketplace for a flag, and its colour; null where no document names one. */
  readonly flag: readonly [number: number, color: OrderFlag] | null
  /** Lines that an order of the marketplace has at most. */
  readonly maxLines?: number
  /** Imports the order as the marketplace's file has it. */
  readonly importFile: (ctx: Ctx, shopId: number, order: FileOrder) => Promise<unknown>
  /** Keys that have to be entered anew each time. */
  readonly nextKeys?: (double: KeyedDouble) => { readonly extra: string }
  readonly needsExtraAgain?: boolean
  /** Whether a session is renewed without the seller. */
  readonly renews: boolean
}

interface FileOrder {
  readonly id: string
  readonly createdAt: number
  readonly message: string
  readonly memo: string
  readonly lines: readonly CaseLine[]
}

/** Imports an order as the page does it with a file: lines without a number are counted by what the file knows of them. */
const importFile = (
  ctx: Ctx,
  shopId: number,
  { id, createdAt, lines, message, memo }: FileOrder,
  known: (line: CaseLine, at: number) => object,
  lineNumberOf: ((at: number) => string) | null = null,
) => {
  const read = lines.map((line, at) => ({
    title: line.title ?? '定制手机壳',
    productOriginalId: line.product ?? '10001',
    propertiesName: `规格1:${line.model};规格2:${line.color}`,
    quantity: 1,
    content: null,
    state: 'toMake' as const,
    hold: null,
    ...known(line, at),
  }))
  const items = lineNumberOf ? read.map((line, at) => ({ ...line, originalId: lineNumberOf(at) })) : numberLines(id, read)
  const order = { originalId: id, createdAt, isPlatformOrder: true, mergeSplitStatus: 'INDEPENDENT' as const, childOrders: [] }
  return importOrders(ctx, shopId, [{ ...order, buyerMessage: message, sellerMemo: memo, orderItems: items }], {
    source: 'file',
    observedAt: createdAt,
  })
}

const seconds = (ms: number): number => Math.floor(ms / 1000)

const wechatStates = { toMake: 20, unpaid: 10, notYet: 13, shipped: 30, closed: 250, refundAsked: 20, unknown: 77 } as const

const wechat: KeyedCase = {
  type: 'WECHAT_STORE',
  name: '微信小店',
  open: (needs) => {
    const double = openWechatStoreDouble(needs.clock)
    return { double, marketplace: createWechatStore(double.gateway, needs) }
  },
  idOf: (n) => `37${String(n).padStart(17, '0')}`,
  fieldsOf: ({ message, memo, paid, ship, lines = [{}], state = 'toMake' }, _, idOf) => ({
    status: wechatStates[state],
    order_detail: {
      ...(paid && { pay_info: { pay_time: seconds(paid) } }),
      ...(lines.some(({ content }) => content) && {
        custom_info: { custom_word: lines.find(({ content }) => content)?.content },
      }),
      product_infos: lines.map(
        ({
          product = '10001',
          sku = '20001',
          title = '定制手机壳',
          model = 'iPhone 15',
          color = '黑',
          count = 1,
          code,
          isGift,
        }) => ({
          product_id: idOf(product),
          sku_id: idOf(sku),
          title,
          sku_cnt: count,
          sku_attrs: [
            { attr_key: '型号', attr_value: model },
            { attr_key: '颜色', attr_value: color },
          ],
          ...(code && { sku_code: code }),
          ...(isGift && { is_free_gift: 1 }),
          ...(ship && { delivery_deadline: seconds(ship) }),
          ...(state === 'refundAsked' && { on_aftersale_sku_cnt: 1 }),
        }),
      ),
      ...((message || memo) && {
        ext_info: { ...(message && { customer_notes: message }), ...(memo && { merchant_notes: memo }) },
      }),
    },
  }),
  numbersLines: false,
  flag: null,
  // Its files have no column for the id of a SKU.
  importFile: (ctx, shopId, order) => importFile(ctx, shopId, order, ({ code }) => ({ merchantSku: code ?? null })),
  renews: true,
}

const doudianStates = { toMake: 2, unpaid: 1, notYet: 105, shipped: 3, closed: 4, refundAsked: 2, unknown: 77 } as const

const doudian: KeyedCase = {
  type: 'DOUDIAN',
  name: '抖店',
  open: (needs) => {
    const double = openDoudianDouble(needs.clock)
    return { double, marketplace: createDoudian(double.gateway, needs) }
  },
  idOf: (n) => `69${String(n).padStart(17, '0')}`,
  fieldsOf: ({ message, memo, paid, ship, flag, lines = [{}], state = 'toMake' }, id, idOf) => ({
    order_status: doudianStates[state],
    ...(paid && { pay_time: seconds(paid) }),
    ...(ship && { exp_ship_time: seconds(ship) }),
    ...(flag !== undefined && { seller_remark_stars: flag }),
    ...(message && { buyer_words: message }),
    ...(memo && { seller_words: memo }),
    sku_order_list: lines.map(
      (
        {
          product = '10001',
          sku = '20001',
          title = '定制手机壳',
          model = 'iPhone 15',
          color = '黑',
          count = 1,
          code,
          isGift,
          content,
        },
        at,
      ) => ({
        order_id: idOf(lineNumber(id, at)),
        product_id: idOf(product),
        sku_id: idOf(sku),
        product_name: title,
        item_num: count,
        spec: [
          { name: '型号', value: model },
          { name: '颜色', value: color },
        ],
        ...(code && { out_sku_id: code }),
        ...(isGift && { given_product_type: 'FREE' }),
        ...(content && { sku_customization_info: customization({ 定制: content }, []) }),
        ...(state === 'refundAsked' && { after_sale_info: { after_sale_status: 6, refund_status: 1 } }),
      }),
    ),
  }),
  numbersLines: true,
  flag: [5, 'red'],
  importFile: (ctx, shopId, order) =>
    importFile(
      ctx,
      shopId,
      order,
      ({ code }) => ({ merchantSku: code ?? null }),
      (at) => lineNumber(order.id, at),
    ),
  renews: true,
}

/** The marketplace's number of a line. */
const lineNumber = (id: string, at: number): string => String(BigInt(id) + 1_000_000n + BigInt(at))

const pinduoduoStates = { toMake: 1, unpaid: 1, notYet: 1, shipped: 2, closed: 1, refundAsked: 1, unknown: 77 } as const

const pinduoduoLine =
  (idOf: (id: string) => unknown) =>
  ({ product = '10001', sku = '20001', title = '定制手机壳', model = 'iPhone 15', color = '黑', count = 1, code }: CaseLine) => ({
    goods_id: idOf(product),
    sku_id: idOf(sku),
    goods_name: title,
    goods_spec: `${model},${color}`,
    goods_count: count,
    ...(code && { outer_id: code }),
  })

const pinduoduo: KeyedCase = {
  type: 'PINDUODUO',
  name: '拼多多',
  open: (needs) => {
    const double = openPinduoduoDouble(needs.clock)
    return { double, marketplace: createPinduoduo(double.gateway, needs) }
  },
  idOf: (n) => `260301-${String(n).padStart(15, '0')}`,
  fieldsOf: ({ message, memo, paid, ship, flag, lines = [{}], state = 'toMake' }, _, idOf) => ({
    order_status: pinduoduoStates[state],
    ...(paid && { pay_time: topTime(new Date(paid)) }),
    ...(ship && { last_ship_time: topTime(new Date(ship)) }),
    ...(flag !== undefined && { remark_tag: flag }),
    ...{
      group_status: state === 'notYet' ? 0 : 1,
      risk_control_status: 0,
      confirm_status: state === 'unpaid' ? 0 : state === 'closed' ? 2 : 1,
    },
    ...(state === 'refundAsked' && { refund_status: 2 }),
    ...(message && { buyer_memo: message }),
    ...(memo && { remark: memo }),
    item_list: lines.filter(({ isGift }) => !isGift).map(pinduoduoLine(idOf)),
    ...(lines.some(({ isGift }) => isGift) && { gift_list: lines.filter(({ isGift }) => isGift).map(pinduoduoLine(idOf)) }),
  }),
  numbersLines: false,
  flag: [4, 'blue'],
  maxLines: 1,
  importFile: (ctx, shopId, order) =>
    importFile(ctx, shopId, order, ({ code, sku }) => ({ merchantSku: code ?? null, skuOriginalId: sku ?? null })),
  nextKeys: ({ keys }) => ({ extra: keys.extra ?? '' }),
  needsExtraAgain: true,
  renews: false,
}

export const keyedCases: readonly KeyedCase[] = [wechat, doudian, pinduoduo]

/** Opens a case at a time that the test moves. */
export function openCase(of: KeyedCase, start: number) {
  let time = start
  const clock: Clock = { now: () => new Date(time) }
  const waits: number[] = []
  const { marketplace, double } = of.open({ clock, wait: async (ms) => void waits.push(ms) })
  return {
    ...{ clock, waits, marketplace, double },
    advance: (ms: number) => {
      time += ms
    },
    put(n: number, order: CaseOrder): string {
      const id = of.idOf(n)
      double.orders.set(id, {
        id,
        created: order.created,
        modified: order.modified ?? order.created,
        fields: of.fieldsOf(order, id, (text) => idIn(double, text)),
      })
      return id
    },
    /** Opens a session with the double's keys. */
    async session(): Promise<string> {
      if (!marketplace.keys) throw new Error(`${of.type} has no keys`)
      return (await marketplace.keys.open(double.keys)).session
    },
  }
}
