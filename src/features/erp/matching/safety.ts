/** Makes the rule safe to bind by: a difference that means another body limits its score, equal names raise it. */
import { differenceOf, type PhoneDifference } from '../../../../contract/rules/phone-difference'
import type { Phone } from '../../../../contract/rules/phone-names'
import { suffixes } from '../../../../contract/rules/phone-words'
import { matchThreshold, ruleScore, scoreSlack } from './rule'

/** Highest score of names that mean different bodies, below the threshold. */
const maxDifferentScore = 0.85
/** Score of the same phone when one side leaves out the network. */
const unstatedNetworkScore = 0.95

export interface Verdict {
  /** 0 to 1; from `matchThreshold` on the two are one phone, 1 is an exact match. */
  readonly score: number
  /** The reason, as the seller reads it. */
  readonly reason: string
}

export const isMatch = ({ score }: Verdict): boolean => score >= matchThreshold - scoreSlack

const isNumber = (token: string): boolean => /^\d+$/.test(token)

const tokenLabels: Readonly<Record<string, string>> = {
  'edition-youth': '青春版',
  'edition-speed': '极速版',
  'edition-race': '竞速版',
  'edition-vigour': '活力版',
  'edition-joy': '乐活版',
  'edition-dimensity': '天玑版',
  'edition-snapdragon': '骁龙版',
  'edition-esports': '电竞版',
  'edition-gaming': '游戏版',
  'edition-champion': '冠军版',
  'edition-flat': '直屏版',
  'edition-curved': '曲屏版',
  'edition-battery': '长续航版',
  'edition-performance': '性能版',
  redmi: '红米',
  iqoo: 'iQOO',
  plus: 'Plus（+）',
}
const tokensText = (tokens: readonly string[]): string =>
  tokens.map((token) => tokenLabels[token] ?? token.toUpperCase()).join('、')

/** The tokens that each side has and the other lacks; a repeated token counts each time. */
function difference(a: readonly string[], b: readonly string[]): { left: string[]; right: string[] } {
  const right = [...b]
  const left = a.filter((token) => {
    const at = right.indexOf(token)
    if (at >= 0) right.splice(at, 1)
    return at < 0
  })
  return { left, right }
}

/** Describes the difference, the most important kind first. */
function reasonOf(a: readonly string[], b: readonly string[]): string {
  const { left, right } = difference(a, b)
  const both = [...left, ...right]
  if (both.length === 0) return '写法顺序不同，可能是另一款机型'
  const numbers = both.filter(isNumber)
  if (numbers.length > 0) {
    const side = (tokens: readonly string[]) => tokens.filter(isNumber).join('、') || '无'
    return `数字不同：${side(left)} / ${side(right)}`
  }
  const differenceKind = both.some((token) => token.startsWith('edition-'))
    ? '版本'
    : both.some((token) => suffixes.has(token))
      ? '后缀'
      : '字母'
  return `${differenceKind}不同：${left.length > 0 ? tokensText(left) : '无'} / ${right.length > 0 ? tokensText(right) : '无'}`
}

const fixedScores = { brand: 0, network: maxDifferentScore, unstated: unstatedNetworkScore, exact: 1 } as const

function compare(seller: Phone, factory: Phone, distinct: ReadonlySet<string>): { score: number; kind: PhoneDifference } {
  const kind = seller.brand === null ? 'brand' : differenceOf(seller, factory, distinct)
  const isOtherName = kind === 'line' || kind === 'tokens'
  return { kind, score: isOtherName ? Math.min(ruleScore(seller, factory), maxDifferentScore) : fixedScores[kind] }
}

const networkText = ({ network }: Phone): string => network?.toUpperCase() ?? '未注明'
const lineText = ({ line }: Phone): string => (line === '' ? '主品牌' : tokensText([line]))

const reasons: Readonly<Record<PhoneDifference, (seller: Phone, factory: Phone) => string>> = {
  brand: () => '品牌不同',
  line: (seller, factory) => `子品牌不同：${lineText(seller)} / ${lineText(factory)}`,
  tokens: (seller, factory) => reasonOf(seller.tokens, factory.tokens),
  network: (seller, factory) => `网络制式不同：${networkText(seller)} / ${networkText(factory)}`,
  unstated: (seller, factory) => `名称一致，一方未注明 ${networkText(seller.network ? seller : factory)}`,
  exact: () => '名称完全一致',
}

/** Like `judge` but without the reason, for candidates that nobody will see. */
export const scoreOf = (seller: Phone, factory: Phone, distinct: ReadonlySet<string> = new Set()): number =>
  compare(seller, factory, distinct).score

/** Compares two phones. `distinct`: keys listed both with and without a network word, where that word is part of the name. */
export function judge(seller: Phone, factory: Phone, distinct: ReadonlySet<string> = new Set()): Verdict {
  const { score, kind } = compare(seller, factory, distinct)
  return { score, reason: reasons[kind](seller, factory) }
}
