/** Reads values of marketplaces' JSON whose type varies: the same field is a number in some answers and text in others. */
import { type Fields, fieldsOf } from '../../../contract/ground/fields'
import type { ItemState } from '../../../contract/rules/item-state'
import { maxQuantity } from '../../../contract/rules/limits'
import { giftNamed } from '../../../contract/rules/line-kind'
import { type FlagFacts, maxFlagText, noFlag, type OrderFlag } from '../../../contract/rules/order-flag'

/** Returns a text or number as trimmed text; null otherwise. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'number' || typeof value === 'bigint') return String(value)
  const text = typeof value === 'string' ? value.trim() : ''
  return text === '' ? null : text
}

/** Returns the objects of a list; [] where there is none. */
export const rowsOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : [])

/** Returns a whole number that is no less than zero, written as a number or a text; null for anything else. */
export function countOf(value: unknown): number | null {
  const text = textOf(value) ?? ''
  return /^\d{1,15}$/.test(text) ? Number(text) : null
}

/** Returns how many pieces were bought; null where that cannot be read: a guess would be made and charged. */
export function quantityOf(value: unknown): number | null {
  const count = countOf(value)
  return count !== null && count <= maxQuantity ? count : null
}

/** Returns what the table says of a state, `unknown` for one that it does not have, null for none. */
export function stateIn(table: Readonly<Record<string, ItemState>>, value: unknown): ItemState | null {
  const text = textOf(value)?.toUpperCase() ?? ''
  return text === '' ? null : Object.hasOwn(table, text) ? (table[text] ?? 'unknown') : 'unknown'
}

/** Returns a time of whole seconds since 1970; null for none, which some marketplaces write as 0. */
export function secondsTime(value: unknown): Date | null {
  const seconds = countOf(value)
  return seconds === null || seconds === 0 || seconds > 253_402_300_799 ? null : new Date(seconds * 1000)
}

/** Parses a time of Beijing such as `2026-03-01 16:00:00`; null for anything else. */
export function beijingTime(value: unknown): Date | null {
  const text = textOf(value)
  if (text === null || !/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text)) return null
  const date = new Date(`${text.replace(' ', 'T')}+08:00`)
  return Number.isNaN(date.getTime()) ? null : date
}

/**
 * Returns a time that an answer may leave out: null where it says that there is none, by 0 or an empty text; undefined where it says
 * nothing that can be read, so that what another source said stays.
 */
export function saidTime(value: unknown, read: (value: unknown) => Date | null): Date | null | undefined {
  if (value === 0 || (typeof value === 'string' && /^0?$/.test(value.trim()))) return null
  return read(value) ?? undefined
}

/** Returns the earliest of the times that lines say; undefined where none says one. */
export const earliest = (times: readonly (Date | null | undefined)[]): Date | undefined =>
  times.flatMap((time) => time ?? []).sort((one, next) => one.getTime() - next.getTime())[0]

/**
 * Returns what an answer says of the seller's flag: `words` are the seller's own beside it. A number that the table does not have is
 * kept as text; nothing where the answer does not say it, so that what another source said stays.
 */
export function flagIn(
  table: Readonly<Record<string, OrderFlag | null>>,
  value: unknown,
  words: unknown = null,
): FlagFacts | Record<never, never> {
  const text = textOf(value)
  if (text === null) return value === '' ? noFlag : {}
  const flagText = textOf(words)?.slice(0, maxFlagText) ?? null
  if (Object.hasOwn(table, text)) return { flag: table[text] ?? null, flagText }
  return { flag: null, flagText: flagText ?? `旗帜 ${text}`.slice(0, maxFlagText) }
}

/** The character references that stand in titles of products. */
const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** Returns a text whose special characters the marketplace wrote as references of HTML, such as `&amp;` and `&#39;`; others stay. */
export const withoutEntities = (text: string): string =>
  text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z]{2,4}));/gi, (found, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return named[name.toLowerCase()] ?? found
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return code >= 0x20 && code <= 0x10_ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : found
  })

/** Returns the title of a line that the marketplace gives with another. */
export const giftTitle = (title: unknown): string => giftNamed(textOf(title) ?? '')

/** Returns a time in whole seconds since 1970. */
export const toSeconds = (date: Date): number => Math.floor(date.getTime() / 1000)

/** Returns a buyer's or seller's text, up to the length that is stored; null without one. */
export const noteOf = (value: unknown): string | null => textOf(value)?.slice(0, 2000) || null

/**
 * Returns the address of a picture: marketplaces omit its protocol, or give http in old orders, which a page does not load; their
 * hosts serve https. Null when it is unusable.
 */
export function pictureUrl(value: unknown): string | null {
  const text = textOf(value)
  const url = text?.startsWith('//') ? `https:${text}` : text
  return url && /^https?:\/\//.test(url) && url.length <= 2048 ? url.replace(/^http:/, 'https:') : null
}

/** Returns `颜色:透明;型号:iPhone 15`, the form in which the choice of an item is read; a colon or semicolon in a part would split it. */
export const choiceOf = (parts: readonly (readonly [name: unknown, value: unknown])[]): string =>
  parts
    .map(([name, value], at) => [textOf(name) ?? `规格${at + 1}`, textOf(value) ?? ''] as const)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${plain(name).replaceAll(':', '：')}:${plain(value)}`)
    .join(';')
    .slice(0, 500)

const plain = (text: string): string => text.replace(/\s+/g, ' ').replaceAll(';', '；')
