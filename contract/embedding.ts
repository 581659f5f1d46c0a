/**
 * What a program that shows the plugin's embedded pages in a frame, the parent, and these pages say to each other by
 * `postMessage`. docs/embedding.md tells it to integrators; the guards here are what counts.
 */
import type { PushOrderBody } from './types'

/** Pages that other programs may frame; no other page of the plugin may be. */
export const embeddedPages = { push: '/push_order_to_factory', login: '/has_login' } as const
export type EmbeddedPage = keyof typeof embeddedPages

/** The embedded page at this path, which may end in a slash; null: none. */
export function embeddedPageAt(path: string): EmbeddedPage | null {
  const bare = path.replace(/\/$/, '')
  if (bare === embeddedPages.push) return 'push'
  return bare === embeddedPages.login ? 'login' : null
}

/** Parents on the seller's own machine are trusted at any port: whoever serves a page there runs programs there already. */
const localHosts: readonly string[] = ['localhost', '127.0.0.1', '[::1]']

/**
 * Whether a parent of this origin may talk to an embedded page.
 *
 * @param origin as the browser tells it; 'null' is that of files and sandboxes, and never trusted.
 * @param trusted origins of the deployment, such as https://erp.example.com; compared whole, with scheme and port.
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

/** The same list for the policy directive `frame-ancestors`, which has no way to write an IPv6 address. */
export const trustedSources = (trusted: readonly string[]): readonly string[] => [
  ...['localhost', '127.0.0.1'].flatMap((host) => [`http://${host}:*`, `https://${host}:*`]),
  ...trusted,
]

/** An order as the parent hands it over: the body of POST /api/erp/push_order without the factory, which the seller chooses. */
export type HandedOrder = Omit<PushOrderBody, 'factoryId'>

/** Parent → page. */
export type ParentMessage =
  /** Shows these orders for pushing; sent again until READY comes, the same orders count once. */
  | { readonly type: 'PUSH_ORDER_TO_FACTORY'; readonly orders: readonly HandedOrder[] }
  /** Asks for the answer HAS_LOGIN. */
  | { readonly type: 'HAS_LOGIN' }

/** Page → parent. */
export type PageMessage =
  /** The orders were taken and are on screen: the dialog, or the sign-in before it. */
  | { readonly type: 'READY' }
  /** The orders could not be read, and nothing was opened: which field is wrong, in words for whoever writes the parent. */
  | { readonly type: 'ORDERS_REFUSED'; readonly problem: string }
  /** The seller has closed the dialog: the parent takes the frame away. */
  | { readonly type: 'CLOSE_APP' }
  | { readonly type: 'HAS_LOGIN'; readonly hasLogin: boolean }

/** Milliseconds between the closing of the dialog and CLOSE_APP: the dialog has faded out by then. */
export const closeDelayMs = 300

export const messageLimits = { orders: 500, itemsPerOrder: 500, designsPerItem: 200, designs: 5000 } as const

export type Reading =
  | { readonly message: ParentMessage }
  /** Not one of these messages at all: somebody else's, and ignored. */
  | { readonly ignored: true }
  /** One of these, and wrong; a sentence for whoever writes the parent. */
  | { readonly problem: string }

class Wrong extends Error {}
const fail = (what: string): never => {
  throw new Wrong(what)
}

type Fields = Readonly<Record<string, unknown>>
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Only what the message itself carries: never what an object has by its prototype. */
const own = (fields: Fields, name: string): unknown =>
  Object.prototype.hasOwnProperty.call(fields, name) ? fields[name] : undefined

function text(fields: Fields, name: string, longest: number, where: string): string {
  const value = own(fields, name)
  if (typeof value !== 'string' || value.trim() === '') return fail(`${where}.${name} 应为非空文本`)
  return value.length > longest ? fail(`${where}.${name} 超过 ${longest} 个字符`) : value.trim()
}

function list(fields: Fields, name: string, most: number, where: string): readonly Fields[] {
  const value = own(fields, name)
  if (!Array.isArray(value)) return fail(`${where}.${name} 应为数组`)
  if (value.length > most) return fail(`${where}.${name} 超过 ${most} 项`)
  return value.map((one: unknown, at) => (isFields(one) ? one : fail(`${where}.${name}[${at}] 应为对象`)))
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0

type HandedItem = HandedOrder['orderItems'][number]
type HandedDesign = HandedItem['phoneCaseCustomizationInfos'][number]

function readDesign(fields: Fields, where: string): HandedDesign {
  const design: Record<string, number | string> = {}
  // A design may carry an id of the program that made it, a text, which says nothing here.
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

function readItem(fields: Fields, where: string): HandedItem {
  const quantity = own(fields, 'quantity')
  if (!isId(quantity) || quantity > 1_000_000) return fail(`${where}.quantity 应为 1 到 1000000 的整数`)
  const infos = list(fields, 'phoneCaseCustomizationInfos', messageLimits.designsPerItem, where)
  return {
    originalId: text(fields, 'originalId', 64, where),
    quantity,
    phoneCaseCustomizationInfos: infos.map((one, at) => readDesign(one, `${where}.phoneCaseCustomizationInfos[${at}]`)),
  }
}

function readOrder(fields: Fields, where: string): HandedOrder {
  const items = list(fields, 'orderItems', messageLimits.itemsPerOrder, where)
  if (items.length === 0) fail(`${where}.orderItems 不能为空`)
  return {
    orderOriginalId: text(fields, 'orderOriginalId', 64, where),
    orderItems: items.map((item, at) => readItem(item, `${where}.orderItems[${at}]`)),
  }
}

function readOrders(data: Fields): readonly HandedOrder[] {
  const handed = list(data, 'orders', messageLimits.orders, '消息')
  if (handed.length === 0) fail('消息.orders 不能为空')
  let designs = 0
  return handed.map((fields, at) => {
    const order = readOrder(fields, `orders[${at}]`)
    for (const item of order.orderItems) designs += item.phoneCaseCustomizationInfos.length
    if (designs > messageLimits.designs) fail(`一次最多 ${messageLimits.designs} 个定制，请分几次推送`)
    return order
  })
}

/**
 * What a parent sent, if it is one of its messages: a copy of the known fields and nothing else, within `messageLimits`.
 *
 * @param data of the MessageEvent, whose origin and source are already known to be the trusted parent's.
 */
export function readParentMessage(data: unknown): Reading {
  if (!isFields(data)) return { ignored: true }
  const type = own(data, 'type')
  if (type === 'HAS_LOGIN') return { message: { type } }
  if (type !== 'PUSH_ORDER_TO_FACTORY') return { ignored: true }
  try {
    return { message: { type, orders: readOrders(data) } }
  } catch (error) {
    if (error instanceof Wrong) return { problem: error.message }
    throw error
  }
}
