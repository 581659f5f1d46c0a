/**
 * The closed vocabulary of conditions of automation rules, and whether each holds for an order, with the reason for the seller. A fact
 * that is not known never makes a condition hold. Pure.
 */

import { caseLines, type FactDesign, piecesToMake, type RuleFacts } from './automation-facts'
import { beijingOffsetMs } from './beijing-time'
import { codesIn } from './design-code'
import type { ItemState } from './item-state'
import { flagName, type OrderFlag } from './order-flag'
import { type ItemWork, isOpenForWork } from './order-state'
import { orderTexts } from './order-texts'
import { type FindingCode, findingRules } from './preflight'

export const remarkSides = ['buyer', 'seller', 'any'] as const
export type RemarkSide = (typeof remarkSides)[number]

export type RuleCondition =
  | { readonly kind: 'shop'; readonly shopIds: readonly number[] }
  /** Every case of the order has one of these as its product id, SKU id or merchant SKU. */
  | { readonly kind: 'product'; readonly codes: readonly string[] }
  | { readonly kind: 'pieces'; readonly max: number }
  | { readonly kind: 'lines'; readonly max: number }
  | { readonly kind: 'paidFor'; readonly minutes: number }
  | { readonly kind: 'age'; readonly days: number }
  /** Neither text of the side says anything; a design's code alone says nothing. */
  | { readonly kind: 'noRemark'; readonly side: RemarkSide }
  | { readonly kind: 'remarkHas'; readonly side: RemarkSide; readonly words: readonly string[] }
  | { readonly kind: 'remarkLacks'; readonly side: RemarkSide; readonly words: readonly string[] }
  | { readonly kind: 'tagged'; readonly tagIds: readonly number[] }
  | { readonly kind: 'untagged'; readonly tagIds: readonly number[] }
  /** The seller set one of these flags at the marketplace. */
  | { readonly kind: 'flagged'; readonly flags: readonly OrderFlag[] }
  | { readonly kind: 'designComplete' }
  | { readonly kind: 'resolution' }
  | { readonly kind: 'modelBound'; readonly factoryId: number }
  | { readonly kind: 'boughtModel' }
  | { readonly kind: 'notHeld' }
  /** Weekdays from 1 (Monday) to 7, and minutes of the day in Beijing; an end before the beginning lies on the next day. */
  | { readonly kind: 'clock'; readonly weekdays: readonly number[]; readonly from: number; readonly until: number }
export type ConditionKind = RuleCondition['kind']

export interface Judgement {
  readonly holds: boolean
  /** The reason in words, whether it holds or not. */
  readonly why: string
  /** When it will hold if nothing else changes, ms since 1970; absent where time alone does not help. */
  readonly from?: number
}

/** Names of ids, for reasons; an id without a name was deleted. */
export interface RuleNames {
  readonly shops: ReadonlyMap<number, string>
  readonly tags: ReadonlyMap<number, string>
  readonly factories: ReadonlyMap<number, string>
}

interface Moment {
  /** Now, ms since 1970. */
  readonly now: number
  readonly names: RuleNames
  /**
   * Judges an order of the past as if the rule had been on when it came in: of times only that they are known counts, because each
   * passes by itself.
   */
  readonly isDryRun?: boolean
}

const minuteMs = 60_000
const dayMs = 86_400_000

/** Returns a text as words are compared: width, case and blanks do not count. */
export const comparable = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/g, '')

const holds = (why: string): Judgement => ({ holds: true, why })
const fails = (why: string, from?: number): Judgement => ({ holds: false, why, ...(from !== undefined && { from }) })
const limit = (count: number, max: number, what: string): Judgement =>
  count <= max ? holds(`${what} ${count}，不超过 ${max}`) : fails(`${what} ${count}，超过 ${max}`)

const named = (ids: readonly number[], names: ReadonlyMap<number, string>): string =>
  ids.map((id) => `「${names.get(id) ?? '已删除'}」`).join('、')

interface Remark {
  readonly name: string
  readonly text: string
}
const remarksOf = ({ buyerMessage, sellerMemo }: RuleFacts, side: RemarkSide): readonly Remark[] => [
  ...(side === 'seller' ? [] : [{ name: orderTexts.buyerMessage.name, text: buyerMessage ?? '' }]),
  ...(side === 'buyer' ? [] : [{ name: orderTexts.sellerMemo.name, text: sellerMemo ?? '' }]),
]

const saysNothing = (text: string): boolean => {
  if (text.trim() === '') return true
  const rest = text.replace(/定制编号|设计编号|定制号|设计号|编号|定制|设计/gu, '')
  return (
    codesIn(text).length > 0 &&
    /^[\s\p{P}\p{S}0-9A-Za-z０-９Ａ-Ｚａ-ｚ]*$/u.test(rest) &&
    rest.replace(/[^\p{L}\p{N}]/gu, '').length <= 8
  )
}

