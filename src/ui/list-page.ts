/** The page of a list in the address, without React, for what is read before a screen is there. */
import type { PageParam } from '../base/paths'

const positive = (text: string, otherwise: number) => {
  const value = Number(text)
  return Number.isSafeInteger(value) && value > 0 ? value : otherwise
}

/** The sizes of a page that a list offers; the first is the default. */
export type PageSizes = readonly [number, ...number[]]

/** Reads the page of a list from the address; sizes that are not offered are ignored. */
export function pageIn(get: (name: PageParam) => string, pageSizes: PageSizes): { pageNo: number; pageSize: number } {
  const size = positive(get('pageSize'), pageSizes[0])
  return { pageNo: positive(get('page'), 1), pageSize: pageSizes.includes(size) ? size : pageSizes[0] }
}
