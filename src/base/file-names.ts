/** Names for files that sellers save: safe on Windows, where they are, and each once. */

/** Longest name without its ending, characters: with a folder before it, it must stay within what Windows takes. */
const maxLength = 80

/** Names that Windows keeps for devices, whatever their ending. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i

/**
 * What is left of a text as the name of a file; `otherwise` when that is nothing.
 *
 * @param text what the seller calls it.
 */
export function safeFileName(text: string, otherwise: string): string {
  const cleaned = text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what no name may hold
    .replace(/[\u0000-\u001f\u007f<>:"/\\|?*]/g, ' ')
    // Marks that turn the reading direction round would show another ending than the file has.
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  const short = [...cleaned]
    .slice(0, maxLength)
    .join('')
    .replace(/[. ]+$/, '')
  if (short === '' || /^\.+$/.test(short)) return otherwise
  return reserved.test(short.split('.')[0] ?? '') ? `_${short}` : short
}

/** Each name once, as Windows compares them: the second 海浪 becomes 海浪 (2). */
export function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    let unique = name
    for (let n = 2; taken.has(unique.toLowerCase()); n++) unique = `${name} (${n})`
    taken.add(unique.toLowerCase())
    return unique
  })
}
