/**
 * What must never be kept of a call: whatever is a session, a credential, a person or a tenant. Works on field names, inside
 * texts (addresses, JSON in JSON) and, for names and numbers once seen in a secret field, wherever else they stand.
 */
import { crc32 } from '../../bridge/core/crc32'
import { isRecord, type Json, mapFields, mapLeaves, parsedText } from './json'
import { bracedPieces, decodedBase64, decodedPercent, hideLooks, pieceAsJson } from './looks'
import { wordHider } from './words'

export const redactedText = '<redacted>'

const secretFields: readonly RegExp[] = [
  // Sessions and credentials.
  /^(top_?)?session([_-]?(key|id))?$/i,
  /token$/i,
  /^(x-)?sign(ature)?$/i,
  /^(policy|authorization|proxy-authorization|cookie|set-cookie|password|secret)$/i,
  /^(app_?secret|client_?secret|oss_?access_?key_?id|access_?key(_?(id|secret))?|api_?key|x-oss-.*|x-amz-.*|mc-.+)$/i,
  // Who it is.
  /nick(_?name)?$/i,
  /^(mix|display|real|full|buyer|seller|contact)_?name$/i,
  /^((buyer|seller|user|main|sub|member|shop)_?)*((user|open|union|seller|buyer|member)_?u?id|uid|ouid|oaid)$/i,
  /^id_?card(_?no)?$/i,
  // How to reach them.
  /(^|_)(mobile|phone|tel|telephone|email|mail|fax)(_?(no|number|num))?$/i,
  /(^|[a-z])(Mobile|Phone|Email)(No|Number)?$/,
  /(^|_)addr(ess)?$/i,
  /^(receiver|consignee|contact|invoice|alipay|buyer_alipay|seller_alipay).*$/i,
  // What they wrote.
  /^(buyer|seller)_?(message|memo|remark|area|ip|email)$/i,
]

/** Whether a field of this name holds a session, a credential or a person. */
export const isSecretField = (name: string): boolean => secretFields.some((pattern) => pattern.test(name))

/** Longer texts are payloads: known by length and checksum, never kept. */
const longestText = 2048
/** Texts longer than this are replaced whole by length and checksum, without being searched. */
const longestSearched = 8 * longestText
/** How many encodings inside one another are decoded and searched. */
const deepestEncoding = 4

const identityCard = /(?<!\d)[1-9]\d{5}(?:18|19|20)\d{2}(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])\d{3}[\dXx](?!\w)/g
const cardWeights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]

/** Eighteen digits may also be an order; only a right check digit makes them a card. */
export const isIdentityCard = (text: string): boolean =>
  '10X98765432'[cardWeights.reduce((sum, weight, i) => sum + weight * Number(text[i]), 0) % 11] === text[17]?.toUpperCase()

