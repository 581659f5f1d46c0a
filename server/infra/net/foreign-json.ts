/** Reads and writes JSON of other programs (marketplaces, factories), whose ids are numbers beyond the range of JavaScript numbers. */

const safeDigits = 15
const tokens = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/** Like JSON.parse, but integers of more than 15 digits become text, exactly as written. */
export function parseJson(text: string): unknown {
  return JSON.parse(text.replace(tokens, (token) => (/^-?\d+$/.test(token) && token.length > safeDigits ? `"${token}"` : token)))
}

const intMark = '\u0000int:'
const markedInts = new RegExp(`"${JSON.stringify(intMark).slice(1, -1).replaceAll('\\', '\\\\')}(-?\\d+)"`, 'g')

/** Like JSON.stringify, with bigint written as a number of any length. */
export const writeJson = (value: unknown): string =>
  JSON.stringify(value, (_key, inner) => (typeof inner === 'bigint' ? intMark + String(inner) : inner)).replace(markedInts, '$1')
