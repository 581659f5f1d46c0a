/** Compares two phones that were read from names: whether they mean one body, and if not, by what they differ. Pure. */
import type { Phone } from './phone-names'
import { networkMatters } from './phone-words'

const isNumber = (token: string | undefined): boolean => token !== undefined && /^\d+$/.test(token)

/** Joins letters and separates numbers, so that it does not matter whether words were joined in the name (V Purse, vpurse). */
const joinedTokens = (tokens: readonly string[]): string =>
  tokens.reduce(
    (text, token, at) => (at > 0 && (isNumber(token) || isNumber(tokens[at - 1])) ? `${text} ${token}` : text + token),
    '',
  )

/** Key by which a phone is looked up: everything but the network. */
export const phoneKey = ({ brand, line, tokens }: Phone): string => `${brand ?? ''}/${line}/${joinedTokens(tokens)}`

/**
 * The difference between two phones: `unstated` means that one name leaves out the network of the same body, `network` that
 * another network means another body.
 */
export type PhoneDifference = 'brand' | 'line' | 'tokens' | 'network' | 'unstated' | 'exact'

/** @param distinct keys of phones that a list names both with and without a network, where that word is part of the name. */
export function differenceOf(a: Phone, b: Phone, distinct: ReadonlySet<string> = new Set()): PhoneDifference {
  if (a.brand !== b.brand) return 'brand'
  if (a.line !== b.line) return 'line'
  if (joinedTokens(a.tokens) !== joinedTokens(b.tokens)) return 'tokens'
  if (a.network === b.network) return 'exact'
  const key = phoneKey(a)
  return (a.network && b.network) || networkMatters.has(key) || distinct.has(key) ? 'network' : 'unstated'
}

/** Whether two names mean one body. @param distinct see `differenceOf`. */
export const isSamePhone = (a: Phone, b: Phone, distinct?: ReadonlySet<string>): boolean =>
  ['exact', 'unstated'].includes(differenceOf(a, b, distinct))