const hidePlain = (text: string): string =>
  hideLooks(
    text
      .replace(/cloud:\/\/(?!<)[^/"\s]+/g, `cloud://${redactedText}`)
      .replace(/(^|[?&;#\s])([\w-]+)=(?!<)([^&;#\s"']+)/g, (whole, before: string, name: string) =>
        isSecretField(name) ? `${before}${name}=${redactedText}` : whole,
      )
      // A line of headers, or a field written as one.
      .replace(
        /(^|[\s,;{[(（，；])(['"]?)([\w-]+)\2\s*[:：]\s*(?!<)(['"]?)([^\s"',;}，；]+)\4/g,
        (whole, before, _, name: string) => (isSecretField(name) ? `${before}${name}: ${redactedText}` : whole),
      )
      .replace(identityCard, (found) => (isIdentityCard(found) ? redactedText : found)),
    redactedText,
  )

/** Replaces what stands in secret fields of the objects written inside a text. */
function hideInObjects(text: string, depth: number): string {
  let hidden = ''
  let kept = 0
  for (const [start, end] of bracedPieces(text)) {
    const json = pieceAsJson(text.slice(start, end))
    if (!json) continue
    const before = JSON.stringify(mapFields(json.value, () => undefined))
    const after = JSON.stringify(redactAt(json.value, [], depth))
    if (before === after) continue
    hidden += text.slice(kept, start) + json.write(after)
    kept = end
  }
  return hidden + text.slice(kept)
}

/** Replaces every secret in a text, also where it is encoded in base64 or percent-encoding. */
function hideInText(text: string, depth: number): string {
  if (depth > deepestEncoding) return text
  const plain = hidePlain(hideInObjects(text, depth + 1))
  const hides = (decoded: string | undefined) => decoded !== undefined && hideInText(decoded, depth + 1) !== decoded
  return plain
    .replace(/[A-Za-z0-9+/_-]{16,}={0,2}/g, (piece) => (hides(decodedBase64(piece)) ? redactedText : piece))
    .replace(/(?<![\w.~+%-])[\w.~+%-]*%[\dA-Fa-f]{2}[\w.~+%-]*/g, (piece) =>
      hides(decodedPercent(piece)) ? redactedText : piece,
    )
}

function shorten(text: string): string {
  if (text.length <= longestText) return text
  const bytes = new TextEncoder().encode(text)
  return `<text of ${bytes.length} bytes, crc32 ${crc32(bytes).toString(16).padStart(8, '0')}>`
}

/** Names and numbers short enough to be in any sentence are left to their fields. */
const isTelling = (text: string): boolean =>
  text.length <= longestText &&
  !text.startsWith('<') &&
  !redactedText.includes(text) &&
  (/^\d+$/.test(text) ? text.length >= 5 : /[^ -~]/.test(text) ? text.length >= 2 : text.length >= 4)

/** A text as addresses carry it; empty for one that no address can. */
function escapedText(text: string): string {
  try {
    return encodeURIComponent(text)
  } catch {
    // Half of a surrogate pair.
    return ''
  }
}

/** What stands in secret fields of a value: the same words must not stay in its sentences. */
export function secretsIn(value: unknown): readonly string[] {
  const found = new Set<string>()
  const look = (inside: unknown, secret: boolean): void => {
    if (Array.isArray(inside)) for (const item of inside) look(item, secret)
    else if (isRecord(inside)) {
      for (const name of Object.keys(inside)) look(inside[name], secret || isSecretField(name))
    } else if (typeof inside === 'string' || typeof inside === 'number') {
      const text = String(inside)
      const parsed = parsedText(text)
      if (parsed !== undefined) look(parsed, secret)
      else if (secret && isTelling(text)) found.add(text)
    }
  }
  look(value, false)
  return [...found].sort((a, b) => b.length - a.length)
}

/**
 * The value as JSON with sorted names and nothing secret in it. `known` are secrets learned elsewhere in the same call. Doing it
 * twice changes nothing, so that what is kept and what is compared are one.
 */
export const redact = (value: unknown, known: readonly string[] = []): Json => redactAt(value, known, 0)

/** `depth`: how many encodings the value stands in. */
function redactAt(value: unknown, known: readonly string[], depth: number): Json {
  const said = [...new Set([...secretsIn(value), ...known.filter(isTelling)])]
  // As it stands in a sentence, and as it stands in an address.
  const words = new Set([...said, ...said.map(escapedText)])
  const hideWords = wordHider(words, redactedText)
  const hide = (leaf: string | number): Json => {
    if (typeof leaf === 'number') {
      return words.has(String(leaf)) || hideInText(String(leaf), depth) !== String(leaf) ? redactedText : leaf
    }
    const parsed = parsedText(leaf)
    if (parsed !== undefined) return shorten(JSON.stringify(redactAt(parsed, said, depth)))
    return shorten(leaf.length > longestSearched ? leaf : hideInText(hideWords(leaf), depth))
  }
  /** Under a secret name nothing but the shape stays. */
  const blank = (inside: unknown): Json =>
    isRecord(inside)
      ? mapFields(inside, (_, field) => blank(field))
      : typeof inside === 'boolean' || inside === null || inside === ''
        ? inside
        : redactedText
  /** `{ name: 'Authorization', value }`, as lists of headers and of form fields are written. */
  const blankPairs = (name: string, field: unknown): Json | undefined => {
    if (!isRecord(field)) return isSecretField(name) ? blank(field) : undefined
    const says = [field.name, field.key, field.header, field.field].find((word) => typeof word === 'string')
    if (typeof says !== 'string' || !isSecretField(says)) return isSecretField(name) ? blank(field) : undefined
    return mapFields(field, (inner, held) => (/^values?$/i.test(inner) ? blank(held) : undefined))
  }
  // The items of a list are asked for like fields, so that a pair in a list is seen as one.
  const blanked = (inside: unknown): Json =>
    Array.isArray(inside)
      ? inside.map((item) => blankPairs('', item) ?? blanked(item))
      : mapFields(inside, (name, field) => blankPairs(name, field) ?? (Array.isArray(field) ? blanked(field) : undefined))
  return mapLeaves(blanked(value), hide)
}
