/** Products as the marketplace tells the plugin inside the client → as the server takes them over. Pure. */
import { type Fields, fieldsOf } from '../../../../contract/rules/fields'
import type { ProductCreate } from '../../../../contract/types'

export type TakenProduct = Omit<ProductCreate, 'shopId'>

/** The call and what it is asked for. */
export const itemsCall = 'taobao.items.seller.list.get'
export const itemsQuery = (ids: readonly string[]) => ({
  fields: 'num_iid,title,nick,pic_url,sku,property_alias',
  num_iids: ids.join(','),
})

/** A missing wrapper means none; one alone may come without a list around it. */
function listOf(holder: Fields, wrapper: string, name: string): readonly Fields[] {
  const inner = fieldsOf(holder[wrapper])[name]
  if (inner === undefined || inner === null) return []
  return (Array.isArray(inner) ? inner : [inner]).map(fieldsOf)
}

/** Numbers past 2^53 have lost digits on their way through the client's JSON: null rather than another id. */
function idOf(value: unknown): string | null {
  if (typeof value === 'string') return /^\d{1,64}$/.test(value) ? value : null
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? String(value) : null
}
const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/** Entries of `pid:vid:…;pid:vid:…`; a semicolon inside a name does not end one. */
const entriesOf = (text: string) => text.split(/;(?=-?\d+:-?\d+:)/).filter((entry) => entry !== '')

/** `1627207:3232483:颜色分类:军绿色` → `颜色分类:军绿色`, in the seller's own word for the value where there is one. */
function propertiesName(text: string, alias: string): string {
  const own = new Map(
    entriesOf(alias).flatMap((entry) => {
      const found = /^(-?\d+:-?\d+):([\s\S]+)$/.exec(entry)
      return found ? [[found[1], found[2]] as const] : []
    }),
  )
  return entriesOf(text)
    .map((entry) => {
      const found = /^(-?\d+:-?\d+):([^:]*):([\s\S]*)$/.exec(entry)
      return found ? `${found[2]?.trim()}:${(own.get(found[1]) ?? found[3] ?? '').trim()}` : entry.trim()
    })
    .join(';')
}

function imageOf(value: unknown): string | null {
  const text = textOf(value)
  const url = text.startsWith('//') ? `https:${text}` : text
  return /^https?:\/\//.test(url) && url.length <= 2048 ? url : null
}

export interface ReadReply {
  readonly products: readonly TakenProduct[]
  /** Nick of the seller who is signed in to the client; null when it was not told. */
  readonly nick: string | null
}

/**
 * Reads the reply of `itemsCall`.
 *
 * @throws Error when an id came without all of its digits: nothing may be kept under another id.
 */
export function readItems(reply: unknown): ReadReply {
  const outer = fieldsOf(reply)
  const content = outer.items_seller_list_get_response === undefined ? outer : fieldsOf(outer.items_seller_list_get_response)
  const items = listOf(content, 'items', 'item')
  const nick = items.map((item) => textOf(item.nick)).find((text) => text !== '') ?? null
  return { nick, products: items.flatMap((item) => productOf(item) ?? []) }
}

function productOf(item: Fields): TakenProduct | null {
  const title = textOf(item.title)
  if (title === '') return null
  const alias = textOf(item.property_alias)
  const skus = listOf(item, 'skus', 'sku').map((sku) => {
    const originalId = wholeId(sku.sku_id)
    const name = propertiesName(textOf(sku.properties_name), alias) || textOf(sku.outer_id) || `规格 ${originalId}`
    return { originalId, propertiesName: name.slice(0, 500) }
  })
  return { originalId: wholeId(item.num_iid), title: title.slice(0, 200), imageUrl: imageOf(item.pic_url), skus }
}

function wholeId(value: unknown): string {
  const id = idOf(value)
  if (id === null) throw new Error('千牛返回的商品或规格ID不完整，请在店铺授权后再同步')
  return id
}
