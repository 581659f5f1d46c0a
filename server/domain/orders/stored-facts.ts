/**
 * Completes what a source says of known orders by what is stored of them: a field that a source leaves out is one that it does not
 * know, and stays as it is; a field that it gives empty is cleared.
 */
import { sql } from 'kysely'
import type { MergeSplitStatus } from '../../../contract/constants'
import { itemStateOf } from '../../../contract/rules/item-state'
import { isCounted, mayBeSameLine } from '../../../contract/rules/line-numbers'
import type { FlagFacts } from '../../../contract/rules/order-flag'
import { type OrderTexts, orderTextColumns, orderTextNames, orderTexts } from '../../../contract/rules/order-texts'
import type { Ctx } from '../../kernel/context'
import type { ItemWrite } from './items'

/** Sources of orders; `shop_order.source` keeps the one that brought an order in first. */
export type OrderSource = 'api' | 'sync' | 'file' | 'manual' | 'demo'

export interface SourceRule {
  /**
   * Whether it knows of merging and splitting. Where it does not, relations of known orders stay unchanged, and so does a design
   * that came another way; where it does, an order is exactly as given, with the given children.
   */
  readonly relations: boolean
  /** Whether it names all items of an order. Of a file the seller may have filtered lines out: those that are stored stay. */
  readonly allItems: boolean
  /** Whether it counts the lines of marketplaces that number none, so that the stored numbers of lines hold. */
  readonly countsLines: boolean
  /** Whether a design in it is only a picture of one: a design that is stored stays. */
  readonly showsDesigns: boolean
}
export const sourceRules: Readonly<Record<OrderSource, SourceRule>> = {
  api: { relations: true, allItems: true, countsLines: false, showsDesigns: false },
  demo: { relations: true, allItems: true, countsLines: false, showsDesigns: false },
  sync: { relations: false, allItems: true, countsLines: true, showsDesigns: false },
  manual: { relations: false, allItems: true, countsLines: false, showsDesigns: false },
  file: { relations: false, allItems: false, countsLines: true, showsDesigns: true },
}

/** The facts of an item that a source may not know, with those that a new item has then. */
const unknownItem = {
  productOriginalId: null,
  skuOriginalId: null,
  title: '',
  imageUrl: null,
  propertiesName: '',
  merchantSku: null,
  ...itemStateOf({ state: 'unknown' }),
} satisfies Partial<ItemWrite>
type MayBeUnknown = keyof typeof unknownItem

/** An item as its source gives it. `state` and `hold` are both there or both absent. */
export type GivenItem = Omit<ItemWrite, MayBeUnknown> & { readonly [K in MayBeUnknown]?: ItemWrite[K] | undefined }

/** Times of an order that some sources know, ms since 1970; null where there is none. */
export interface OrderTimes {
  /** When the buyer paid. */
  readonly paidAt: number | null
  /** Until when the marketplace wants it shipped. */
  readonly shipUntil: number | null
}
type OrderFacts = OrderTexts & OrderTimes & FlagFacts

/** An order as its source gives it; an absent field is one that the source does not know. */
export interface OrderFields extends Partial<{ readonly [K in keyof OrderFacts]: OrderFacts[K] | undefined }> {
  readonly originalId: string
  /** Time of the buyer's order, ms since 1970. */
  readonly createdAt: number
  readonly isPlatformOrder: boolean
  readonly mergeSplitStatus: MergeSplitStatus
  readonly orderItems: readonly GivenItem[]
}
export type CompleteOrder = Omit<OrderFields, keyof OrderFacts | 'orderItems'> &
  OrderFacts & { readonly orderItems: readonly ItemWrite[] }

/** The stored facts of an order besides its items. */
export interface StoredOrder {
  readonly id: number
  readonly sha256: string
  readonly createdAt: number
  readonly observedAt: number | null
  readonly facts: OrderFacts
}

const factNames = [...orderTextNames, 'paidAt', 'shipUntil', 'flag', 'flagText'] as const

/** Names of the facts of an order for sellers. */
export const factLabels: Readonly<Record<keyof OrderFacts, string>> = {
  buyerMessage: orderTexts.buyerMessage.name,
  sellerMemo: orderTexts.sellerMemo.name,
  paidAt: '付款时间',
  shipUntil: '发货期限',
  flag: '旗帜',
  flagText: '旗帜的文字',
}

/** Returns the facts in which two orders differ, by their names for sellers. */
export const changedFacts = (was: OrderFacts, now: OrderFacts): string[] =>
  factNames.filter((name) => was[name] !== now[name]).map((name) => factLabels[name])

