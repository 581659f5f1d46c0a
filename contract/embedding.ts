/**
 * The messages between the plugin's embedded pages and the program that frames them (the parent), sent by `postMessage`.
 * docs/embedding.md documents them for integrators; the checks here are authoritative.
 */
import { type Fields, isFields } from './ground/fields'
import { maxQuantity } from './rules/limits'
import type { PushOrderBody } from './types'

/** The only pages of the plugin that other programs may frame. */
export const embeddedPages = { push: '/push_order_to_factory', login: '/has_login' } as const
export type EmbeddedPage = keyof typeof embeddedPages

/** Returns the embedded page at a path, with or without a slash at the end; null if there is none. */
export function embeddedPageAt(path: string): EmbeddedPage | null {
  const bare = path.replace(/\/$/, '')
  if (bare === embeddedPages.push) return 'push'
  return bare === embeddedPages.login ? 'login' : null
}

/** Parents on the seller's machine are trusted at any port: whoever serves a page there can run programs there anyway. */
const localHosts: readonly string[] = ['localhost', '127.0.0.1', '[::1]']

/**
 * Whether a parent of this origin may talk to an embedded page.
 *
 * @param origin the browser's value; 'null' stands for files and sandboxes and is never trusted.
 * @param trusted origins from the configuration, such as https://erp.example.com; scheme, host and port must be equal.
 */
export function isTrustedOrigin(origin: string, trusted: readonly string[]): boolean {
  let url: URL
  try {
    url = new URL(origin)
  } catch {
    return false
  }
  if (!/^https?:$/.test(url.protocol) || url.origin !== origin) return false
  return localHosts.includes(url.hostname) || trusted.includes(origin)
}

/** Returns the same list for the CSP directive `frame-ancestors`, without [::1], because it does not support IPv6 addresses. */
export const trustedSources = (trusted: readonly string[]): readonly string[] => [
  ...['localhost', '127.0.0.1'].flatMap((host) => [`http://${host}:*`, `https://${host}:*`]),
  ...trusted,
]

/** An order from the parent: the body of POST /api/erp/push_order without the factory, which the seller chooses. */
export type ParentOrder = Omit<PushOrderBody, 'factoryId'>

/** Messages from the parent to the page. */
export type ParentMessage =
  /** Opens the push dialog with these orders. The parent repeats it until READY arrives; the same orders are opened once. */
  | { readonly type: 'PUSH_ORDER_TO_FACTORY'; readonly orders: readonly ParentOrder[] }
  /** Requests the reply HAS_LOGIN. */
  | { readonly type: 'HAS_LOGIN' }

/** Messages from the page to the parent. */
export type PageMessage =
  /** The orders were accepted: the dialog, or the sign-in before it, is on screen. */
  | { readonly type: 'READY' }
  /** The orders were invalid and nothing was opened; `problem` names the field, for the developer of the parent. */
  | { readonly type: 'ORDERS_REFUSED'; readonly problem: string }
  /** The seller has closed the dialog; the parent should remove the iframe. */
  | { readonly type: 'CLOSE_APP' }
  | { readonly type: 'HAS_LOGIN'; readonly hasLogin: boolean }

/** Time between the closing of the dialog and CLOSE_APP, ms; the dialog fades out in between. */
export const closeDelayMs = 300

export const messageLimits = { orders: 500, itemsPerOrder: 500, designsPerItem: 200, designs: 5000 } as const

export type Reading =
  | { readonly message: ParentMessage }
  /** The message is none of these; it belongs to another program. */
  | { readonly ignored: true }
  /** The message is invalid; the text is for the developer of the parent. */
  | { readonly problem: string }

class InvalidMessage extends Error {}
const fail = (what: string): never => {
  throw new InvalidMessage(what)
}

/** Returns an own property of the message; inherited ones do not count. */
const own = (fields: Fields, name: string): unknown =>
  Object.prototype.hasOwnProperty.call(fields, name) ? fields[name] : undefined

