/**
 * Reads and writes JSON of other programs (marketplaces, factories), whose ids are numbers beyond the range of
 * JavaScript numbers, and whose texts hold what people really typed.
 */

const safeDigits = 15
const tokens = /"(?:[^"\\]|\\[\s\S])*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g
/** Characters that JSON forbids inside a text: a raw control character, and a backslash before anything but its escapes. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are looked for
const irregular = /\\(?:(["\\/bfnrt]|u[\da-fA-F]{4})|x([\da-fA-F]{2})|)|\r\n|[\u0000-\u001f]/g
const whiteSpace: Readonly<Record<string, string>> = { '\t': '\\t', '\n': '\\n', '\r': '\\n', '\r\n': '\\n' }

/** Returns a text's literal as JSON allows it. */
const regular = (literal: string): string =>
  literal.replace(irregular, (found: string, known?: string, hex?: string) => {
    if (known !== undefined) return found
    // `\x41` is JavaScript's; before any other letter the backslash means nothing.
    if (hex !== undefined) return Number.parseInt(hex, 16) < 0x20 ? '' : `\\u00${hex}`
    return whiteSpace[found] ?? ''
  })

/**
 * Like JSON.parse, but integers of more than 15 digits become text, exactly as written, and what gateways really send inside texts
 * is read: raw tabs and line ends stay, other raw control characters are dropped, and so is the backslash of an unknown escape. A
 * byte order mark is skipped. Anything else that is not JSON throws a SyntaxError.
 */
export function parseJson(text: string): unknown {
  const literal = (token: string): string => {
    if (token.startsWith('"')) return regular(token)
    return /^-?\d+$/.test(token) && token.length > safeDigits ? `"${token}"` : token
  }
  return JSON.parse(text.replace(/^\uFEFF/, '').replace(tokens, literal))
}

const intMark = '\u0000int:'
const markedInts = new RegExp(`"${JSON.stringify(intMark).slice(1, -1).replaceAll('\\', '\\\\')}(-?\\d+)"`, 'g')

/** Like JSON.stringify, with bigint written as a number of any length. */
export const writeJson = (value: unknown): string =>
  JSON.stringify(value, (_key, inner) => (typeof inner === 'bigint' ? intMark + String(inner) : inner)).replace(markedInts, '$1')
