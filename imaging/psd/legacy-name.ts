/**
 * Decodes names that a layer has in the encoding of the machine that wrote it, because files of other programs and of old
 * versions hold no Unicode name. The file does not say which encoding: each is tried, and the one in which the name is made of
 * the most common letters is taken.
 */

/** How common a letter is in names of an encoding, 0 to 1, by its bytes. */
type Commonness = (bytes: Uint8Array) => number

interface Encoding {
  readonly label: string
  /** Number of bytes of the letter that begins with this byte. */
  width(lead: number): number
  readonly commonness: Commonness
}

const isWithin = (value: number, low: number, high: number): boolean => value >= low && value <= high

/** The rows of each standard: its first level holds the letters of everyday texts. */
const encodings: readonly Encoding[] = [
  {
    label: 'gbk',
    width: (lead) => (lead > 0x80 ? 2 : 1),
    commonness: ([lead = 0, trail = 0]) => {
      if (trail < 0xa1 || lead < 0xa1) return 0.1
      return isWithin(lead, 0xb0, 0xd7) ? 1 : isWithin(lead, 0xd8, 0xf7) ? 0.8 : lead <= 0xa9 ? 0.7 : 0.1
    },
  },
  {
    label: 'shift_jis',
    width: (lead) => (isWithin(lead, 0x81, 0x9f) || isWithin(lead, 0xe0, 0xfc) ? 2 : 1),
    commonness: ([lead = 0, trail = 0]) => {
      // Katakana of half width, which other encodings look like.
      if (isWithin(lead, 0xa1, 0xdf)) return 0.05
      if (lead <= 0x83) return lead === 0x81 ? 0.8 : 1
      const code = lead * 256 + trail
      return isWithin(code, 0x889f, 0x9872) ? 0.9 : 0.3
    },
  },
  {
    label: 'big5',
    width: (lead) => (lead > 0x80 ? 2 : 1),
    commonness: ([lead = 0]) =>
      isWithin(lead, 0xa4, 0xc6) ? 0.85 : isWithin(lead, 0xc9, 0xf9) ? 0.3 : lead <= 0xa3 && lead >= 0xa1 ? 0.5 : 0.1,
  },
]

/** How common letters of Latin words are, so that a name is Latin unless another encoding explains it better. */
const latin = 0.5
/** A letter of two bytes next to a letter of ASCII is rather two Latin letters of a word. */
const insideWord = 0.3

const isAsciiLetter = (byte: number | undefined): boolean => byte !== undefined && isWithin(byte | 0x20, 0x61, 0x7a)

/** Returns the mean commonness of the letters that are not ASCII. */
function scoreOf(bytes: Uint8Array, { width, commonness }: Encoding): number {
  let [sum, count] = [0, 0]
  for (let at = 0; at < bytes.length; ) {
    const size = (bytes[at] as number) < 0x80 ? 1 : width(bytes[at] as number)
    if ((bytes[at] as number) >= 0x80) {
      const letter = bytes.subarray(at, at + size)
      const score = commonness(letter)
      const [before, after] = [isAsciiLetter(bytes[at - 1]), isAsciiLetter(bytes[at + size])]
      const inWord = isAsciiLetter(letter[1]) ? before || after : before && after && (letter[0] as number) < 0xa1
      sum += inWord ? score * insideWord : score
      count++
    }
    at += size
  }
  return count === 0 ? 0 : sum / count
}

const decoded = (label: string, bytes: Uint8Array): string | null => {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes)
  } catch {
    // The bytes are no text of this encoding.
    return null
  }
}

/** Small letters of Windows' Latin encoding, where Mac OS has signs and capitals. */
const isWindowsLetter = (byte: number): boolean => byte >= 0xdf

/** Longest names of early versions; a letter may be cut in two at their end. */
const cutLengths = [31, 63, 255]

export function legacyName(bytes: Uint8Array): string {
  if (bytes.every((byte) => byte < 0x80)) return String.fromCharCode(...bytes)
  const whole = cutLengths.includes(bytes.length) ? [bytes, bytes.subarray(0, -1), bytes.subarray(0, -2)] : [bytes]
  for (const some of whole) {
    const unicode = decoded('utf-8', some)
    if (unicode !== null) return unicode
  }
  let best: { readonly name: string; readonly score: number } | null = null
  for (const encoding of encodings) {
    for (const some of whole.slice(0, 2)) {
      const name = decoded(encoding.label, some)
      const score = name === null ? 0 : scoreOf(some, encoding)
      if (name !== null && score > (best?.score ?? latin)) best = { name, score }
      if (name !== null) break
    }
  }
  if (best !== null) return best.name
  const high = bytes.filter((byte) => byte >= 0x80)
  return new TextDecoder(high.every(isWindowsLetter) ? 'windows-1252' : 'macintosh').decode(bytes)
}
