/** Writes text in Chinese encodings, which Node only reads: doubles send what real systems send. */

/** Bytes of each character of two bytes, by the decoder: the table is as right as the decoder is. */
let table: ReadonlyMap<string, readonly [number, number]> | undefined

function readTable(): ReadonlyMap<string, readonly [number, number]> {
  const decoder = new TextDecoder('gb18030')
  const found = new Map<string, readonly [number, number]>()
  for (let lead = 0x81; lead <= 0xfe; lead += 1) {
    for (let trail = 0x40; trail <= 0xfe; trail += 1) {
      const character = decoder.decode(Uint8Array.of(lead, trail))
      const [first = ''] = character
      if (character === first && first !== '\ufffd' && !found.has(first)) found.set(first, [lead, trail])
    }
  }
  return found
}

/** Characters beyond the basic plane have four bytes in a row (GB 18030, from U+10000 at 90 30 81 30). */
function fourBytes(codePoint: number): number[] {
  let rest = codePoint - 0x10000
  const bytes: number[] = []
  for (const [size, base] of [
    [10, 0x30],
    [126, 0x81],
    [10, 0x30],
    [126, 0x90],
  ] as const) {
    bytes.unshift((rest % size) + base)
    rest = Math.floor(rest / size)
  }
  return bytes
}

/** Encodes text as GB18030, which is GBK where GBK has the character. A character outside of it becomes `?`. */
export function encodeGbk(text: string): Buffer {
  table ??= readTable()
  const bytes: number[] = []
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0
    if (codePoint < 0x80) bytes.push(codePoint)
    else bytes.push(...(table.get(character) ?? (codePoint > 0xffff ? fourBytes(codePoint) : [0x3f])))
  }
  return Buffer.from(bytes)
}

/** Encodes text in the encoding of this name; anything but UTF-8 is written as GB18030. */
export const encodeText = (text: string, charset: string): Buffer =>
  /^utf-?8$/i.test(charset) ? Buffer.from(text, 'utf8') : encodeGbk(text)
