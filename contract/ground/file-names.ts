/** Names for files that sellers save: valid on Windows and unique. */

/** Longest name without its ending, characters: with a folder before it, it must stay within the limit of Windows. */
const maxLength = 80
/** Longest name in bytes of UTF-8: file systems allow 255, and an ending and a number are still added. */
const maxNameBytes = 240

/** Names that Windows reserves for devices, whatever their ending. */
const reserved = /^(?:con|prn|aux|nul|conin\$|conout\$|clock\$|(?:com|lpt)[\d¹²³])$/i

const byteLength = (text: string): number => new TextEncoder().encode(text).length

/** Removes characters that no file name may contain, and normalizes the others, so that names that look the same are the same. */
export const withoutUnsafe = (text: string): string =>
  text
    .normalize('NFC')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: file names must not contain these
    .replace(/[\u0000-\u001f\u007f-\u009f<>:"/\\|?*]/g, ' ')
    // Marks that reverse the reading direction would show a false ending; lone surrogates cannot be encoded in UTF-8.
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]|\p{Surrogate}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    // A removed character may have stood between a letter and its accent.
    .normalize('NFC')

/** Windows drops dots and spaces at the end, and compares the part before the first dot with its device names. */
function withSafeEnd(name: string, otherwise: string): string {
  const end = name.replace(/[. ]+$/, '')
  if (end === '') return otherwise
  return reserved.test((end.split('.')[0] ?? '').trim()) ? `_${end}` : end
}

/**
 * Returns a text as a valid file name, or `otherwise` when nothing of it remains.
 *
 * @param text the seller's name for it.
 */
export function safeFileName(text: string, otherwise: string): string {
  return withSafeEnd(
    cutToLimit([...withoutUnsafe(text)].slice(0, maxLength).join(''), { ...unlimited, bytes: maxNameBytes }),
    otherwise,
  )
}

/** How long a name may be. File systems count bytes of UTF-8 in a name, Windows counts UTF-16 units in a whole path. */
export interface NameLimit {
  readonly bytes: number
  readonly units: number
}

const unlimited: NameLimit = { bytes: Number.POSITIVE_INFINITY, units: Number.POSITIVE_INFINITY }

/** Returns the longest beginning of a text within the limit, without splitting a character. */
export function cutToLimit(text: string, { bytes, units }: NameLimit): string {
  let bytesLeft = bytes
  let out = ''
  for (const character of text) {
    bytesLeft -= byteLength(character)
    if (bytesLeft < 0 || out.length + character.length > units) break
    out += character
  }
  return out
}

/** Returns by how much a text exceeds the limit, in each of its two measures. */
const excessOf = (text: string, { bytes, units }: NameLimit): NameLimit => ({
  bytes: Math.max(0, byteLength(text) - bytes),
  units: Math.max(0, text.length - units),
})
const isWithin = ({ bytes, units }: NameLimit): boolean => bytes === 0 && units === 0

export interface NamePart {
  readonly text: string
  /** Never shortened, because sellers find the file by it. */
  readonly neverShortened?: boolean
}

/**
 * Joins parts into a file name within the limit: if they are too long together, those without `neverShortened` are shortened, the
 * longest first. Parts that become empty are left out.
 */
export function joinedFileName(parts: readonly NamePart[], limit: NameLimit, otherwise: string): string {
  const texts = parts.map(({ text, neverShortened }) => ({ text: withoutUnsafe(text), neverShortened: neverShortened ?? false }))
  const joined = () =>
    texts
      .map(({ text }) => text)
      .filter((text) => text !== '')
      .join('_')
  // One character is reserved for the underscore before a device name.
  const inner: NameLimit = { bytes: limit.bytes - 1, units: limit.units - 1 }
  for (let excess = excessOf(joined(), inner); !isWithin(excess); excess = excessOf(joined(), inner)) {
    const [longest] = texts
      .filter(({ text, neverShortened }) => !neverShortened && text !== '')
      .sort((a, b) => byteLength(b.text) - byteLength(a.text))
    if (longest === undefined) break
    const { text } = longest
    longest.text = cutToLimit(text, { bytes: byteLength(text) - excess.bytes, units: text.length - excess.units }).trimEnd()
  }
  return withSafeEnd(cutToLimit(joined(), inner), otherwise)
}

/** The form in which Windows and macOS compare names: both ignore case. */
const comparisonKey = (name: string): string => name.normalize('NFC').toUpperCase().toLowerCase()

/**
 * Makes names unique as Windows compares them: the second 海浪 becomes 海浪 (2).
 *
 * @param limit of a name; a number that would exceed it replaces the end of the name.
 */
export function uniqueNames(names: readonly string[], limit: NameLimit = unlimited): string[] {
  const usedNames = new Set<string>()
  /** Next number to try for each name, so that a thousand equal names do not need a million comparisons. */
  const next = new Map<string, number>()
  return names.map((name) => {
    let unique = name
    for (let n = next.get(name) ?? 2; usedNames.has(comparisonKey(unique)); n++) {
      const number = ` (${n})`
      const { bytes, units } = limit
      unique = `${cutToLimit(name, { bytes: bytes - number.length, units: units - number.length }).trimEnd()}${number}`
      next.set(name, n + 1)
    }
    usedNames.add(comparisonKey(unique))
    return unique
  })
}