/** Returns the first of the words that a remark contains, and the remark's name. */
function foundWord(facts: RuleFacts, side: RemarkSide, words: readonly string[]): { word: string; name: string } | null {
  for (const { name, text } of remarksOf(facts, side)) {
    const compared = comparable(text)
    const word = words.find((one) => comparable(one) !== '' && compared.includes(comparable(one)))
    if (word !== undefined) return { word, name }
  }
  return null
}

/** Findings that say something about how an image is printed, not whether the design is complete. */
const printFindings: ReadonlySet<FindingCode> = new Set(['poor', 'wrongShape', 'fair', 'offShape', 'noSize', 'plain'])
/** Findings that conditions and refusals of their own are about. */
const otherFindings: ReadonlySet<FindingCode> = new Set(['held', 'shipped', 'stateAsks', 'changed', 'otherPhone'])

/** States that an order had to pass after it was made: judged for the time before, they do not count. */
const laterStates: readonly ItemState[] = ['shipped', 'finished', 'partlyShipped']
/** Whether a line may have been open when the order came in. */
export const wasOpen = ({ state, hold }: ItemWork): boolean => laterStates.includes(state) && hold === null

const designsOf = (facts: RuleFacts): readonly FactDesign[] => caseLines(facts).flatMap(({ designs }) => designs)
const titlesOf = (codes: readonly FindingCode[]): string => [...new Set(codes.map((code) => findingRules[code].title))].join('、')

function designComplete(facts: RuleFacts): Judgement {
  const lines = caseLines(facts)
  if (lines.length === 0) return fails('订单里没有要定制的商品')
  const empty = lines.find(({ designs }) => designs.length === 0)
  if (empty) return fails(`「${empty.title || '商品'}」还没有定制`)
  const designs = designsOf(facts)
  if (designs.some(({ findings }) => findings === null)) return fails('图片还没有检查完')
  const missing = designs
    .flatMap(({ findings }) => findings ?? [])
    .filter((code) => !printFindings.has(code) && !otherFindings.has(code))
  return missing.length === 0 ? holds(`${designs.length} 个定制都齐了`) : fails(titlesOf(missing))
}

function resolution(facts: RuleFacts): Judgement {
  const designs = designsOf(facts)
  if (designs.length === 0) return fails('还没有定制图')
  if (designs.some(({ findings }) => findings === null)) return fails('图片还没有检查完')
  const bad = designs.flatMap(({ findings }) => findings ?? []).filter((code) => code === 'poor' || code === 'wrongShape')
  if (bad.length > 0) return fails(titlesOf(bad))
  return designs.every(({ hasSize }) => hasSize) ? holds('定制图都够清晰') : fails('不知道毫米尺寸，无法确认清晰度')
}

function boughtModel(facts: RuleFacts): Judgement {
  const designs = designsOf(facts)
  if (designs.length === 0) return fails('还没有定制')
  if (designs.some(({ fit }) => fit === 'other')) return fails('买的型号与定制不符')
  return designs.every(({ fit }) => fit === 'same') ? holds('买的型号与定制一致') : fails('看不出买的是什么型号')
}

function modelBound(facts: RuleFacts, factoryId: number, { factories }: RuleNames): Judgement {
  const name = factories.get(factoryId)
  if (name === undefined) return fails('工厂已不在列表中')
  const designs = designsOf(facts)
  const unbound = designs.filter(({ boundAt }) => !boundAt.includes(factoryId)).length
  if (designs.length === 0) return fails('还没有定制')
  return unbound === 0 ? holds(`型号都绑定了工厂“${name}”`) : fails(`${unbound} 个定制的型号没有绑定工厂“${name}”`)
}

/** Returns the minute of Beijing's day, and the weekday from 1 (Monday) to 7. */
function beijingClock(ms: number): { readonly minute: number; readonly weekday: number } {
  const local = ms + beijingOffsetMs
  // 1970-01-01 was a Thursday.
  return { minute: Math.floor(local / minuteMs) % 1440, weekday: ((Math.floor(local / dayMs) + 3) % 7) + 1 }
}

const dayBefore = (weekday: number): number => ((weekday + 5) % 7) + 1
const clockText = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

type ClockCondition = Extract<RuleCondition, { kind: 'clock' }>
function isWithin({ weekdays, from, until }: ClockCondition, at: number): boolean {
  const { minute, weekday } = beijingClock(at)
  if (from < until) return weekdays.includes(weekday) && minute >= from && minute < until
  return (weekdays.includes(weekday) && minute >= from) || (weekdays.includes(dayBefore(weekday)) && minute < until)
}

