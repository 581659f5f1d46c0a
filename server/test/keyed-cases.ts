/** The marketplaces whose shops are connected with keys, each with its double, for tests that hold for all of them. */
import type { Fields } from '../../contract/ground/fields'
import { numberLines } from '../../contract/rules/line-numbers'
import type { ShopType } from '../../contract/rules/shop-types'
import { importOrders } from '../domain/orders/import'
import type { KeyedDouble } from '../embedded/marketplaces/keyed-double'
import { openWechatStoreDouble } from '../embedded/marketplaces/wechat-store/double'
import type { KeyedNeeds } from '../infra/marketplaces/keyed'
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
}

export interface CaseOrder {
  readonly created: number
  readonly modified?: number
  readonly message?: string
  readonly memo?: string
  readonly lines?: readonly CaseLine[]
  readonly state?: 'toMake' | 'unpaid' | 'shipped' | 'closed' | 'refundAsked' | 'unknown'
}

export interface KeyedCase {
  readonly type: ShopType
  readonly name: string
  readonly open: (needs: Required<Pick<KeyedNeeds, 'clock' | 'wait'>>) => { marketplace: Marketplace; double: KeyedDouble }
  /** The number of the n-th order, of the shape and length of the marketplace's. */
  readonly idOf: (n: number) => string
  /** The order in the marketplace's own fields. */
  readonly fieldsOf: (order: CaseOrder, id: string) => Fields
  /** Whether the marketplace numbers the lines of its orders. */
  readonly numbersLines: boolean
  /** Lines that an order of the marketplace has at most. */
  readonly maxLines?: number
  /** Imports the order as the marketplace's file has it. */
  readonly importFile: (ctx: Ctx, shopId: number, order: FileOrder) => Promise<unknown>
  /** Keys that have to be entered anew each time. */
  readonly nextKeys?: () => { readonly extra: string }
  readonly needsExtraAgain?: boolean
  /** The part of a path or method by which single orders are read; null where lists hold them. */
  readonly detail: string
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
) => {
  const items = numberLines(
    id,
    lines.map((line, at) => ({
      title: line.title ?? '定制手机壳',
      productOriginalId: line.product ?? '10001',
      propertiesName: `规格1:${line.model};规格2:${line.color}`,
      quantity: 1,
      content: null,
      state: 'toMake' as const,
      hold: null,
      ...known(line, at),
    })),
  )
  const order = { originalId: id, createdAt, isPlatformOrder: true, mergeSplitStatus: 'INDEPENDENT' as const, childOrders: [] }
  return importOrders(ctx, shopId, [{ ...order, buyerMessage: message, sellerMemo: memo, orderItems: items }], {
    source: 'file',
    observedAt: createdAt,
  })
}

const wechatStates = { toMake: 20, unpaid: 10, shipped: 30, closed: 250, refundAsked: 20, unknown: 77 } as const

const wechat: KeyedCase = {
  type: 'WECHAT_STORE',
  name: '微信小店',
  open: (needs) => {
    const double = openWechatStoreDouble(needs.clock)
    return { double, marketplace: createWechatStore(double.gateway, needs) }
  },
  idOf: (n) => `37${String(n).padStart(17, '0')}`,
  fieldsOf: ({ message, memo, lines = [{}], state = 'toMake' }) => ({
    status: wechatStates[state],
    order_detail: {
      product_infos: lines.map(
        ({ product = '10001', sku = '20001', title = '定制手机壳', model = 'iPhone 15', color = '黑', count = 1, code }) => ({
          product_id: product,
          sku_id: sku,
          title,
          sku_cnt: count,
          sku_attrs: [
            { attr_key: '型号', attr_value: model },
            { attr_key: '颜色', attr_value: color },
          ],
          ...(code && { sku_code: code }),
          ...(state === 'refundAsked' && { on_aftersale_sku_cnt: 1 }),
        }),
      ),
      ...((message || memo) && {
        ext_info: { ...(message && { customer_notes: message }), ...(memo && { merchant_notes: memo }) },
      }),
    },
  }),
  numbersLines: false,
  // Its files have no column for the id of a SKU.
  importFile: (ctx, shopId, order) => importFile(ctx, shopId, order, ({ code }) => ({ merchantSku: code ?? null })),
  detail: '/order/get',
  renews: true,
}

export const keyedCases: readonly KeyedCase[] = [wechat]

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
        fields: of.fieldsOf(order, id),
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