/** Reads the orders of a shop that have these numbers, by number. */
export async function readKnownOrders(
  { db, actor }: Ctx,
  shopId: number,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, StoredOrder>> {
  if (numbers.length === 0) return new Map()
  const rows = await db
    .selectFrom('shop_order')
    .select([
      'id',
      'original_id',
      'sha256',
      'created_at',
      'observed_at',
      'paid_at',
      'ship_until',
      'flag',
      'flag_text',
      ...orderTextColumns,
    ])
    .where('account_id', '=', actor.accountId)
    .where('shop_id', '=', shopId)
    .where(sql<boolean>`original_id = any(${[...numbers]}::text[])`)
    .execute()
  return new Map(
    rows.map((row) => [
      row.original_id,
      {
        id: row.id,
        sha256: row.sha256,
        createdAt: row.created_at.getTime(),
        observedAt: row.observed_at?.getTime() ?? null,
        facts: {
          buyerMessage: row.buyer_message,
          sellerMemo: row.seller_memo,
          paidAt: row.paid_at?.getTime() ?? null,
          shipUntil: row.ship_until?.getTime() ?? null,
          flag: row.flag,
          flagText: row.flag_text,
        },
      },
    ]),
  )
}

/** Reads the items of orders in the order of their places, by the id of the order. */
export async function readItemWrites(
  { db }: Ctx,
  orderIds: readonly number[],
): Promise<ReadonlyMap<number, readonly ItemWrite[]>> {
  const { rows } = await sql<ItemWrite & { orderId: number }>`
    select order_id as "orderId", original_id as "originalId", product_original_id as "productOriginalId",
      sku_original_id as "skuOriginalId", title, image_url as "imageUrl", properties_name as "propertiesName", quantity, content,
      state, hold, merchant_sku as "merchantSku", platform_state as "platformState"
    from order_item where order_id = any(${[...orderIds]}::bigint[]) order by order_id, place`.execute(db)
  const items = new Map<number, ItemWrite[]>()
  for (const { orderId, ...item } of rows) items.set(orderId, [...(items.get(orderId) ?? []), item])
  return items
}

const isComplete = (item: GivenItem): item is ItemWrite =>
  Object.keys(unknownItem).every((name) => item[name as MayBeUnknown] !== undefined)

/** Removes the fields that are there with the value undefined, so that they do not hide others. */
const given = <T extends object>(fields: T): T =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T

/** Whether two lines are of the same product and choice, as far as both sources know them. */
const isSameChoice = (one: GivenItem, other: ItemWrite): boolean =>
  (['productOriginalId', 'skuOriginalId', 'merchantSku', 'propertiesName'] as const).every(
    (name) => one[name] === undefined || one[name] === other[name],
  )

/** Whether a source counted the lines of an order, because its marketplace has no numbers for lines. */
const hasCounted = ({ originalId, orderItems }: Pick<OrderFields, 'originalId' | 'orderItems'>): boolean =>
  orderItems.every((item) => isCounted(originalId, item.originalId))

/**
 * Returns counted lines with the stored numbers of the same lines. They were counted from the lines that the source named, and by what it
 * knew of them: where a seller filtered a file, or another source knows more, the others would take their numbers, and designs.
 */
function renumbered(orderNumber: string, items: readonly GivenItem[], stored: readonly ItemWrite[]): readonly GivenItem[] {
  const free = [...stored]
  const take = (is: (other: ItemWrite) => boolean): string | undefined => {
    const at = free.findIndex(is)
    return at < 0 ? undefined : free.splice(at, 1)[0]?.originalId
  }
  const exact = items.map((item) => take((other) => isSameChoice(item, other)))
  const matched = items.map((item, at) => exact[at] ?? take((other) => mayBeSameLine(item, other)))
  const used = new Set(stored.map(({ originalId }) => originalId))
  let next = 0
  const unused = (): string => {
    do next++
    while (used.has(`${orderNumber}-${next}`))
    return `${orderNumber}-${next}`
  }
  return items.map((item, at) => ({
    ...item,
    originalId: matched[at] ?? take(({ originalId }) => originalId === item.originalId) ?? unused(),
  }))
}

function completeItems(
  items: readonly GivenItem[],
  stored: readonly ItemWrite[],
  { allItems }: SourceRule,
): readonly ItemWrite[] {
  const rest = [...stored]
  const completed = items.map((item): ItemWrite => {
    const at = rest.findIndex(({ originalId }) => originalId === item.originalId)
    const before = at < 0 ? undefined : rest.splice(at, 1)[0]
    const { content: _, ...facts } = before ?? { ...unknownItem, content: null }
    const words = item.state === undefined ? before?.platformState : null
    return { ...facts, ...given(item), platformState: item.platformState ?? words ?? null }
  })
  return allItems ? completed : [...completed, ...rest]
}

/** Returns the orders complete: what their source leaves out is as stored, and as `unknownItem` says where nothing is. */
export async function completeOrders(
  ctx: Ctx,
  known: ReadonlyMap<string, StoredOrder>,
  orders: readonly OrderFields[],
  source: OrderSource,
): Promise<readonly CompleteOrder[]> {
  const rule = sourceRules[source]
  const isRecounted = (order: Pick<OrderFields, 'originalId' | 'orderItems'>) => rule.countsLines && hasCounted(order)
  const needed = orders.flatMap(({ originalId, orderItems }) =>
    rule.allItems && orderItems.every(isComplete) && !isRecounted({ originalId, orderItems })
      ? []
      : (known.get(originalId)?.id ?? []),
  )
  const stored: ReadonlyMap<number, readonly ItemWrite[]> = needed.length === 0 ? new Map() : await readItemWrites(ctx, needed)
  return orders.map((order): CompleteOrder => {
    const before = known.get(order.originalId)
    const facts = Object.fromEntries(factNames.map((name) => [name, order[name] ?? null])) as unknown as OrderFacts
    const items = stored.get(before?.id ?? 0) ?? []
    const kept = Object.fromEntries(
      factNames.filter((name) => order[name] === undefined).map((name) => [name, before?.facts[name] ?? null]),
    )
    return {
      ...order,
      ...facts,
      ...kept,
      // A file may tell it only to the day, or by the payment; it does not change.
      createdAt: (rule.allItems ? undefined : before?.createdAt) ?? order.createdAt,
      orderItems: completeItems(
        isRecounted(order) ? renumbered(order.originalId, order.orderItems, items) : order.orderItems,
        items,
        rule,
      ),
    }
  })
}
