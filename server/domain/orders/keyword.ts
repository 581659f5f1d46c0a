/** Decides how orders with a keyword are found: by reading them, the newest first, or by an index of trigrams (docs/adr/0064). */
import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** The searched text of an order and of its child orders, written exactly as in the index so that PostgreSQL uses it. */
const searchedText = sql`(search || coalesce(E'\\n' || search_below, ''))`
/** The characters outside ASCII, each three times: one of them is a trigram, and so are two of them. It takes far longer to make. */
const tripledText = sql`regexp_replace(translate(search || coalesce(E'\\n' || search_below, ''), 'abcdefghijklmnopqrstuvwxyz0123456789', ''),
  '([^ -~\\n])', '\\1\\1\\1', 'g')`

/** Condition that an order, or one below it, has the keyword in its searched text. */
export const containsKeyword = (keyword: string) => sql<SqlBool>`position(${keyword.toLowerCase()} in ${searchedText}) > 0`

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
const tripled = (text: string): string => text.replace(/[a-z0-9]/g, '').replace(/[^ -~\n]/gu, '$&$&$&')

/** The part of a keyword that the index finds: the whole of it, or its characters outside ASCII, each three times. */
export interface IndexedPart {
  readonly kind: 'plain' | 'tripled'
  readonly text: string
}

/**
 * Returns null for a keyword that has no trigram, as two letters of ASCII have none. `hasLetters`: whether PostgreSQL knows letters outside
 * ASCII, of which alone trigrams are made.
 */
export function indexedPart(keyword: string, hasLetters = true): IndexedPart | null {
  const text = keyword.toLowerCase()
  if (hasLetters ? /[\p{L}\p{N}]{3}/u.test(text) : /[a-z0-9]{3}/.test(text)) return { kind: 'plain', text }
  const hasLetter = /[^\0-\x7f]/.test(text.replace(/[^\p{L}\p{N}]/gu, ''))
  return hasLetters && hasLetter ? { kind: 'tripled', text: tripled(text) } : null
}

/** The same condition as `containsKeyword` in a form that the index answers, by this part of the keyword. */
export const indexedKeyword = (keyword: string, { kind, text }: IndexedPart): RawBuilder<SqlBool> =>
  sql`(${containsKeyword(keyword)} and ${kind === 'plain' ? searchedText : tripledText} like ${`%${escapeLike(text)}%`})`

/** SQL expression: whether PostgreSQL knows letters outside ASCII. */
export const knowsLetters = sql<boolean>`(select datctype not in ('C', 'POSIX') from pg_database where datname = current_database())`

/** The newest orders of a filter that are read to learn how frequent a keyword is. */
export const sampleSize = 1000
/**
 * A keyword of as many of them fills a page after some ten thousand orders, which takes less time than to compare with it what the index
 * returns: by the text, or by its characters three times.
 */
export const frequentFrom: Readonly<Record<IndexedPart['kind'], number>> = { plain: 5, tripled: 1 }
