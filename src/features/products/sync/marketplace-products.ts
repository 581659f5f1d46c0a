/** Converts products as the client reads them from the marketplace into what the server stores. Pure. */
import { type Fields, fieldsOf } from '../../../../contract/ground/fields'
import type { ProductCreate } from '../../../../contract/types'

export type ImportedProduct = Omit<ProductCreate, 'shopId'>

/** The marketplace's call, and its parameters. */
export const itemsCall = 'taobao.items.seller.list.get'
export const itemsQuery = (ids: readonly string[]) => ({
  fields: 'num_iid,title,nick,pic_url,sku,property_alias',
  num_iids: ids.join(','),
})

/** The entries of a list: none when the wrapper is missing, one when the entry is not in an array. */
function listOf(holder: Fields, wrapper: string, name: string): readonly Fields[] {
  const inner = fieldsOf(holder[wrapper])[name]
  if (inner === undefined || inner === null) return []
  return (Array.isArray(inner) ? inner : [inner]).map(fieldsOf)
}

/** An id as text; a number above 2^53 has lost digits in the client's JSON, so it becomes null instead of another id. */
function idOf(value: unknown): string | null {
  if (typeof value === 'string') return /^\d{1,64}$/.test(value) ? value : null
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? String(value) : null
}
const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/** Entries of `pid:vid:…;pid:vid:…`; a semicolon inside a name does not end an entry. */
const entriesOf = (text: string) => text.split(/;(?=-?\d+:-?\d+:)/).filter((entry) => entry !== '')

/** `1627207:3232483:颜色分类:军绿色` → `颜色分类:军绿色`; a value that the seller renamed gets the seller's name. */
function propertiesName(text: string, alias: string): string {
  const aliases = new Map(
    entriesOf(alias).flatMap((entry) => {
      const found = /^(-?\d+:-?\d+):([\s\S]+)$/.exec(entry)
      return found ? [[found[1], found[2]] as const] : []
    }),
  )
  return entriesOf(text)
    .map((entry) => {
      const found = /^(-?\d+:-?\d+):([^:]*):([\s\S]*)$/.exec(entry)
      return found ? `${found[2]?.trim()}:${(aliases.get(found[1]) ?? found[3] ?? '').trim()}` : entry.trim()
    })
    .join(';')
}

function imageOf(value: unknown): string | null {
  const text = textOf(value)
  const url = text.startsWith('//') ? `https:${text}` : text
  return /^https?:\/\//.test(url) && url.length <= 2048 ? url : null
}

export interface ReadReply {
  readonly products: readonly ImportedProduct[]
  /** Nick of the seller who is signed in to the client; null when the reply does not contain it. */
  readonly nick: string | null
}

/**
 * Reads the reply of `itemsCall`.
 *
 * @throws Error when an id has lost digits: nothing may be stored under another id.
 */
export function readItems(reply: unknown): ReadReply {
  const outer = fieldsOf(reply)
  const content = outer.items_seller_list_get_response === undefined ? outer : fieldsOf(outer.items_seller_list_get_response)
  const items = listOf(content, 'items', 'item')
  const nick = items.map((item) => textOf(item.nick)).find((text) => text !== '') ?? null
  return { nick, products: items.flatMap((item) => productOf(item) ?? []) }
}

function productOf(item: Fields): ImportedProduct | null {
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
