/** Joins the pages of what a shop has on sale into the list that the seller sees. Pure. */
import type { OnSaleProducts } from '../../../../contract/types'

export type OnSaleItem = OnSaleProducts['items'][number]

interface ListedItems {
  readonly items: readonly OnSaleItem[]
  readonly total: number | null
  readonly isSearched: boolean
}

/**
 * Returns each product once, although one that moved while pages were read stands on two; where the marketplace did not search, those
 * whose title has the keyword.
 */
export function listedItems(pages: readonly OnSaleProducts[], keyword: string): ListedItems {
  const byId = new Map<string, OnSaleItem>()
  for (const item of pages.flatMap(({ items }) => items)) if (!byId.has(item.originalId)) byId.set(item.originalId, item)
  const last = pages.at(-1)
  const isSearched = keyword === '' || last?.isSearched === true
  const wanted = keyword.toLowerCase()
  const items = [...byId.values()].filter(({ title }) => isSearched || title.toLowerCase().includes(wanted))
  return { items, total: isSearched ? (last?.total ?? null) : null, isSearched }
}
