/**
 * Removes sessions, credentials, persons and tenants from recorded calls: by field names, by patterns inside texts (addresses,
 * JSON in JSON) and names of fields, and by value, wherever a name or number from a secret field appears again.
 */
import { crc32 } from '../../contract/ground/crc32'
import { isFields } from '../../contract/ground/fields'
import { type Json, mapFields, mapLeaves, parsedText } from './json'
import { bracedPieces, decodedBase64, decodedPercent, hideMatches, pieceAsJson } from './patterns'
import { wordHider } from './words'

export const redactedText = '<redacted>'

const secretFields: readonly RegExp[] = [
  // Sessions and credentials.
  /^(top_?)?session([_-]?(key|id))?$/i,
  /token$/i,
  /^(x-)?sign(ature)?$/i,
  /^(policy|authorization|proxy-authorization|cookie|set-cookie|password|secret)$/i,
  /^(app_?secret|client_?secret|oss_?access_?key_?id|access_?key(_?(id|secret))?|api_?key|x-oss-.*|x-amz-.*|mc-.+)$/i,
  // Names and ids of persons.
  /nick(_?name)?$/i,
  /^(mix|display|real|full|buyer|seller|contact)_?name$/i,
  /^((buyer|seller|user|main|sub|member|shop)_?)*((user|open|union|seller|buyer|member)_?u?id|uid|ouid|oaid)$/i,
  /^id_?card(_?no)?$/i,
  // Contact data.
  /(^|_)(mobile|phone|tel|telephone|email|mail|fax)(_?(no|number|num))?$/i,
  /(^|[a-z])(Mobile|Phone|Email)(No|Number)?$/,
  /(^|_)addr(ess)?$/i,
  /^(receiver|consignee|contact|invoice|alipay|buyer_alipay|seller_alipay).*$/i,
  // Messages and other data of persons.
  /^(buyer|seller)_?(message|memo|remark|area|ip|email)$/i,
]

/** Whether a field of this name contains a session, a credential or personal data. */
export const isSecretField = (name: string): boolean => secretFields.some((pattern) => pattern.test(name))

/** Longer texts are payloads: only their length and checksum are stored. */
const longestText = 2048
/** Longer texts are not even searched before they are replaced by length and checksum. */
const longestSearched = 8 * longestText
/** How many nested encodings are decoded and searched. */
const deepestEncoding = 4

const identityCard = /(?<!\d)\d{17}[\dXx](?!\w)/g
/** Region, day of birth, number. */
const cardParts = /^[1-9]\d{5}(?:18|19|20)\d{2}(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])\d{3}[\dXx]$/
const cardWeights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]

/**
 * Whether 18 digits are an identity card: day of birth and check digit must be right, because an order number may also have 18 digits.
 */
export const isIdentityCard = (text: string): boolean =>
  cardParts.test(text) &&
  '10X98765432'[cardWeights.reduce((sum, weight, i) => sum + weight * Number(text[i]), 0) % 11] === text[17]?.toUpperCase()

