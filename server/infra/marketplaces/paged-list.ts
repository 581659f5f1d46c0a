/**
 * Reads the numbers of all orders of a range from a marketplace's paged lists, whatever a page says about the others: totals that
 * are missing or wrong, pages that repeat, come late or move while they are read.
 */
import { Failure } from '../../kernel/failure'

/** No list is longer; a gateway that always promises another page is not followed for ever. */
const maxPages = 5000
/** Pages in a row without a new order, after which a list is taken to have ended although it promises more. */
const maxBarren = 2
/** Times that a list is read before what it promises counts as lost. */
const maxPasses = 3

export interface ListPage {
  readonly ids: readonly string[]
  /** Null where the page does not say it, or says less than it shows. */
  readonly total: number | null
  /** Null where the page does not say it. */
  readonly hasNext: boolean | null
}

/** A list whose pages are counted from 1. */
export interface PagedList {
  /** The name of the marketplace for sellers, such as 淘宝. */
  readonly marketplace: string
  readonly perPage: number
}

/** Whether more pages may follow. A full page, or a short one that says nothing of others, is followed until one is empty. */
function goesOn({ ids, total, hasNext }: ListPage, pageNo: number, perPage: number): boolean {
  if (hasNext === true || (total ?? 0) > pageNo * perPage) return true
  return ids.length >= perPage || (hasNext === null && ids.length > 0 && total === null)
}

interface ListEnd {
  readonly no: number
  readonly page: ListPage
  /** The list says that more follows, and nothing followed. */
  readonly promisesMore: boolean
}

type ReadPage = (pageNo: number) => Promise<ListPage>

/** Finds the last page with orders that no page before it showed. */
async function findEnd(read: ReadPage, perPage: number): Promise<ListEnd> {
  let no = 1
  let page = await read(no)
  const claimed = Math.min(Math.ceil((page.total ?? 0) / perPage), maxPages)
  if (claimed > 1) {
    no = claimed
    page = await read(no)
  }
  let end = { no, page }
  const probed = new Set(page.ids)
  for (let barren = 0; barren < maxBarren && no < maxPages && goesOn(page, no, perPage); ) {
    no += 1
    page = await read(no)
    const isNew = page.ids.some((id) => !probed.has(id))
    for (const id of page.ids) probed.add(id)
    if (isNew) end = { no, page }
    barren = isNew ? 0 : barren + 1
  }
  return { ...end, promisesMore: end.page.hasNext === true && page !== end.page && page.hasNext !== false }
}

/**
 * Yields each number once, page by page from the last to the first: an order that changes meanwhile leaves the range and shifts
 * later orders forward, so reading from the first page on would skip one. What the newest total still misses is looked for again.
 * Rejects with 'upstream-failed' when pages that the list promises never come.
 */
export async function* orderNumbers({ marketplace, perPage }: PagedList, read: ReadPage): AsyncIterable<readonly string[]> {
  const seen = new Set<string>()
  for (let pass = 1; pass <= maxPasses; pass += 1) {
    const end = await findEnd(read, perPage)
    let total = 0
    for (let no = end.no; no >= 1; no -= 1) {
      const page = no === 1 && end.no === 1 ? end.page : await read(no)
      const fresh = [...new Set(page.ids)].filter((id) => !seen.has(id))
      for (const id of fresh) seen.add(id)
      total = page.total ?? 0
      if (fresh.length > 0) yield fresh
    }
    const missing = total - seen.size
    if (missing <= 0 && !end.promisesMore) return
    // Single orders may be hidden from a list that counts them; whole pages may not.
    const isLost = end.promisesMore || missing >= perPage || seen.size === 0
    if (pass === maxPasses && isLost) {
      throw new Failure(
        'upstream-failed',
        `${marketplace}的订单列表没有给全（已读到 ${seen.size} 个），没有给出的订单下次同步会再读，请稍后再试`,
      )
    }
  }
}