function text(fields: Fields, name: string, maxLength: number, path: string): string {
  const value = own(fields, name)
  if (typeof value !== 'string' || value.trim() === '') return fail(`${path}.${name} 应为非空文本`)
  return value.length > maxLength ? fail(`${path}.${name} 超过 ${maxLength} 个字符`) : value.trim()
}

function list(fields: Fields, name: string, max: number, where: string): readonly Fields[] {
  const value = own(fields, name)
  if (!Array.isArray(value)) return fail(`${where}.${name} 应为数组`)
  if (value.length > max) return fail(`${where}.${name} 超过 ${max} 项`)
  return value.map((one: unknown, at) => (isFields(one) ? one : fail(`${where}.${name}[${at}] 应为对象`)))
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0

type ParentItem = ParentOrder['orderItems'][number]
type ParentDesign = ParentItem['phoneCaseCustomizationInfos'][number]

function readDesign(fields: Fields, where: string): ParentDesign {
  const design: Record<string, number | string> = {}
  // `id` may also be a text of the other program; that is ignored.
  const ownId = own(fields, 'id')
  if (isId(ownId)) design.id = ownId
  for (const name of ['phoneModelId', 'phoneCaseMaterialId', 'phoneCaseMaterialColorId']) {
    const value = own(fields, name)
    if (value === undefined || value === null) continue
    design[name] = isId(value) ? value : fail(`${where}.${name} 应为正整数`)
  }
  const url = own(fields, 'customizedImageUrl')
  if (url !== undefined && url !== null) design.customizedImageUrl = text(fields, 'customizedImageUrl', 2048, where)
  return design
}

function readItem(fields: Fields, where: string): ParentItem {
  const quantity = own(fields, 'quantity')
  if (!isId(quantity) || quantity > maxQuantity) return fail(`${where}.quantity 应为 1 到 ${maxQuantity} 的整数`)
  const infos = list(fields, 'phoneCaseCustomizationInfos', messageLimits.designsPerItem, where)
  return {
    originalId: text(fields, 'originalId', 64, where),
    quantity,
    phoneCaseCustomizationInfos: infos.map((one, at) => readDesign(one, `${where}.phoneCaseCustomizationInfos[${at}]`)),
  }
}

function readOrder(fields: Fields, where: string): ParentOrder {
  const items = list(fields, 'orderItems', messageLimits.itemsPerOrder, where)
  if (items.length === 0) fail(`${where}.orderItems 不能为空`)
  return {
    orderOriginalId: text(fields, 'orderOriginalId', 64, where),
    orderItems: items.map((item, at) => readItem(item, `${where}.orderItems[${at}]`)),
  }
}

function readOrders(data: Fields): readonly ParentOrder[] {
  const orders = list(data, 'orders', messageLimits.orders, '消息')
  if (orders.length === 0) fail('消息.orders 不能为空')
  let designs = 0
  return orders.map((fields, at) => {
    const order = readOrder(fields, `orders[${at}]`)
    for (const item of order.orderItems) designs += item.phoneCaseCustomizationInfos.length
    if (designs > messageLimits.designs) fail(`一次最多 ${messageLimits.designs} 个定制，请分几次推送`)
    return order
  })
}

/**
 * Returns a parent's message: a copy of its known fields, within `messageLimits`.
 *
 * @param data of the MessageEvent; the caller must have checked that its origin and source are the trusted parent's.
 */
export function readParentMessage(data: unknown): Reading {
  if (!isFields(data)) return { ignored: true }
  const type = own(data, 'type')
  if (type === 'HAS_LOGIN') return { message: { type } }
  if (type !== 'PUSH_ORDER_TO_FACTORY') return { ignored: true }
  try {
    return { message: { type, orders: readOrders(data) } }
  } catch (error) {
    if (error instanceof InvalidMessage) return { problem: error.message }
    throw error
  }
}