function clock(condition: ClockCondition, now: number): Judgement {
  const { minute } = beijingClock(now)
  if (isWithin(condition, now)) return holds(`现在是北京时间 ${clockText(minute)}，在时段内`)
  // A window begins at the beginning of a day's range, within the next eight days.
  const midnight = Math.floor((now + beijingOffsetMs) / dayMs) * dayMs - beijingOffsetMs
  const starts = Array.from({ length: 9 }, (_, day) => midnight + day * dayMs + condition.from * minuteMs)
  return fails(
    `现在是北京时间 ${clockText(minute)}，不在时段内`,
    starts.find((start) => start > now && isWithin(condition, start)),
  )
}

function paidFor({ paidAt }: RuleFacts, minutes: number, { now, isDryRun }: Moment): Judgement {
  if (paidAt === null) return fails('不知道付款时间')
  const from = paidAt + minutes * minuteMs
  if (isDryRun || now >= from) return holds(`付款已满 ${minutes} 分钟`)
  return fails(`付款还不满 ${minutes} 分钟`, from)
}

function productsOf(facts: RuleFacts, codes: readonly string[]): Judgement {
  const wanted = new Set(codes.map(comparable))
  const lines = caseLines(facts)
  if (lines.length === 0) return fails('订单里没有要定制的商品')
  const other = lines.find((line) => !line.codes.some((code) => wanted.has(comparable(code))))
  return other ? fails(`「${other.title || '商品'}」不在所选商品中`) : holds('商品都在所选商品中')
}

/** Judges one condition. */
export function judge(condition: RuleCondition, facts: RuleFacts, moment: Moment): Judgement {
  const { now, names, isDryRun } = moment
  switch (condition.kind) {
    case 'shop': {
      const shop = `店铺「${names.shops.get(facts.shopId) ?? facts.shopId}」`
      return condition.shopIds.includes(facts.shopId) ? holds(`${shop}在所选店铺中`) : fails(`${shop}不在所选店铺中`)
    }
    case 'product':
      return productsOf(facts, condition.codes)
    case 'pieces':
      return limit(piecesToMake(facts), condition.max, '件数')
    case 'lines':
      return limit(facts.lines.length, condition.max, '商品行')
    case 'paidFor':
      return paidFor(facts, condition.minutes, moment)
    case 'age': {
      const age = now - facts.createdAt
      return isDryRun || age <= condition.days * dayMs
        ? holds(`下单不超过 ${condition.days} 天`)
        : fails(`下单已超过 ${condition.days} 天`)
    }
    case 'noRemark': {
      const remark = remarksOf(facts, condition.side).find(({ text }) => !saysNothing(text))
      return remark ? fails(`有${remark.name}：${remark.text.trim().slice(0, 40)}`) : holds('没有留言和备注')
    }
    case 'remarkHas': {
      const found = foundWord(facts, condition.side, condition.words)
      return found
        ? holds(`${found.name}里有「${found.word}」`)
        : fails(`没有提到${condition.words.map((word) => `「${word}」`).join('、')}`)
    }
    case 'remarkLacks': {
      const found = foundWord(facts, condition.side, condition.words)
      return found ? fails(`${found.name}里有「${found.word}」`) : holds('没有提到这些词')
    }
    case 'tagged': {
      const found = condition.tagIds.filter((id) => facts.tagIds.includes(id))
      return found.length > 0
        ? holds(`有标签${named(found, names.tags)}`)
        : fails(`没有标签${named(condition.tagIds, names.tags)}`)
    }
    case 'untagged': {
      const found = condition.tagIds.filter((id) => facts.tagIds.includes(id))
      return found.length === 0 ? holds('没有这些标签') : fails(`有标签${named(found, names.tags)}`)
    }
    case 'flagged': {
      if (facts.flag === null) return fails('没有旗帜，或来源没有说')
      const name = flagName(facts.flag)
      return condition.flags.includes(facts.flag)
        ? holds(`是${name}`)
        : fails(`是${name}，不是${condition.flags.map(flagName).join('、')}`)
    }
    case 'designComplete':
      return designComplete(facts)
    case 'resolution':
      return resolution(facts)
    case 'modelBound':
      return modelBound(facts, condition.factoryId, names)
    case 'boughtModel':
      return boughtModel(facts)
    case 'notHeld': {
      const held = facts.lines.find((line) => !isOpenForWork(line) && !(isDryRun && wasOpen(line)))
      if (facts.heldBack !== null) return fails(`已搁置：${facts.heldBack}`)
      if (facts.lines.length === 0) return fails('订单里没有商品')
      return held ? fails(held.hold ?? `「${held.title || '商品'}」不用再做`) : holds('没有被平台或卖家暂停')
    }
    case 'clock':
      return isDryRun ? holds('试算不看时段') : clock(condition, now)
  }
}
