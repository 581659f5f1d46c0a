/** Finds the factory's number for an order in a response, wherever a program puts it. */
import { type Fields, isFields } from '../../../../contract/ground/fields'
import type { ErpReceipt } from '../../../ports/erp'
import { field, firstText, isRounded, textOf } from './field-names'
import { orderStateOf } from './order-states'

/** Fields in which orders are wrapped. */
const wrappers = [
  'data',
  'result',
  'response',
  'order',
  'orderinfo',
  'orderdata',
  'orderdetail',
  'info',
  'detail',
  'record',
  'entity',
  'obj',
  'bill',
  'item',
  'list',
  'rows',
  'records',
  'items',
  'orders',
  'orderlist',
  'datas',
  'content',
  'payload',
  'value',
  'body',
  'successlist',
] as const // prettier-ignore
const maxDepth = 5

/** Names of a factory's own number, the surest first. `so_id`, `tid`, `third_id` and `out_…` are the buyer's side. */
const numberNames = [
  'orderid',
  'orderno',
  'ordersn',
  'ordernumber',
  'ordernum',
  'ordercode',
  'oid',
  'billno',
  'billid',
  'billcode',
  'billsn',
  'factoryorderno',
  'factoryorderid',
  'productionno',
  'workorderno',
  'tradeno',
  'tradeid',
  'sn',
  'number',
  'no',
  'id',
] as const // prettier-ignore
/** At the root these may be the number of the call. */
const rootNames = numberNames.filter((name) => !['sn', 'number', 'no', 'id'].includes(name))
const ourNames = [
  'thirdid',
  'thirdorderid',
  'outerid',
  'outorderid',
  'outorderno',
  'outerorderid',
  'outtradeno',
  'outsideid',
  'outid',
] as const

/** The numbers that we sent, which a program may repeat as if they were its own. */
export interface SentLine {
  readonly outsideId: string
  readonly orderOriginalId?: string
}

export type FoundReceipt =
  | { readonly kind: 'found'; readonly receipt: ErpReceipt }
  /** There is certainly nothing: no data, or an empty list. */
  | { readonly kind: 'empty' }
  /** There is something, and no number is recognized in it. */
  | { readonly kind: 'unreadable' }

/** Finds the order in the body of a response. */
export function findReceipt(body: unknown, sent: SentLine): FoundReceipt {
  const rows = orderRows(body, 0, true)
  const ours = rows.filter(({ row }) => ourNames.some((name) => textOf(field(row, name)) === sent.outsideId))
  const named = rows.some(({ row }) => ourNames.some((name) => textOf(field(row, name)) !== ''))
  const candidates = (named ? ours : rows).flatMap(({ row, depth, isRoot }) =>
    receiptOf(row, isRoot, sent).map((receipt) => ({ receipt, depth })),
  )
  // Parts of an order, such as its items, have numbers of their own.
  const outermost = candidates.filter(({ depth }) => depth === Math.min(...candidates.map((one) => one.depth)))
  const numbers = new Set(outermost.map(({ receipt }) => receipt.factoryOrderId))
  const [first] = outermost
  if (first && (numbers.size === 1 || ours.length > 0)) return { kind: 'found', receipt: first.receipt }
  if (numbers.size > 1) return { kind: 'unreadable' }
  const plain = isFields(body) ? plainNumber(body, sent) : ''
  if (plain !== '') return { kind: 'found', receipt: { factoryOrderId: plain, state: '', ended: false } }
  return isEmpty(body) ? { kind: 'empty' } : { kind: 'unreadable' }
}

interface OrderRow {
  readonly row: Fields
  readonly depth: number
  readonly isRoot: boolean
}

/** Returns the objects that may be the order, the outer ones first. */
function orderRows(value: unknown, depth: number, isRoot: boolean): readonly OrderRow[] {
  if (depth > maxDepth) return []
  if (Array.isArray(value)) return value.flatMap((one) => orderRows(one, depth + 1, false))
  if (!isFields(value)) return []
  const inner = Object.entries(value).flatMap(([name, one]) =>
    field({ [name]: one }, ...wrappers) === undefined && !/_response$/.test(name) ? [] : orderRows(one, depth + 1, false),
  )
  return [{ row: value, depth, isRoot }, ...inner]
}

function receiptOf(row: Fields, isRoot: boolean, { outsideId, orderOriginalId }: SentLine): ErpReceipt[] {
  const names = isRoot ? rootNames : numberNames
  if (names.some((name) => isRounded(field(row, name)))) return []
  const numbers = names.map((name) => firstText(row, name)).filter((text) => text !== '' && text !== '0')
  const own = numbers.find((text) => text !== outsideId && text !== orderOriginalId)
  // A program without numbers of its own repeats ours, which then is the number of the order there.
  const factoryOrderId = own ?? numbers.find((text) => text === outsideId)
  if (factoryOrderId === undefined) return []
  const { text, ended } = orderStateOf(row, isRoot)
  return [{ factoryOrderId, state: text, ended }]
}

/** Returns a number that stands in the place of the data: "88001", FO-88001, or a number of at least four digits. */
function plainNumber(body: Fields, { orderOriginalId }: SentLine): string {
  const value = field(body, 'data', 'result', 'content', 'value')
  const text = textOf(Array.isArray(value) && value.length === 1 ? value[0] : value)
  const isDate = /^\d{4}-\d\d-\d\d$/.test(text)
  return /^(?=[\w-]*\d)[\w-]{4,64}$/.test(text) && !isDate && text !== orderOriginalId ? text : ''
}

/** Whether the place of the data is there or missing, and holds nothing. */
export function isEmpty(body: unknown): boolean {
  if (Array.isArray(body)) return body.length === 0
  if (!isFields(body)) return false
  return Object.entries(body).every(
    ([name, value]) => hasNothing(value) || (typeof value !== 'object' && field({ [name]: value }, ...wrappers) === undefined),
  )
}

function hasNothing(value: unknown): boolean {
  if (value === undefined || value === null || value === '' || value === false) return true
  if (Array.isArray(value)) return value.length === 0
  return isFields(value) && Object.entries(value).every(([name, one]) => hasNothing(one) || isPaging(name, one))
}

const isPaging = (name: string, value: unknown): boolean =>
  /total|count/i.test(name) ? textOf(value) === '0' : /page|size|limit|current|^has|^is/i.test(name) && typeof value !== 'object'
