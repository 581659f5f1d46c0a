/** Maps the marketplace's fields of an order to ours. */
import { type Fields, fieldsOf } from '../../../../contract/ground/fields'
import { itemStateOf } from '../../../../contract/rules/item-state'
import { maxQuantity } from '../../../../contract/rules/limits'
import type { MarketplaceOrder, MarketplaceOrderItem } from '../../../ports/marketplace'
import { listOf, readTopTime, textOf } from './json'
import { stateOfLine } from './order-states'
import { webUrl } from './products'

/** Returns null for an order without a number or time: it could be neither shown nor found again. */
export function toOrder(trade: Fields): MarketplaceOrder | null {
  const originalId = textOf(trade.tid_str) ?? textOf(trade.tid)
  const createdAt = readTopTime(trade.created)
  if (originalId === null || createdAt === null) return null
  const items = listOf(trade, 'orders', 'order').flatMap((line) => toItem(line, trade) ?? [])
  return {
    originalId,
    createdAt,
    modifiedAt: readTopTime(trade.modified) ?? createdAt,
    buyerMessage: noteOf(trade.buyer_message),
    sellerMemo: noteOf(trade.seller_memo),
    items,
  }
}

const noteOf = (value: unknown): string | null => textOf(value)?.trim().slice(0, 2000) || null

/** Returns how many pieces were bought; null where that cannot be read: a guess would be made and charged. */
export function quantityOf(line: Fields): number | null {
  const text = textOf(line.num)?.trim() ?? ''
  return /^\d{1,7}$/.test(text) && Number(text) <= maxQuantity ? Number(text) : null
}

/** Returns null for a line without a number or a quantity. */
function toItem(line: Fields, trade: Fields): MarketplaceOrderItem | null {
  const originalId = textOf(line.oid_str) ?? textOf(line.oid)
  if (originalId === null) return null
  const quantity = quantityOf(line)
  if (quantity === null) return null
  return {
    originalId,
    productOriginalId: textOf(line.num_iid),
    skuOriginalId: textOf(line.sku_id),
    title: (textOf(line.title) ?? '').slice(0, 500),
    imageUrl: secureUrl(webUrl(textOf(line.pic_path))),
    propertiesName: (textOf(line.sku_properties_name) ?? '').slice(0, 500),
    quantity,
    content: contentOf(line.customization),
    ...itemStateOf({ state: stateOfLine(line, trade) }),
    merchantSku: (textOf(line.outer_sku_id) ?? textOf(line.outer_iid))?.trim().slice(0, 200) || null,
  }
}

/**
 * Changes http to https: old orders have picture addresses without encryption, which a page does not load, and the hosts serve
 * both.
 */
const secureUrl = (url: string | null): string | null => url?.replace(/^http:/, 'https:') ?? null

const isOurs = (text: unknown): text is string => typeof text === 'string' && /"phoneCaseCustomizationInfos"/.test(text)

/**
 * Returns what the buyer customized: the text that the customization plugin wrote, alone or as one of the texts in the
 * marketplace's own format `{"itemId","skuId","text":[{"id","content"}],"pic":[…]}`. Any other text is returned unchanged.
 */
export function contentOf(customization: unknown): string | null {
  if (typeof customization !== 'string') {
    const whole = customization === undefined || customization === null ? null : JSON.stringify(customization)
    return whole === null ? null : contentOf(whole)
  }
  if (customization.trim() === '') return null
  let parsed: unknown
  try {
    parsed = JSON.parse(customization)
  } catch {
    return customization
  }
  const texts = fieldsOf(parsed).text
  const found = Array.isArray(texts) ? texts.map((text) => fieldsOf(text).content).find(isOurs) : undefined
  return found ?? customization
}
