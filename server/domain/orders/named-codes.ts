/** The codes of designs that the texts of an order name. Pure. */
import { codesIn } from '../../../contract/rules/design-code'
import { readContent } from './content'

/** An order with the texts in which buyers, sellers and platforms write codes. */
export interface NamingTexts {
  readonly originalId: string
  readonly buyerMessage?: string | null
  readonly sellerMemo?: string | null
  readonly orderItems: readonly { readonly originalId: string; readonly content: string | null }[]
}

export interface NamedCode {
  readonly code: string
  /** The item whose text names the code; null for a text of the whole order. */
  readonly item: string | null
}

/**
 * Returns what may be codes, those of items first, each once. Taobao keeps what a buyer wrote into a customized product with the item
 * (order field `customization`).
 */
export function namedCodes({ buyerMessage, sellerMemo, orderItems }: NamingTexts): readonly NamedCode[] {
  const ofItems = orderItems.flatMap(({ originalId: item, content }) =>
    content === null || readContent(content, item).length > 0 ? [] : codesIn(content).map((code) => ({ code, item })),
  )
  const ofOrder = codesIn(`${buyerMessage ?? ''}\n\n${sellerMemo ?? ''}`).map((code) => ({ code, item: null }))
  return [...new Map([...ofOrder, ...ofItems].map((named) => [named.code, named])).values()]
}
