/**
 * The shared parts of the doubles of marketplaces whose shops are connected with keys: their orders, what a test makes go wrong, and the
 * demo's orders.
 */
import type { Fields } from '../../../contract/ground/fields'
import { writeJson } from '../../infra/net/foreign-json'
import type { ShopKeys } from '../../ports/marketplace'

/** An order as the marketplace stores it, in its own fields; times are ms. */
export interface DoubleOrder {
  readonly id: string
  readonly created: number
  readonly modified: number
  readonly fields: Fields
}

/** The faults of a double; a number counts the calls that it still concerns. */
export interface DoubleFaults {
  /** The address of this server, which the app's list lacks. */
  address: string | null
  limited: number
  busy: number
  usedUp: boolean
  withoutRight: boolean
  /** Whether sessions are refused although they have not ended. */
  sessionsLost: boolean
  /** Changes the text of the answer that has an order with this number. */
  reply: ((orderId: string, text: string) => string | Response) | null
}

/** A double of one marketplace with one seller. */
export interface KeyedDouble {
  readonly gateway: (request: Request) => Promise<Response>
  readonly keys: ShopKeys
  readonly orders: Map<string, DoubleOrder>
  readonly faults: DoubleFaults
  /** Every request's path or method, oldest first. */
  readonly calls: string[]
  /** Called after a page of a list was answered, before the next is asked for. */
  afterPage: (page: number) => void
  /** Whether ids are written as JSON numbers of any length. */
  numericIds: boolean
}

export const noFaults = (): DoubleFaults => ({
  ...{ address: null, limited: 0, busy: 0, usedUp: false, withoutRight: false, sessionsLost: false, reply: null },
})

/** Writes an answer with digits as numbers where ids are numbers. */
export const jsonReply = (body: unknown): Response =>
  new Response(writeJson(body), { headers: { 'content-type': 'application/json; encoding=utf-8' } })

/** Returns an id as the double writes it. */
export const idIn = ({ numericIds }: Pick<KeyedDouble, 'numericIds'>, id: string): string | bigint =>
  numericIds && /^\d+$/.test(id) ? BigInt(id) : id

/** Returns the orders of a range, both ends included, by the time that counts, the oldest first. */
export const ordersOf = (
  { orders }: Pick<KeyedDouble, 'orders'>,
  by: 'created' | 'modified',
  from: number,
  to: number,
): readonly DoubleOrder[] =>
  [...orders.values()]
    .filter((order) => Math.floor(order[by] / 1000) * 1000 >= from && Math.floor(order[by] / 1000) * 1000 <= to)
    .sort((one, next) => one[by] - next[by] || (one.id < next.id ? -1 : 1))

/** Takes one of the calls that a fault still concerns. */
export function takeFault(faults: DoubleFaults, name: 'limited' | 'busy'): boolean {
  if (faults[name] <= 0) return false
  faults[name] -= 1
  return true
}

/** Purchases of the demo's buyers: the age of the order in hours, and what differs between the lines. */
export const demoPurchases = [
  { hours: 2, model: 'iPhone 15 Pro', color: '云雾白', count: 1, message: '麻烦包好一点，送人的', memo: null },
  { hours: 9, model: 'Mate 60 Pro', color: '曜石黑', count: 2, message: null, memo: '加急' },
  { hours: 30, model: '小米 14', color: '云雾白', count: 1, message: null, memo: null },
  { hours: 75, model: 'Find X7 Ultra', color: '樱花粉', count: 1, message: '照片已在聊天里发', memo: null },
] as const
