/** Reads the filters of the order list from the address, and turns them into a request and into words. Pure. */
import { type MergeSplitStatus, mergeSplitStatuses } from '../../../contract/constants'
import { type OrderState, orderStateNames, orderStates } from '../../../contract/rules/item-state'
import { textLimits } from '../../../contract/rules/limits'
import {
  type FindingChoice,
  findingChoiceNames,
  findingChoices,
  type OrderTabKey,
  orderTabKeys,
  orderTabs,
} from '../../../contract/rules/order-findings'
import { type FlagChoice, flagChoiceName, flagChoices } from '../../../contract/rules/order-flag'
import { type OrderTextName, orderTextNames, orderTexts } from '../../../contract/rules/order-texts'
import { type ShipChoice, shipChoiceNames, shipChoices } from '../../../contract/rules/ship-until'
import type { OrderQuery } from '../../../contract/types'
import { type DayRange, dayEnd, dayStart, rangeText, readRange } from '../../base/beijing-time'
import type { ParamOf, screens } from '../../base/paths'
import { statusName } from './order-facts'

export interface OrderFilters {
  readonly shopId: number | null
  readonly keyword: string
  /** Range of days on which the buyer ordered. */
  readonly days: DayRange | null
  readonly downloaded: boolean | null
  /** 'failed': a push failed. */
  readonly pushed: boolean | 'failed' | null
  /** Filters by a part that the marketplace holds back, or that was changed after it was made; null does not filter. */
  readonly held: boolean | null
  readonly state: OrderState | null
  /** Filters and sorts by the time until which orders are to be shipped. */
  readonly shipUntil: ShipChoice | null
  /** The flag that the seller set at the marketplace. */
  readonly flag: FlagChoice | null
  readonly status: MergeSplitStatus | null
  readonly mark: MarkChoice | null
  readonly tagId: number | null
  readonly finding: FindingChoice | null
  readonly notes: OrderTextName | null
}

/** Marks of orders besides tags: a hold, or an approval. */
export const markNames = {
  held: '已搁置',
  free: '没有搁置',
  waiting: '待审批',
  approved: '审批通过',
  rejected: '审批退回',
} as const
export type MarkChoice = keyof typeof markNames
const markChoices = Object.keys(markNames) as MarkChoice[]

const markQuery = (mark: MarkChoice): Pick<OrderQuery, 'heldBack' | 'approval'> =>
  mark === 'held' || mark === 'free' ? { heldBack: mark === 'held' ? 'true' : 'false' } : { approval: mark }

const idIn = (text: string): number | null => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : null)

export type FilterName = keyof OrderFilters
/** Name of each filter's parameter in the address. */
export const paramNames: Readonly<Record<FilterName, ParamOf<typeof screens.orders>>> = {
  shopId: 'shopId',
  keyword: 'q',
  days: 'days',
  downloaded: 'downloaded',
  pushed: 'pushed',
  held: 'held',
  state: 'state',
  shipUntil: 'ship',
  flag: 'flag',
  status: 'status',
  mark: 'mark',
  tagId: 'tag',
  finding: 'finding',
  notes: 'notes',
}
export const noFilters: Readonly<Record<string, null>> = Object.fromEntries(Object.values(paramNames).map((name) => [name, null]))

export const pageSizes = [20, 50, 100] as const

const flagOf = (text: string): boolean | null => (text === 'true' ? true : text === 'false' ? false : null)

/** Reads the filters from the address; an invalid value counts as not set. */
export function readFilters(get: (name: ParamOf<typeof screens.orders>) => string): OrderFilters {
  const value = (name: FilterName) => get(paramNames[name])
  return {
    shopId: idIn(value('shopId')),
    keyword: value('keyword').trim().slice(0, textLimits.keyword),
    days: readRange(value('days')),
    downloaded: flagOf(value('downloaded')),
    pushed: value('pushed') === 'failed' ? 'failed' : flagOf(value('pushed')),
    held: flagOf(value('held')),
    state: orderStates.find((one) => one === value('state')) ?? null,
    shipUntil: shipChoices.find((one) => one === value('shipUntil')) ?? null,
    flag: flagChoices.find((one) => one === value('flag')) ?? null,
    status: mergeSplitStatuses.find((one) => one === value('status')) ?? null,
    mark: markChoices.find((one) => one === value('mark')) ?? null,
    tagId: idIn(value('tagId')),
    finding: findingChoices.find((one) => one === value('finding')) ?? null,
    notes: orderTextNames.find((one) => one === value('notes')) ?? null,
  }
}

export const isFiltered = (filters: OrderFilters): boolean =>
  Object.values(filters).some((value) => value !== null && value !== '')

/** The query of a page that is sent to the server. */
export const toQuery = (filters: OrderFilters, page: { readonly pageNo: number; readonly pageSize: number }): OrderQuery => ({
  pageNo: page.pageNo,
  pageSize: page.pageSize,
  ...toFilter(filters),
})

