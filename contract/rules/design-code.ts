/**
 * 定制编号: the code by which a buyer's design is found again. 35 random bits and a check in Crockford's base 32, which leaves out
 * letters that are mistaken for digits. The check finds every single wrong character and every swap of two neighbours. Pure.
 */

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const length = 8

/** Multiplies by x in GF(32) with the polynomial x⁵ + x² + 1. */
const timesX = (value: number): number => ((value << 1) ^ (value & 16 ? 0b100101 : 0)) & 31

/** Remainder of the values as a polynomial at x; 0 for a valid code. */
const remainder = (values: readonly number[]): number => values.reduce((sum, value) => timesX(sum) ^ value, 0)

/** @param random seven whole numbers from 0 to 31. */
export function designCode(random: readonly number[]): string {
  const values = [...random, timesX(remainder(random))]
  return values.map((value) => alphabet[value]).join('')
}

/** Returns the code as it is stored, however it was typed; null when its check fails. */
export function readDesignCode(typed: string): string | null {
  const text = typed
    .toUpperCase()
    .replace(/[\s\-–—_.]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1')
  const values = [...text].map((character) => alphabet.indexOf(character))
  return values.length === length && !values.includes(-1) && remainder(values) === 0 ? text : null
}

/** Returns the code in two groups, as it is shown. */
export const codeText = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`

/** At most this many codes are read of a remark. */
const maxCodes = 20

/** Returns the codes in a buyer's remark or a seller's memo, each once, in their order. */
export function codesIn(text: string): readonly string[] {
  const found = text.matchAll(/(?<![0-9A-Za-z])[0-9A-Za-z]{4}[\s\-–—_.]?[0-9A-Za-z]{4}(?![0-9A-Za-z])/g)
  const codes = [...found].flatMap(([match]) => readDesignCode(match) ?? [])
  return [...new Set(codes)].slice(0, maxCodes)
}
