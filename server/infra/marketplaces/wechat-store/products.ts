/**
 * Products of WeChat shops (微信小店), by the public documents of 获取商品列表 and 获取商品: the list gives ids alone, 30 a page at most, and
 * each product is asked for by its id. What is called a guess stands in no document that we know.
 */
import { type Fields, isFields } from '../../../../contract/ground/fields'
import { Failure } from '../../../kernel/failure'
import type { MarketplaceProduct, OnSalePage, OnSaleQuery } from '../../../ports/marketplace'
import { CallFailure } from '../calls'
import { choiceOf, countOf, pictureUrl, rowsOf, textOf } from '../values'
import type { WechatClient } from './client'

/** The state 上架. */
const onSale = 5
/** Fewer than the documented 30: each product of a page is a call of its own. */
const rowsPerPage = 20
/** Calls at a time; a guess that stays below the limit per minute. */
const atATime = 4

/** Reads a page of the products on sale; the marketplace does not search them. */
export async function listOnSale(client: WechatClient, session: string, { page, keyword }: OnSaleQuery): Promise<OnSalePage> {
  const body = { status: onSale, page_size: rowsPerPage, ...(page !== null && { next_key: page }) }
  const reply = await withRight(() => client.call('/channels/ec/product/list/get', body, session))
  const ids = idsOf(reply)
  const key = textOf(reply.next_key) ?? ''
  const products = await readProducts(client, session, ids)
  return {
    items: products.map(({ originalId, title, imageUrl }) => ({ originalId, title, imageUrl })),
    // A key also follows the last page; a page that is not full, or brings the same key again, is the last one.
    next: key !== '' && key !== page && ids.length >= rowsPerPage ? key : null,
    total: countOf(reply.total_num),
    isSearched: keyword === '',
  }
}

/** Returns the ids of a page; a list that is left out has none. */
function idsOf({ product_ids: list }: Fields): readonly string[] {
  if (list === undefined || list === null) return []
  if (!Array.isArray(list)) throw new Failure('upstream-failed', '微信小店给出的商品列表无法识别，请稍后再试')
  return [...new Set(list.flatMap((id) => textOf(id) ?? []))]
}

/** Reads products by their ids; deleted and unknown ones are missing from the result. */
export async function readProducts(client: WechatClient, session: string, ids: readonly string[]): Promise<MarketplaceProduct[]> {
  const found: (MarketplaceProduct | null)[] = ids.map(() => null)
  const waiting = ids.map((id, at) => ({ id, at }))
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) found[next.at] = await readProduct(client, session, next.id)
  }
  await Promise.all(Array.from({ length: Math.min(atATime, ids.length) }, worker))
  return found.filter((product) => product !== null)
}

async function readProduct(client: WechatClient, session: string, id: string): Promise<MarketplaceProduct | null> {
  try {
    const reply = await withRight(() => client.call('/channels/ec/product/get', { product_id: id, data_type: 1 }, session))
    const product = isFields(reply.product) ? toProduct(reply.product) : null
    return product?.originalId === id ? product : null
  } catch (error) {
    // A refusal of the product alone: it was deleted, or is not this shop's.
    if (error instanceof CallFailure && error.concerns === 'object') return null
    throw error
  }
}

/** The client's words for a missing right are those of orders. */
async function withRight<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof CallFailure) || error.concerns !== 'right') throw error
    throw new Failure(error.code, '微信小店没有给这个应用读取商品的权限，请在后台的自研应用里开通商品权限')
  }
}

/** Maps a product; null for one without an id. The attributes of its SKUs have the form of those of orders. */
export function toProduct(product: Fields): MarketplaceProduct | null {
  const originalId = textOf(product.product_id)
  if (originalId === null) return null
  const [picture] = Array.isArray(product.head_imgs) ? product.head_imgs : []
  const skus = rowsOf(product.skus).flatMap((sku) => {
    const skuId = textOf(sku.sku_id)
    if (skuId === null) return []
    const choice = choiceOf(rowsOf(sku.sku_attrs).map(({ attr_key, attr_value }) => [attr_key, attr_value]))
    return [{ originalId: skuId, propertiesName: choice || textOf(sku.sku_code) || `规格 ${skuId}` }]
  })
  return { originalId, title: (textOf(product.title) ?? '没有标题的商品').slice(0, 200), imageUrl: pictureUrl(picture), skus }
}