/** The filters as they are sent to the server. */
export function toFilter(filters: OrderFilters): Omit<OrderQuery, 'pageNo' | 'pageSize'> {
  const { shopId, keyword, days, downloaded, pushed, held, state, shipUntil, flag, status, mark, tagId, finding, notes } = filters
  return {
    ...(shopId !== null && { shopId }),
    ...(keyword !== '' && { keyword }),
    ...(days !== null && { createdAtStart: dayStart(days.from), createdAtEnd: dayEnd(days.to) }),
    ...(downloaded !== null && { downloaded: String(downloaded) as 'true' | 'false' }),
    ...(pushed === 'failed' ? { pushFailed: 'true' } : pushed !== null && { pushed: String(pushed) as 'true' | 'false' }),
    ...(held !== null && { held: String(held) as 'true' | 'false' }),
    ...(state !== null && { state }),
    ...(shipUntil !== null && { shipUntil }),
    ...(flag !== null && { flag }),
    ...(status !== null && { mergeSplitStatus: status }),
    ...(mark !== null && markQuery(mark)),
    ...(tagId !== null && { tagId }),
    ...(finding !== null && { finding }),
    ...(notes !== null && { withText: notes }),
  }
}

export interface FilterText {
  readonly key: string
  readonly label: string
  /** Parameters to remove from the address to clear this filter. */
  readonly clearingParams: Readonly<Record<string, null>>
}

export const heldText = '有退款或改动'
export const notHeldText = '没有退款或改动'

/** The filters that are set, in words. The names are null while they are not known, or for ids of another account. */
export function filterTexts(
  filters: OrderFilters,
  shopName: string | null,
  tagName: string | null = null,
): readonly FilterText[] {
  const { shopId, keyword, days, downloaded, pushed, held, state, shipUntil, flag, status, mark, tagId, finding, notes } = filters
  const texts: FilterText[] = []
  const { filter: ofTab } = orderTabs[tabOf(filters) ?? 'all']
  const add = (label: string, name: FilterName) => {
    // The tab names its filter already.
    if (!(name in ofTab)) texts.push({ key: name, label, clearingParams: { [paramNames[name]]: null } })
  }
  if (shopId !== null) add(`店铺：${shopName ?? '不在本账号'}`, 'shopId')
  if (keyword !== '') add(`搜索：${keyword}`, 'keyword')
  if (days !== null) add(days.from === days.to ? `下单：${days.from}` : `下单：${days.from} 至 ${days.to}`, 'days')
  if (downloaded !== null) add(downloaded ? '已下载' : '未下载', 'downloaded')
  if (pushed !== null) add(pushed === 'failed' ? '推送失败' : pushed ? '已推送' : '未推送', 'pushed')
  if (held !== null) add(held ? heldText : notHeldText, 'held')
  if (state !== null) add(`平台状态：${orderStateNames[state]}`, 'state')
  if (shipUntil !== null) add(shipChoiceNames[shipUntil], 'shipUntil')
  if (flag !== null) add(flagChoiceName(flag), 'flag')
  if (status !== null) add(statusName(status), 'status')
  if (mark !== null) add(markNames[mark], 'mark')
  if (tagId !== null) add(`标签：${tagName ?? '已删除'}`, 'tagId')
  if (finding !== null) add(findingChoiceNames[finding], 'finding')
  if (notes !== null) add(`有${orderTexts[notes].name}`, 'notes')
  return texts
}

/** The tab and the filters in words, such as 待推送、店铺：晨曦手机壳; empty for all orders. */
export function filtersText(
  filters: OrderFilters,
  shops: readonly { readonly id: number; readonly name: string }[],
  tags: readonly { readonly id: number; readonly name: string }[],
): string {
  const nameIn = (list: typeof shops, wanted: number | null) => list.find(({ id }) => id === wanted)?.name ?? null
  const texts = filterTexts(filters, nameIn(shops, filters.shopId), nameIn(tags, filters.tagId)).map(({ label }) => label)
  const tab = tabOf(filters) ?? 'all'
  return [...(tab === 'all' ? [] : [orderTabs[tab].name]), ...texts].join('、')
}

/** Filters of which each tab sets some; a tab is open when these are as it sets them. */
const tabFilters = ['downloaded', 'pushed', 'state', 'finding'] as const

/** Returns the tab whose orders the filters show, whatever other filters there are; null where no tab has these. */
export function tabOf(filters: Pick<OrderFilters, (typeof tabFilters)[number]>): OrderTabKey | null {
  const isOpen = (key: OrderTabKey) => {
    const wanted: Partial<Record<(typeof tabFilters)[number], unknown>> = orderTabs[key].filter
    return tabFilters.every((name) => filters[name] === (wanted[name] ?? null))
  }
  return orderTabKeys.find(isOpen) ?? null
}

/** Returns the parameters of the address that open a tab, at its first page. */
export function tabParams(key: OrderTabKey): Readonly<Partial<Record<ParamOf<typeof screens.orders> | 'page', string | null>>> {
  const wanted: Partial<Record<(typeof tabFilters)[number], unknown>> = orderTabs[key].filter
  const values = tabFilters.map((name) => [paramNames[name], name in wanted ? String(wanted[name]) : null])
  return { ...Object.fromEntries(values), page: null }
}

/** The address parameter for a range of days; null removes it. */
export const daysParams = (range: DayRange | null): Readonly<Record<string, string | null>> => ({
  [paramNames.days]: range === null ? null : rangeText(range),
})
