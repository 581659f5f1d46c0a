/** Makes the rule safe to bind by: a difference that means another body limits its score, equal names raise it. */
import type { Phone } from './names'
import { matchThreshold, ruleScore, scoreSlack } from './rule'
import { networkMatters, suffixes } from './tables'

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

const isNumber = (token: string | undefined): boolean => token !== undefined && /^\d+$/.test(token)

/** Joins letters and separates numbers, so that it does not matter whether words were joined in the name (V Purse, vpurse). */
const joinedTokens = (tokens: readonly string[]): string =>
  tokens.reduce(
    (text, token, at) => (at > 0 && (isNumber(token) || isNumber(tokens[at - 1])) ? `${text} ${token}` : text + token),
    '',
  )

/** Key by which a phone is looked up: everything but the network. */
export const phoneKey = ({ brand, line, tokens }: Phone): string => `${brand ?? ''}/${line}/${joinedTokens(tokens)}`
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

/** Result of comparing two names, without the text of the reason. */
type Comparison = { readonly score: number; readonly kind: 'brand' | 'line' | 'tokens' | 'network' | 'unstated' | 'exact' }

function compare(seller: Phone, factory: Phone, distinct: ReadonlySet<string>): Comparison {
  if (seller.brand !== factory.brand || seller.brand === null) return { score: 0, kind: 'brand' }
  const limitedRuleScore = () => Math.min(ruleScore(seller, factory), maxDifferentScore)
  if (seller.line !== factory.line) return { score: limitedRuleScore(), kind: 'line' }
  const same = joinedTokens(seller.tokens) === joinedTokens(factory.tokens)
  if (!same) return { score: limitedRuleScore(), kind: 'tokens' }
  if (seller.network === factory.network) return { score: 1, kind: 'exact' }
  const key = phoneKey(seller)
  const networkDiffers = (seller.network && factory.network) || networkMatters.has(key) || distinct.has(key)
  return networkDiffers ? { score: maxDifferentScore, kind: 'network' } : { score: unstatedNetworkScore, kind: 'unstated' }
}

const networkText = ({ network }: Phone): string => network?.toUpperCase() ?? '未注明'
const lineText = ({ line }: Phone): string => (line === '' ? '主品牌' : tokensText([line]))

const reasons: Readonly<Record<Comparison['kind'], (seller: Phone, factory: Phone) => string>> = {
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
