/**
 * Patterns of sessions, persons and addresses in plain text, independent of field names. A client may send any text, so each
 * pattern must take a bounded time per letter: repetitions have a limit or can only match at the start of a run.
 */

import { parsedText } from './json'

/** A digit, including the full-width ones of Chinese input methods. */
const digit = '[0-9０-９]'
/** An optional separator between the digits of a number; characters without a width hide a number from a search. */
const gap = '[\\s.\\-－—·()（）\\u00ad\\u200b-\\u200f\\u2060\\ufeff]?'
/** Digits as Chinese sellers write them in words, 幺 for the one of a telephone number. */
const numeral = '[零〇一二三四五六七八九幺]'
/** The hundred most frequent surnames, by which a name is told from other words behind 买家 or 收货人. */
const surname =
  '[王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗郑梁谢宋唐许韩邓冯曹彭曾肖田董潘袁蔡蒋余于杜叶程魏苏吕丁任卢姚沈钟姜崔谭陆范汪廖石金韦贾夏付方邹熊白孟秦邱侯江尹薛闫段雷龙黎史陶贺毛郝顾龚邵万覃武钱戴严莫孔向常汤]'

/** The name of a road with the city and district before it. */
const road = '[\\u4e00-\\u9fff\\w]{1,64}?(?:路|街|大道|巷|弄|胡同|村|小区|花园|大厦|广场|公寓|新村|苑)'
const houseNumber = '[0-9０-９一二三四五六七八九十百]{1,12}(?:号|弄|幢|栋|座|室|楼|单元|层)'

/** Patterns whose matches are always secrets. */
const secretPatterns: readonly RegExp[] = [
  // A JSON Web Token.
  /\beyJ[\w-]{4,1000}\.[\w-]{4,}(?:\.[\w-]*)?/g,
  // User name and password in an address.
  /(?<=\/\/)[^\s/@:]+:[^\s/@]+(?=@)/g,
  /(?<=\b(?:Bearer|Basic)\s{1,8})[\w.~+/=-]{6,}/gi,
  // A mobile number; then a landline number with its area code.
  new RegExp(
    `(?:(?<![\\d０-９.])|(?<=%[\\dA-Fa-f]{2}))(?:(?:\\+|00)?86${gap})?[1１][3-9３-９](?:${gap}${digit}){9}(?![\\d０-９])`,
    'g',
  ),
  /(?<!\d)1[3-9]\d([/_])\d{4}\1\d{4}(?!\d)/g,
  new RegExp(`(?<!${numeral})[一幺][三四五六七八九]${numeral}{9}(?!${numeral})`, 'g'),
  // Its digits as hexadecimal bytes.
  /(?<![\da-f])313[3-9](?:3\d){9}(?![\da-f])/gi,
  // The name of a person in a sentence.
  new RegExp(`(?<=(?:买家|收货人|收件人|联系人|姓名)[：:\\s]{1,3})${surname}[\\u4e00-\\u9fff·]{1,3}(?![\\u4e00-\\u9fff])`, 'g'),
  new RegExp(`(?<![\\d０-９])[(（]?[0０]${digit}{2,3}(?:[)）]\\s?|[\\s\\-－—])${digit}{7,8}(?![\\d０-９])`, 'g'),
  /(?<![\w.+-])[\w.+-]+@[\w-]+(\.[\w-]+)*\.[a-z]{2,}/gi,
  new RegExp(`${road}[\\u4e00-\\u9fff\\w]{0,6}?${houseNumber}(?:[\\w\\-－]{0,8}(?:${houseNumber}))*`, 'g'),
  // An opaque token: 24 or more letters and digits. Names of pictures look the same, so those with an extension are excluded.
  /(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{24,}(?![\w-])(?![\w!.-]{0,200}\.(?:png|jpe?g|gif|webp|bmp|svg|ttf|otf)\b)/gi,
]

/** Returns `text` with every match replaced by `replacement`. */
export const hideMatches = (text: string, replacement: string): string =>
  secretPatterns.reduce((rest, pattern) => rest.replace(pattern, replacement), text)

/** Decodes a percent-encoded piece; returns undefined if decoding fails or changes nothing. */
export function decodedPercent(piece: string): string | undefined {
  if (!/%[\dA-Fa-f]{2}/.test(piece)) return undefined
  try {
    const decoded = decodeURIComponent(piece)
    return decoded === piece ? undefined : decoded
  } catch {
    // The piece ends within a character.
    return undefined
  }
}

/** Decodes a base64 piece to text; returns undefined if its bytes are no text. */
export function decodedBase64(piece: string): string | undefined {
  try {
    const bytes = Uint8Array.from(atob(piece.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0))
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return /[^\P{Cc}\t\n\r]/u.test(text) ? undefined : text
  } catch {
    return undefined
  }
}

/** Returns the outermost pairs of braces in a text as [start, end) positions. */
export function bracedPieces(text: string): readonly (readonly [start: number, end: number])[] {
  const open: number[] = []
  const pairs: (readonly [number, number])[] = []
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '{') open.push(at)
    const start = text[at] === '}' ? open.pop() : undefined
    if (start === undefined) continue
    while ((pairs.at(-1)?.[0] ?? -1) > start) pairs.pop()
    pairs.push([start, at + 1])
  }
  return pairs
}

/** Parses a piece as JSON, even if its quotes are escaped once or twice. `write` escapes a text in the same way. */
export function pieceAsJson(piece: string): { readonly value: unknown; write(text: string): string } | undefined {
  let text = piece
  for (let depth = 0; depth < 3; depth += 1) {
    const value = parsedText(text)
    if (value !== undefined) {
      const escaped = (written: string) => JSON.stringify(written).slice(1, -1)
      return { value, write: (written) => Array.from({ length: depth }).reduce<string>((all) => escaped(all), written) }
    }
    try {
      text = String(JSON.parse(`"${text}"`))
    } catch {
      return undefined
    }
  }
  return undefined
}