const hidePlain = (text: string): string =>
  hideMatches(
    text
      .replace(/cloud:\/\/(?!<)[^/"\s]+/g, `cloud://${redactedText}`)
      .replace(/(^|[?&;#\s])([\w-]+)=(?!<)([^&;#\s"']+)/g, (whole, before: string, name: string) =>
        isSecretField(name) ? `${before}${name}=${redactedText}` : whole,
      )
      // Header lines, and fields written like them.
      .replace(
        /(^|[\s,;{[(（，；])(['"]?)([\w-]+)\2\s*[:：]\s*(?!<)(['"]?)([^\s"',;}，；]+)\4/g,
        (whole, before, _, name: string) => (isSecretField(name) ? `${before}${name}: ${redactedText}` : whole),
      )
      .replace(identityCard, (found) => (isIdentityCard(found) ? redactedText : found)),
    redactedText,
  )

/** Redacts the JSON objects inside a text. */
function hideInObjects(text: string, depth: number): string {
  let hidden = ''
  let copiedTo = 0
  for (const [start, end] of bracedPieces(text)) {
    const json = pieceAsJson(text.slice(start, end))
    if (!json) continue
    const before = JSON.stringify(mapFields(json.value, () => undefined))
    const after = JSON.stringify(redactAt(json.value, [], depth))
    if (before === after) continue
    hidden += text.slice(copiedTo, start) + json.write(after)
    copiedTo = end
  }
  return hidden + text.slice(copiedTo)
}

/** Redacts a text, including pieces in base64 or percent-encoding. */
function hideInText(text: string, depth: number): string {
  if (depth > deepestEncoding) return text
  const plain = hidePlain(hideInObjects(text, depth + 1))
  const containsSecret = (decoded: string | undefined) => decoded !== undefined && hideInText(decoded, depth + 1) !== decoded
  return plain
    .replace(/[A-Za-z0-9+/_-]{16,}={0,2}/g, (piece) => (containsSecret(decodedBase64(piece)) ? redactedText : piece))
    .replace(/(?<![\w.~+%-])[\w.~+%-]*%[\dA-Fa-f]{2}[\w.~+%-]*/g, (piece) =>
      containsSecret(decodedPercent(piece)) ? redactedText : piece,
    )
}

function shorten(text: string): string {
  if (text.length <= longestText) return text
  const bytes = new TextEncoder().encode(text)
  return `<text of ${bytes.length} bytes, crc32 ${crc32(bytes).toString(16).padStart(8, '0')}>`
}

/**
 * Whether a field's name is a word of a program, not data: a reply may use telephone numbers, nicks or tokens as names of its fields.
 */
const isProgramWord = (name: string): boolean => /^[A-Za-z_$][\w$.-]*$/.test(name) && name.length < 24 && !/\d{4}/.test(name)

/** Whether list items are one token cut into pieces: short hexadecimal texts that together have letters, digits and its length. */
function isTokenInPieces(items: readonly unknown[]): boolean {
  if (items.length < 3 || !items.every((item) => typeof item === 'string' && /^[\da-f]{2,12}$/i.test(item))) return false
  // A list of colours.
  if (items.every((item) => (item as string).length === 6)) return false
  const whole = items.join('')
  return whole.length >= 24 && /\d/.test(whole) && /[a-f]/i.test(whole)
}

/** Replaces the parts of a path that name something in Chinese, such as a shop; our own paths consist of ids. */
const hidePathNames = (path: string): string =>
  path.replace(/[^/]*[^ -~/][^/]*/g, (part) => redactedText + (/\.[a-z\d]{1,5}$/i.exec(part)?.[0] ?? ''))

/** Whether a secret value is long enough to be replaced wherever it appears; short ones could be part of any sentence. */
const isDistinctive = (text: string): boolean =>
  text.length <= longestText &&
  !text.startsWith('<') &&
  !redactedText.includes(text) &&
  (/^\d+$/.test(text) ? text.length >= 5 : /[^ -~]/.test(text) ? text.length >= 2 : text.length >= 4)

/** Returns a text in percent-encoding; empty if it cannot be encoded. */
function escapedText(text: string): string {
  try {
    return encodeURIComponent(text)
  } catch {
    // The text contains half of a surrogate pair.
    return ''
  }
}

/** Returns the values of all secret fields, longest first; they must also be removed from texts. */
export function secretsIn(value: unknown): readonly string[] {
  const found = new Set<string>()
  const collect = (inside: unknown, secret: boolean): void => {
    if (Array.isArray(inside)) for (const item of inside) collect(item, secret)
    else if (isFields(inside)) {
      for (const name of Object.keys(inside)) {
        if (secret && !isProgramWord(name) && isDistinctive(name)) found.add(name)
        collect(inside[name], secret || isSecretField(name))
      }
    } else if (typeof inside === 'string' || typeof inside === 'number') {
      const text = String(inside)
      const parsed = parsedText(text)
      if (parsed !== undefined) collect(parsed, secret)
      else if (secret && isDistinctive(text)) found.add(text)
    }
  }
  collect(value, false)
  return [...found].sort((a, b) => b.length - a.length)
}

/**
 * Returns the value as JSON with sorted names and without secrets. `known` are secrets found elsewhere in the same call.
 * Redacting twice gives the same result, so that stored and compared requests are equal.
 */
export const redact = (value: unknown, known: readonly string[] = []): Json => redactAt(value, known, 0)

/** `depth` is the number of encodings around the value. */
function redactAt(value: unknown, known: readonly string[], depth: number): Json {
  const secrets = [...new Set([...secretsIn(value), ...known.filter(isDistinctive)])]
  // Secrets appear as they are in sentences, and percent-encoded in addresses.
  const secretTexts = new Set([...secrets, ...secrets.map(escapedText)])
  const hideWords = wordHider(secretTexts, redactedText)
  const hide = (leaf: string | number): Json => {
    if (typeof leaf === 'number') {
      return secretTexts.has(String(leaf)) || hideInText(String(leaf), depth) !== String(leaf) ? redactedText : leaf
    }
    const parsed = parsedText(leaf)
    if (parsed !== undefined) return shorten(JSON.stringify(redactAt(parsed, secrets, depth)))
    return shorten(leaf.length > longestSearched ? leaf : hideInText(hideWords(leaf), depth))
  }
  const hideName = (name: string): string =>
    secretTexts.has(name) || (!isProgramWord(name) && hideInText(hideWords(name), depth) !== name) ? redactedText : name
  /** Replaces all texts and numbers of a secret field; only its structure stays. */
  const blankOut = (inside: unknown): Json =>
    isFields(inside)
      ? mapFields(inside, (_, field) => blankOut(field))
      : typeof inside === 'boolean' || inside === null || inside === ''
        ? inside
        : redactedText
  /** Redacts a pair such as `{ name: 'Authorization', value }`, the form of header lists; undefined if nothing is secret. */
  const blankPairs = (name: string, field: unknown): Json | undefined => {
    if (Array.isArray(field) && isTokenInPieces(field)) return blankOut(field.map(String))
    if (typeof field === 'string' && /^cloud_?path$/i.test(name)) return hidePathNames(field)
    if (!isFields(field)) return isSecretField(name) ? blankOut(field) : undefined
    const pairName = [field.name, field.key, field.header, field.field].find((word) => typeof word === 'string')
    if (typeof pairName !== 'string' || !isSecretField(pairName)) return isSecretField(name) ? blankOut(field) : undefined
    return mapFields(field, (inner, innerValue) => (/^values?$/i.test(inner) ? blankOut(innerValue) : undefined))
  }
  // List items are checked like fields, because header lists contain pairs.
  const blanked = (inside: unknown): Json =>
    Array.isArray(inside)
      ? inside.map((item) => blankPairs('', item) ?? blanked(item))
      : mapFields(inside, (name, field) => blankPairs(name, field) ?? (Array.isArray(field) ? blanked(field) : undefined))
  return mapLeaves(blanked(value), hide, hideName)
}
