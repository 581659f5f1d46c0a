/** Which SKUs of a shop the dialog 按规格文字配置 is about. Pure. */
import type { SkuRow } from '../sku-rows'

export interface WordsScope {
  readonly includes: (row: SkuRow) => boolean
  /** Offered after something else, such as a sync: the dialog stays closed where it has nothing to propose. */
  readonly isOffer: boolean
}

export const allRows: WordsScope = { includes: () => true, isOffer: false }

export function onlyRows(rows: readonly SkuRow[]): WordsScope {
  const ids = new Set(rows.map(({ id }) => id))
  return { includes: ({ id }) => ids.has(id), isOffer: false }
}

/** The SKUs of products that were synced just now. */
export function onlyProducts(originalIds: readonly string[]): WordsScope {
  const ids = new Set(originalIds)
  return { includes: ({ product }) => ids.has(product.originalId), isOffer: true }
}
