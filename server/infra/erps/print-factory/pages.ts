/**
 * Reads a list of a factory's program to its end. A list that is shorter than what the program says it has is an error: rows that
 * were not read would be taken for rows that the factory stopped listing.
 */
import type { Fields } from '../../../../contract/ground/fields'
import { ErpFailure } from '../../../ports/erp'
import type { Listing, Paging } from './listing'

/** Limit of pages, far above any catalogue; a program that repeats itself must not keep us reading. */
const maxPages = 500
/** Sizes to which programs cut a list without saying so; a guess, as are the names of the parameters where a program names none. */
const usualSizes: ReadonlySet<number> = new Set([10, 15, 20, 25, 30, 50, 100, 200, 500, 1000])

type PageParams = Readonly<Record<string, string>>

/**
 * @param read reads the page with these parameters; null when the program refuses them or does not send a list.
 * @param keyOf the code of a row: a program that ignores the parameters sends the same codes again.
 * @param subject what is listed, for the seller: 机型.
 */
export async function readAllPages(
  read: (params: PageParams) => Promise<Listing | null>,
  keyOf: (row: Fields) => string,
  subject: string,
): Promise<readonly Fields[]> {
  const first = await read({})
  if (first === null) throw unusable(`工厂的回应里没有${subject}列表`)
  const rows = [...first.rows]
  const seen = new Set(rows.map(keyOf))
  let groups = first.groups
  let last = first
  for (let page = 2; page <= maxPages; page += 1) {
    if (last.hasShortGroup) throw short(subject, rows.length, last.paging)
    const need = needOf(last, rows.length, groups)
    if (need === 'none') return rows
    const next = await read(pageParams(first, page))
    const fresh = (next?.rows ?? []).filter((row) => !seen.has(keyOf(row)))
    if (next === null || fresh.length === 0) {
      // An empty page ends a list whose total is unknown and that announces no further page.
      const isEnd = next?.rows.length === 0 && knownTotal(last.paging) === null && last.paging.hasMore !== true
      if (need === 'perhaps' || isEnd) return rows
      throw short(subject, rows.length, last.paging)
    }
    for (const row of fresh) seen.add(keyOf(row))
    rows.push(...fresh)
    groups += next.groups
    last = next
  }
  throw short(subject, rows.length, last.paging)
}

const knownTotal = ({ total }: Paging): number | null => (total !== null && total > 0 ? total : null)

/** Whether rows are missing. `perhaps`: the program says nothing about pages, and the list has a size to which lists are cut. */
function needOf({ paging, rows: page }: Listing, rows: number, groups: number): 'none' | 'more' | 'perhaps' {
  const total = knownTotal(paging)
  // Totals count rows, or the groups that rows come in.
  if (total !== null && rows < total && groups < total) return 'more'
  if (paging.hasMore !== null) return paging.hasMore ? 'more' : 'none'
  if (total !== null) return 'none'
  if (paging.pageSize !== null && paging.pageSize > 0) return page.length >= paging.pageSize ? 'more' : 'none'
  return usualSizes.has(page.length) ? 'perhaps' : 'none'
}

function pageParams({ rows, groups, paging: first }: Listing, page: number): PageParams {
  const size = String(first.pageSize ?? Math.max(rows.length, groups))
  // Spring counts pages from 0 in `number` and takes `page`.
  if (first.pageName === 'number') return { page: String(page - 1), size }
  // Laravel answers with another name than it is asked by.
  const asked = first.pageName === 'current_page' ? 'page' : first.pageName
  const number = String(first.page === 0 ? page - 1 : page)
  if (asked !== null) return { [asked]: number, [first.sizeName ?? 'page_size']: size }
  return { page: number, pageNo: number, page_no: number, pageNum: number, pageSize: size, page_size: size, limit: size }
}

const unusable = (message: string): ErpFailure => new ErpFailure('lost', `${message}，原有的保持不变`)

function short(subject: string, rows: number, paging: Paging): ErpFailure {
  const total = knownTotal(paging)
  const found = total === null ? `还有下一页` : `共有 ${total} 个`
  return unusable(`工厂只给出 ${rows} 个${subject}，却说${found}，其余的读不到，请联系工厂程序的服务商`)
}
