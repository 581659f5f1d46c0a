/**
 * 定制编号: the code by which a buyer's design is found again. 35 random bits and a check in Crockford's base 32, which leaves out
 * letters that are mistaken for digits. The check finds every single wrong character and every swap of two neighbours. Pure.
 */
import { folded } from './typed-text'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const length = 8
const half = length / 2

/** Multiplies by x in GF(32) with the polynomial x⁵ + x² + 1. */
const timesX = (value: number): number => ((value << 1) ^ (value & 16 ? 0b100101 : 0)) & 31

/** Remainder of the values as a polynomial at x; 0 for a valid code. */
const remainder = (values: readonly number[]): number => values.reduce((sum, value) => timesX(sum) ^ value, 0)

/** @param random seven whole numbers from 0 to 31. */
export function designCode(random: readonly number[]): string {
  const values = [...random, timesX(remainder(random))]
  return values.map((value) => alphabet[value]).join('')
}

/** Returns the code that eight folded characters are; null when they are none. */
function validCode(typed: string): string | null {
  const text = typed.replace(/O/g, '0').replace(/[IL]/g, '1')
  const values = [...text].map((character) => alphabet.indexOf(character))
  return values.length === length && !values.includes(-1) && remainder(values) === 0 ? text : null
}

/** Returns the code as it is stored, however it was typed, also within a sentence; null when there is none whose check is right. */
export const readDesignCode = (typed: string): string | null => codesIn(typed)[0] ?? null

/** Returns the code in two groups, as it is shown. */
export const codeText = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`

/** Largest number of characters of a text that are searched, and of codes that are returned. */
const maxText = 20_000
const maxCodes = 40
/** Nobody writes a longer word of letters and digits into which a code was typed; contents that are no text have them. */
const maxWord = 64
/** Between the parts of a code: signs, blanks and line breaks, the Chinese word for a dash, and 一 and ー, which look like one. */
const between = '(?:[^\\p{L}\\p{N}]|横杠|短横|横线|减号|杠|一|ー|丨){1,6}'
/** Words of letters and digits, or one of them in parts that a code was divided into. */
const words = new RegExp(`[0-9A-Z]+(?:${between}[0-9A-Z]+)*`, 'gu')
const betweenWords = new RegExp(between, 'u')

const isNumber = (text: string): boolean => /^\d+$/.test(text)

interface FoundCodes {
  /** Those that stand alone, and those that are a part of something longer. */
  readonly alone: string[]
  readonly within: string[]
}

/** @param parts words that only signs separate. */
function codesOfChain(parts: readonly string[]): FoundCodes {
  const alone: string[] = []
  const within: string[] = []
  parts.forEach((part, at) => {
    let joined = ''
    // 7 3 P 9 – Z E 2 7: as many parts as make eight characters.
    for (let to = at; to < parts.length && joined.length < length; to++) joined += parts[to]
    // Four digits of a telephone number and the next four are no code, although one in 32 passes the check.
    if (!isNumber(joined) || joined.length === parts.join('').length) alone.push(joined)
    const next = parts[at + 1]
    // Halves with something directly before or after them: KJ73P9-ZE272.
    if (next !== undefined && part.length >= half && next.length >= half) within.push(part.slice(-half) + next.slice(0, half))
    if (part.length > length && part.length <= maxWord)
      for (let from = 0; from + length <= part.length; from++) within.push(part.slice(from, from + length))
  })
  const codes = (texts: readonly string[]) => texts.flatMap((text) => validCode(text) ?? [])
  return { alone: codes(alone), within: codes(within.filter((text) => !isNumber(text))) }
}

/**
 * Returns what may be codes in a buyer's remark, a seller's memo or a search, each once, the likeliest first: those that stand alone
 * in their order, then those within longer words. One in 32 of other texts passes the check, so a code counts only when a design of
 * the shop has it.
 */
export function codesIn(text: string): readonly string[] {
  const chains = [...folded(text.slice(0, maxText)).matchAll(words)].map(([chain]) => codesOfChain(chain.split(betweenWords)))
  const codes = [...chains.flatMap(({ alone }) => alone), ...chains.flatMap(({ within }) => within)]
  return [...new Set(codes)].slice(0, maxCodes)
}
