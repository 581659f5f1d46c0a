/** Reads products and the seller, and maps the marketplace's fields to ours. */

import { type Fields, fieldsOf } from '../../../../contract/ground/fields'
import { Failure, invalid } from '../../../kernel/failure'
import type {
  MarketplaceProduct,
  MarketplaceSeller,
  MarketplaceSku,
  OnSaleItem,
  OnSalePage,
  OnSaleQuery,
} from '../../../ports/marketplace'
import { countOf, withoutEntities } from '../values'
import { listOf, textOf } from './json'
import type { TopClient } from './top-client'

/** Maximum ids per call. */
const idsPerCall = 20
const fields = 'num_iid,title,nick,pic_url,sku,property_alias'

/** Takes at most 20 ids; the result omits products that the seller does not have. */
export async function readProducts(client: TopClient, session: string, ids: readonly string[]): Promise<MarketplaceProduct[]> {
  if (ids.length === 0) return []
  if (ids.length > idsPerCall) throw new Error(`${ids.length} products in one call, the marketplace takes ${idsPerCall}`)
  const content = await client.call('taobao.items.seller.list.get', { fields, num_iids: ids.join(',') }, session)
  return listOf(content, 'items', 'item').flatMap((item) => toProduct(item) ?? [])
}

/** Rows of a page. Up to 200 are documented; fewer answer sooner. */
const rowsPerPage = 40

/** Reads a page of the products on sale, which the marketplace gives newest first and searches by title. */
export async function listOnSale(
  client: TopClient,
  session: string,
  { page, keyword }: OnSaleQuery,
  perPage = rowsPerPage,
): Promise<OnSalePage> {
  const pageNo = page === null ? 1 : (countOf(page) ?? 0)
  if (pageNo < 1 || pageNo > maxPages) throw invalid('page', '商品列表的页码不正确，请重新打开列表')
  const content = await client.call(
    'taobao.items.onsale.get',
    {
      fields: 'num_iid,title,pic_url',
      ...(keyword !== '' && { q: keyword }),
      page_no: String(pageNo),
      page_size: String(perPage),
    },
    session,
  )
  const rows = listOf(content, 'items', 'item')
  const total = countOf(content.total_results)
  // A page that is not full is the last one; the total says it of a full one.
  const hasMore = rows.length > 0 && (total === null ? rows.length >= perPage : pageNo * perPage < total) && pageNo < maxPages
  return { items: rows.flatMap((row) => toOnSale(row) ?? []), next: hasMore ? String(pageNo + 1) : null, total, isSearched: true }
}

/** Page times page size has a ceiling, in one document 20,000 products and in another 100,000: the lower one counts. */
const maxPages = 20_000 / rowsPerPage

function toOnSale(item: Fields): OnSaleItem | null {
  const originalId = textOf(item.num_iid)
  if (originalId === null) return null
  const title = textOf(item.title)
  return {
    originalId,
    title: title === null ? '没有标题的商品' : withoutEntities(title).slice(0, 200),
    imageUrl: webUrl(textOf(item.pic_url)),
  }
}

export async function readSeller(client: TopClient, session: string): Promise<MarketplaceSeller> {
  const content = await client.call('taobao.user.seller.get', { fields: 'user_id,nick' }, session)
  const user = fieldsOf(content.user)
  const nick = textOf(user.nick)
  const sellerId = textOf(user.user_id)
  if (nick === null || sellerId === null) {
    throw new Failure('upstream-failed', '淘宝没有返回店铺主账号的信息，请用已开店的主账号授权')
  }
  return { nick, sellerId }
}

/** Returns null for an item without an id or title: it could be neither shown nor found again. */
export function toProduct(item: Fields): MarketplaceProduct | null {
  const originalId = textOf(item.num_iid)
  const title = textOf(item.title)
  if (originalId === null || title === null) return null
  const aliases = readAliases(textOf(item.property_alias) ?? '')
  const skus = listOf(item, 'skus', 'sku').flatMap((sku) => toSku(sku, aliases) ?? [])
  return { originalId, title: withoutEntities(title).slice(0, 200), imageUrl: webUrl(textOf(item.pic_url)), skus }
}

function toSku(sku: Fields, aliases: ReadonlyMap<string, string>): MarketplaceSku | null {
  const originalId = textOf(sku.sku_id)
  if (originalId === null) return null
  const named = propertiesName(textOf(sku.properties_name) ?? '', aliases)
  const name = named || textOf(sku.outer_id) || `规格 ${originalId}`
  return { originalId, propertiesName: withoutEntities(name).slice(0, 500) }
}

/** Splits `pid:vid:…;pid:vid:…`; a semicolon inside a name does not end an entry. */
const entries = (text: string): string[] => text.split(/;(?=-?\d+:-?\d+:)/).filter(Boolean)

/** Maps `pid:vid` to the seller's own name of that value in this item, from `pid:vid:alias`. */
const readAliases = (text: string): Map<string, string> =>
  new Map(
    entries(text).flatMap((entry) => {
      const [, value, alias] = /^(-?\d+:-?\d+):(.+)$/s.exec(entry) ?? []
      return value !== undefined && alias !== undefined ? [[value, alias] as const] : []
    }),
  )

/** Formats `1627207:3232483:颜色分类:军绿色` as `颜色分类:军绿色`, with the seller's own name of the value. */
function propertiesName(text: string, aliases: ReadonlyMap<string, string>): string {
  return entries(text)
    .map((entry) => {
      const [, value = '', name = '', named = ''] = /^(-?\d+:-?\d+):([^:]*):(.*)$/s.exec(entry) ?? []
      return value === '' ? entry.trim() : `${name.trim()}:${(aliases.get(value) ?? named).trim()}`
    })
    .join(';')
}

/** Normalizes a web address: the marketplace sometimes omits the protocol. Null when it is unusable. */
export function webUrl(text: string | null): string | null {
  if (text === null) return null
  const url = text.startsWith('//') ? `https:${text}` : text
  return /^https?:\/\//.test(url) && url.length <= 2048 ? url : null
}
