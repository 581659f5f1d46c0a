/**
 * Facts about each type of shop, and which shops are connected to a marketplace. Forms, screens and the server ask here; a
 * marketplace that can be synced has its entry here and in the server's record (server/providers/marketplaces.ts).
 */
interface ShopTypeFacts {
  /** As sellers call it. */
  readonly name: string
  /** How shops of the type are added. None of them: such shops are known, and nobody can add one. */
  readonly added: readonly ('form' | 'authorization')[]
  /** Whether sellers enter the products of shops that are not connected. */
  readonly entersProducts?: true
  /** Whether its ids of products consist of digits. */
  readonly hasNumericIds?: true
  /** Whether sellers have a mini-app there that is made from our template. */
  readonly hasMiniApps?: true
  /** Whether the seller connects a shop with the keys of an app of their own (contract/rules/shop-keys.ts). */
  readonly hasKeys?: true
  /** Whether the keys of a shop read its products, too; those of the others open its orders alone. */
  readonly keysReadProducts?: true
  /** Whether it is the marketplace of the client (千牛), which reads the products of its signed-in seller. */
  readonly hasClient?: true
}

const facts = {
  DOUDIAN: { name: '抖店', added: ['form'], entersProducts: true, hasKeys: true },
  PINDUODUO: { name: '拼多多', added: ['form'], hasKeys: true },
  TAOBAO: { name: '淘宝', added: ['authorization'], hasNumericIds: true, hasMiniApps: true, hasClient: true },
  SDK: { name: 'SDK', added: [] },
  JD: { name: '京东', added: ['form'] },
  ALIBABA: { name: '1688', added: ['form'] },
  KUAISHOU: { name: '快手', added: ['form'] },
  XIAOHONGSHU: { name: '小红书', added: ['form'] },
  WECHAT_STORE: { name: '微信小店', added: ['form'], hasKeys: true, keysReadProducts: true },
  WEIDIAN: { name: '微店', added: ['form'] },
  OFFLINE_STORE: { name: '线下店', added: ['form'] },
} as const satisfies Readonly<Record<string, ShopTypeFacts>>
/** The marketplace, or the place, of a shop. */
export type ShopType = keyof typeof facts
export const shopTypes = Object.keys(facts) as ShopType[]

/** A type that only a newer server knows has nothing but its name. */
const factsOf = (type: ShopType): ShopTypeFacts => facts[type] ?? { name: type, added: [] }
const typesWith = (has: (of: ShopTypeFacts) => unknown): readonly ShopType[] => shopTypes.filter((type) => has(facts[type]))
const namesOf = (types: readonly ShopType[]): string => types.map((type) => facts[type].name).join('、')

/** Returns the marketplace's name; a type that only a newer server knows is returned unchanged. */
export const shopTypeName = (type: ShopType): string => factsOf(type).name

/** The fields that identify a shop for the seller. */
export interface NamedShop {
  readonly name: string
  readonly type: ShopType
}
/** Returns for example 晨曦手机壳（抖店）. */
export const shopLabel = ({ name, type }: NamedShop): string => `${name}（${shopTypeName(type)}）`

/** Types of which the form adds shops, and types of which a marketplace's authorization does. */
export const addableTypes = typesWith(({ added }) => added.includes('form'))
export const authorizableTypes = typesWith(({ added }) => added.includes('authorization'))
/** Such as 淘宝. */
export const authorizableNames = namesOf(authorizableTypes)
/** Types whose shops the seller connects with keys. */
export const keyedTypes = typesWith(({ hasKeys }) => hasKeys)
export const keyedNames = namesOf(keyedTypes)
export const hasKeys = (type: ShopType): boolean => factsOf(type).hasKeys === true
export const miniAppTypes = typesWith(({ hasMiniApps }) => hasMiniApps)
export const miniAppNames = namesOf(miniAppTypes)
/** Types whose connected shops have their products read, such as 淘宝、微信小店. */
export const syncingNames = namesOf(
  typesWith(({ added, keysReadProducts }) => keysReadProducts || added.some((way) => way === 'authorization')),
)
export const enteringNames = namesOf(typesWith(({ entersProducts }) => entersProducts))

/** Why a shop of this type cannot be added, or become one, by the form; null when it can. */
export function additionRefusal(type: ShopType): string | null {
  if (addableTypes.includes(type)) return null
  return authorizableTypes.includes(type) ? '该类型的店铺只能通过授权添加' : '暂时不能添加该类型的店铺'
}

/** Why these cannot be ids of products of a shop of this type; null when they can. */
export function productIdProblem(type: ShopType, ids: readonly string[]): string | null {
  const isNumeric = factsOf(type).hasNumericIds === true
  const wrong = ids.filter((id) => !(isNumeric ? /^\d{1,64}$/ : /^[\x21-\x7e]{1,64}$/).test(id))
  if (wrong.length === 0) return null
  const shown = `${wrong.slice(0, maxShown).join('、')}${wrong.length > maxShown ? ` 等 ${wrong.length} 个` : ''}`
  return `商品ID只能${isNumeric ? '是数字' : '包含字母、数字和符号'}，这些不是：${shown}`
}
const maxShown = 5

/** The fields of a shop that the rules below read. */
export interface ShopState {
  readonly type: ShopType
  readonly authorization: { readonly status: 'active' | 'expired' } | null
}

/**
 * Whether a shop is connected, so that its marketplace gives its orders: an authorization on the marketplace added it, or the seller
 * entered keys that the marketplace accepted.
 */
export const isConnected = ({ authorization }: Pick<ShopState, 'authorization'>): boolean => authorization !== null

/** Without a type, the words are those of an authorization. */
type SyncState = Pick<ShopState, 'authorization'> & Partial<Pick<ShopState, 'type'>>

/** A sentence why the orders and products of a shop cannot be read from its marketplace now; null when they can. */
export function syncRefusal({ type, authorization }: SyncState): string | null {
  const keyed = type !== undefined && hasKeys(type)
  if (authorization === null) return keyed ? '还没有连接' : '没有平台授权'
  if (authorization.status === 'active') return null
  return keyed ? '连接已失效，请在店铺设置里点“连接”，检查密钥后再同步' : '授权已过期，请重新授权后再同步'
}
export const canSync = (shop: SyncState): boolean => syncRefusal(shop) === null

/** Whether the client can read the products of a shop, with the session of its signed-in seller. */
export const canReadThroughClient = (shop: ShopState): boolean => isConnected(shop) && factsOf(shop.type).hasClient === true

/** Whether a shop has a mini-app where its marketplace granted access. */
export const mayHaveMiniApp = (shop: ShopState): boolean => isConnected(shop) && factsOf(shop.type).hasMiniApps === true

/** How products come to a shop: read from its marketplace, entered by the seller, or not at all. */
export function productSourceOf(shop: ShopState): 'sync' | 'add' | null {
  if (isConnected(shop) && (!hasKeys(shop.type) || factsOf(shop.type).keysReadProducts === true)) return 'sync'
  return factsOf(shop.type).entersProducts === true ? 'add' : null
}
