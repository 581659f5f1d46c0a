/** Decides how orders with a keyword are found: by reading them, the newest first, or by an index of trigrams (docs/adr/0064). */
import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** The searched text of an order and of its child orders, written exactly as in the index so that PostgreSQL uses it. */
const searchedText = sql`(search || coalesce(E'\\n' || search_below, ''))`
/** The indexed text: each character outside ASCII comes three times more, so that one of them is a trigram, as two of them are. */
const indexedText = sql`(search || coalesce(E'\\n' || search_below, '') || E'\\n'
  || regexp_replace(search || coalesce(E'\\n' || search_below, ''), '([^ -~\\n])', '\\1\\1\\1', 'g'))`

/** Condition that an order, or one below it, has the keyword in its searched text. */
export const containsKeyword = (keyword: string) => sql<SqlBool>`position(${keyword.toLowerCase()} in ${searchedText}) > 0`

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
const tripled = (text: string): string => text.replace(/[^ -~\n]/gu, '$&$&$&')

/** Returns the text that the index finds for a keyword; null for one that has no trigram, as two letters of ASCII have none. */
export function indexedPart(keyword: string): string | null {
  const word = keyword.toLowerCase()
  if (/[\p{L}\p{N}]{3}/u.test(word)) return word
  return /[^\0-\x7f]/.test(word.replace(/[^\p{L}\p{N}]/gu, '')) ? tripled(word) : null
}

/**
 * The same condition as `containsKeyword` in a form that the index answers; null where it cannot. PostgreSQL looks for the keyword itself
 * first, so that without the index this is no slower than reading.
 */
export function indexedKeyword(keyword: string): RawBuilder<SqlBool> | null {
  const part = indexedPart(keyword)
  return part === null ? null : sql`(${containsKeyword(keyword)} and ${indexedText} like ${`%${escapeLike(part)}%`})`
}

/** The newest orders of a filter that are read to learn how frequent a keyword is. */
export const sampleSize = 1000
/** A keyword of as many of them fills a page after a few thousand orders; the index would return tens of thousands. */
export const frequentFrom = 25
