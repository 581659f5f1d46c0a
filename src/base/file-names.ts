/** Names for files that sellers save: safe on Windows, where they are, and each once. */

/** Longest name without its ending, characters: with a folder before it, it must stay within what Windows takes. */
const maxLength = 80
/** Longest name in bytes of UTF-8: file systems take 255, and an ending and a number are still added. */
const maxBytesAlone = 240

/** Names that Windows keeps for devices, whatever their ending. */
const reserved = /^(?:con|prn|aux|nul|conin\$|conout\$|clock\$|(?:com|lpt)[\d¹²³])$/i

const bytesOf = (text: string): number => new TextEncoder().encode(text).length

/** Without what no name may hold; one writing of each character, so that names that look the same are the same. */
export const withoutUnsafe = (text: string): string =>
  text
    .normalize('NFC')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what no name may hold
    .replace(/[\u0000-\u001f\u007f-\u009f<>:"/\\|?*]/g, ' ')
    // Marks that turn the reading direction round would show another ending than the file has; halves of characters have no UTF-8.
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]|\p{Surrogate}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    // What was taken out may have stood between a letter and its accent.
    .normalize('NFC')

/** Windows drops dots and spaces at the end, and looks for devices before the first dot. */
function ended(name: string, otherwise: string): string {
  const end = name.replace(/[. ]+$/, '')
  if (end === '') return otherwise
  return reserved.test((end.split('.')[0] ?? '').trim()) ? `_${end}` : end
}

/**
 * What is left of a text as the name of a file; `otherwise` when that is nothing.
 *
 * @param text what the seller calls it.
 */
export function safeFileName(text: string, otherwise: string): string {
  return ended(cutToBytes([...withoutUnsafe(text)].slice(0, maxLength).join(''), maxBytesAlone), otherwise)
}

/** The longest beginning of a text that takes at most this many bytes of UTF-8; never half a character. */
export function cutToBytes(text: string, maxBytes: number): string {
  let left = maxBytes
  let out = ''
  for (const character of text) {
    left -= bytesOf(character)
    if (left < 0) break
    out += character
  }
  return out
}

export interface NamePart {
  readonly text: string
  /** Never shortened: what the file is found by. */
  readonly keep?: boolean
}

/**
 * A file's name of parts, in at most `maxBytes` bytes of UTF-8: where they are too long together, those that need not be kept are
 * shortened, the longest first. Parts of which nothing is left are left out.
 */
export function joinedFileName(parts: readonly NamePart[], maxBytes: number, otherwise: string): string {
  const texts = parts.map(({ text, keep }) => ({ text: withoutUnsafe(text), keep: keep ?? false }))
  const joined = () =>
    texts
      .map(({ text }) => text)
      .filter((text) => text !== '')
      .join('_')
  const over = () => bytesOf(joined()) - (maxBytes - 1)
  for (let more = over(); more > 0; more = over()) {
    const [longest] = texts.filter(({ text, keep }) => !keep && text !== '').sort((a, b) => bytesOf(b.text) - bytesOf(a.text))
    if (longest === undefined) break
    longest.text = cutToBytes(longest.text, Math.max(0, bytesOf(longest.text) - more)).trimEnd()
  }
  // One byte for the mark before a device's name.
  return ended(cutToBytes(joined(), maxBytes - 1), otherwise)
}

/** What Windows and macOS compare: neither tells capitals apart. */
const compared = (name: string): string => name.normalize('NFC').toUpperCase().toLowerCase()

/**
 * Each name once, as Windows compares them: the second 海浪 becomes 海浪 (2).
 *
 * @param maxBytes longest name, bytes of UTF-8; a number that would pass it takes the end of the name.
 */
export function uniqueNames(names: readonly string[], maxBytes = Number.POSITIVE_INFINITY): string[] {
  const taken = new Set<string>()
  /** Where counting of a name stopped, so that a thousand of one name are not counted a million times. */
  const next = new Map<string, number>()
  return names.map((name) => {
    let unique = name
    for (let n = next.get(name) ?? 2; taken.has(compared(unique)); n++) {
      const number = ` (${n})`
      unique = `${cutToBytes(name, maxBytes - number.length).trimEnd()}${number}`
      next.set(name, n + 1)
    }
    taken.add(compared(unique))
    return unique
  })
}
