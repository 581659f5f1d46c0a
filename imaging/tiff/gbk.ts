/** Names in GBK, which Chinese print software of Windows writes and reads. Browsers and Node decode it but do not encode it. */

let codes: ReadonlyMap<string, number> | undefined

/** Returns the code of each letter of two bytes, by decoding every pair: rows 0x81 to 0xFE, columns 0x40 to 0xFE. */
function codesOfGbk(): ReadonlyMap<string, number> {
  if (codes !== undefined) return codes
  const decoder = new TextDecoder('gbk')
  const made = new Map<string, number>()
  for (let lead = 0x81; lead <= 0xfe; lead++) {
    for (let trail = 0x40; trail <= 0xfe; trail++) {
      const letter = decoder.decode(Uint8Array.of(lead, trail))
      if (letter.length === 1 && letter !== '\ufffd' && !made.has(letter)) made.set(letter, lead * 256 + trail)
    }
  }
  codes = made
  return made
}

/** Encodes a text; letters that GBK lacks become question marks. */
export function encodeGbk(text: string): Uint8Array<ArrayBuffer> {
  const bytes: number[] = []
  for (const letter of text) {
    if (letter < '\u0080') bytes.push(letter.charCodeAt(0))
    else {
      const code = codesOfGbk().get(letter)
      if (code === undefined) bytes.push(0x3f)
      else bytes.push(code >> 8, code & 0xff)
    }
  }
  return Uint8Array.from(bytes)
}

/** Decodes a name that another program wrote. */
export const decodeGbk = (bytes: Uint8Array): string => new TextDecoder('gbk').decode(bytes)
