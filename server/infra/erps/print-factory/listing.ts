/** Finds a list in a response of a factory's program, and what the response says about further pages. */
import { type Fields, isFields } from '../../../../contract/ground/fields'
import { countOf, field, textOf } from './field-names'

/** Names of lists, the surest first. */
const listNames = [
  'list',
  'items',
  'rows',
  'records',
  'content',
  'data',
  'results',
  'result',
  'datalist',
  'lists',
  'datas',
  'elements',
  'value',
] as const // prettier-ignore
/** Objects beside a list that describe its pages. */
const pagerNames = ['page', 'pagination', 'pager', 'pageinfo', 'paging', 'meta', 'pageable'] as const
const maxDepth = 5

export interface Paging {
  /** How many rows there are on all pages; null when it is not said. */
  readonly total: number | null
  /** Whether there is a further page; null when it is not said. */
  readonly hasMore: boolean | null
  readonly pageSize: number | null
  /** The program's own names for the number and the size of a page; null when it repeats neither. */
  readonly pageName: string | null
  readonly sizeName: string | null
  /** Number of this page as the program counts, from 0 or 1. */
  readonly page: number | null
}

export interface Listing {
  /** Rows of this page, without the groups that they come in. */
  readonly rows: readonly Fields[]
  /** Groups, or the rows where there are none: totals count either. */
  readonly groups: number
  /** A group that says that it has more rows than it shows. */
  readonly hasShortGroup: boolean
  readonly paging: Paging
}

/**
 * Returns the list of a response; null when there is none. A single object is a list of one, and so is an object whose names are
 * numbers, as PHP writes a list with gaps.
 *
 * @param groupNames names under which the rows of a group are, such as the models of a brand.
 * @param fromGroup returns a row with what its group says of it.
 */
export function listingOf(
  body: unknown,
  groupNames: readonly string[],
  fromGroup: (row: Fields, group: Fields) => Fields = (row) => row,
): Listing | null {
  const found = findList(body, 0)
  if (found === null) return null
  const { outer, list } = found
  const grouped = list.map((row) => ({ row, inner: rowsIn(field(row, ...groupNames)) }))
  return {
    rows: grouped.flatMap(({ row, inner }) => inner?.map((one) => fromGroup(one, row)) ?? [row]),
    groups: list.length,
    hasShortGroup: grouped.some(
      ({ row, inner }) => inner !== null && (countOf(field(row, 'total', 'count')) ?? 0) > inner.length,
    ),
    paging: pagingOf(outer),
  }
}

interface FoundList {
  readonly list: readonly Fields[]
  /** The objects that the list is in, the inner one first. */
  readonly outer: readonly Fields[]
}

function findList(value: unknown, depth: number): FoundList | null {
  const list = rowsIn(value)
  if (list !== null) return { list, outer: [] }
  if (!isFields(value) || depth > maxDepth) return null
  for (const name of listNames) {
    const inner = field(value, name)
    if (inner === undefined) continue
    const found = findList(inner, depth + 1)
    if (found) return { list: found.list, outer: [...found.outer, value] }
  }
  // A list under a name of its own, such as `brands` or `factories`.
  const arrays = isNamed(value)
    ? []
    : Object.entries(value).filter(([name, one]) => Array.isArray(one) && one.some(isFields) && !/^err|^links$/i.test(name))
  const [only] = arrays
  if (only && arrays.length === 1) return { list: rowsIn(only[1]) ?? [], outer: [value] }
  return depth > 0 && isRow(value) ? { list: [value], outer: [] } : null
}

/** Returns the rows of a list, also of one that PHP wrote as an object; null for anything else. */
function rowsIn(value: unknown): readonly Fields[] | null {
  if (Array.isArray(value)) return value.filter(isFields)
  if (!isFields(value)) return null
  const names = Object.keys(value)
  const rows = Object.values(value)
  return names.length > 0 && names.every((name) => /^\d{1,6}$/.test(name)) && rows.every(isFields) ? rows.filter(isFields) : null
}

/** Whether an object is a thing itself, so that a list in it is a part of it, such as the colours of a material. */
const isNamed = (value: Fields): boolean =>
  field(value, 'id', 'code', 'name', 'namecn', 'title') !== undefined && field(value, 'msg', 'message') === undefined

/** Whether an object may be a single row: it has something besides what describes pages. */
const isRow = (value: Fields): boolean =>
  Object.keys(value).length > 0 &&
  pagingOf([value]).total === null &&
  field(value, 'hasmore', 'hasnext', 'pagesize') === undefined

function pagingOf(outer: readonly Fields[]): Paging {
  const all = outer.flatMap((one) => [one, ...pagerNames.map((name) => field(one, name)).filter(isFields)])
  const first = <T>(read: (fields: Fields) => T | null): T | null => all.map(read).find((value) => value !== null) ?? null
  const count = (...names: readonly string[]) => first((fields) => countOf(field(fields, ...names)))
  const named = (...names: readonly string[]) =>
    first(
      (fields) =>
        Object.keys(fields).find((name) =>
          names.some((one) => field({ [name]: fields[name] }, one) !== undefined && countOf(fields[name]) !== null),
        ) ?? null,
    )
  const pageName = named(
    'pageno',
    'pagenum',
    'pageindex',
    'pagenumber',
    'page',
    'currentpage',
    'current',
    'curpage',
    'number',
    'p',
  )
  const page = pageName === null ? null : first((fields) => countOf(fields[pageName]))
  const pages = count('pages', 'totalpages', 'totalpage', 'pagecount', 'lastpage', 'pagetotal', 'maxpage')
  const isZeroBased = pageName === 'number'
  const byPages = pages === null || page === null ? null : page + (isZeroBased ? 1 : 0) < pages
  return {
    total: count(
      'total',
      'totalcount',
      'totalelements',
      'totalitems',
      'totalnum',
      'totalrecords',
      'totalresults',
      'recordcount',
      'recordtotal',
      'recordstotal',
      'count',
    ),
    hasMore: first(moreOf) ?? byPages,
    pageSize: count('pagesize', 'perpage', 'size', 'limit', 'pagelimit'),
    pageName,
    sizeName: named('pagesize', 'perpage', 'size', 'limit', 'pagelimit'),
    page,
  }
}

function moreOf(fields: Fields): boolean | null {
  const more = field(fields, 'hasmore', 'hasnext', 'hasnextpage', 'more')
  if (typeof more === 'boolean' || /^(?:0|1|true|false)$/i.test(textOf(more)))
    return more === true || /^(?:1|true)$/i.test(textOf(more))
  const last = field(fields, 'last', 'islast', 'islastpage', 'end', 'isend')
  if (typeof last === 'boolean') return !last
  const next = ['next', 'nextpage', 'nextpageurl', 'nextcursor']
    .map((name) => field(fields, name))
    .find((one) => one !== undefined)
  return next === undefined ? null : next !== '' && next !== false && next !== 0
}
