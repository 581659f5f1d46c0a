/** Base64 written out in TypeScript: the client's logic layer has no `btoa`, and `btoa` takes strings, not bytes. */
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const codes = new Uint8Array(64)
const values = new Uint8Array(128).fill(255)
for (let i = 0; i < 64; i += 1) {
  codes[i] = alphabet.charCodeAt(i)
  values[alphabet.charCodeAt(i)] = i
}
const pad = 61

/** Character codes per call of `String.fromCharCode`; well below the argument limit of every engine. */
const textPiece = 8192

export function toBase64(bytes: Uint8Array): string {
  const length = bytes.length
  const out = new Uint8Array(Math.ceil(length / 3) * 4)
  const whole = length - (length % 3)
  let o = 0
  let i = 0
  for (; i < whole; i += 3) {
    const word = ((bytes[i] as number) << 16) | ((bytes[i + 1] as number) << 8) | (bytes[i + 2] as number)
    out[o] = codes[word >> 18] as number
    out[o + 1] = codes[(word >> 12) & 63] as number
    out[o + 2] = codes[(word >> 6) & 63] as number
    out[o + 3] = codes[word & 63] as number
    o += 4
  }
  if (i < length) {
    const word = ((bytes[i] as number) << 16) | ((i + 1 < length ? (bytes[i + 1] as number) : 0) << 8)
    out[o] = codes[word >> 18] as number
    out[o + 1] = codes[(word >> 12) & 63] as number
    out[o + 2] = i + 1 < length ? (codes[(word >> 6) & 63] as number) : pad
    out[o + 3] = pad
  }
  let text = ''
  for (let start = 0; start < out.length; start += textPiece) {
    // `apply` accepts any array-like value; only its type declaration demands number[].
    text += String.fromCharCode.apply(null, out.subarray(start, start + textPiece) as unknown as number[])
  }
  return text
}

/** Decodes base64. Returns null unless the whole text is valid padded base64. */
export function fromBase64(text: string): Uint8Array | null {
  const length = text.length
  if (length % 4 !== 0) return null
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  const size = (length / 4) * 3 - padding
  const out = new Uint8Array(size)
  const digits = length - padding
  /** Returns the value of the digit at `at`, or 255 if the character is no base64 digit. Padding counts as zero. */
  const valueAt = (at: number): number => {
    const code = at < digits ? text.charCodeAt(at) : 65
    return code < 128 ? (values[code] as number) : 255
  }
  const whole = digits - (digits % 4)
  let o = 0
  for (let i = 0; i < whole; i += 4) {
    const c0 = text.charCodeAt(i)
    const c1 = text.charCodeAt(i + 1)
    const c2 = text.charCodeAt(i + 2)
    const c3 = text.charCodeAt(i + 3)
    if ((c0 | c1 | c2 | c3) > 127) return null
    const v0 = values[c0] as number
    const v1 = values[c1] as number
    const v2 = values[c2] as number
    const v3 = values[c3] as number
    // A digit is at most 63, so bit 7 is set only where a character is no base64 digit.
    if ((v0 | v1 | v2 | v3) & 128) return null
    out[o] = (v0 << 2) | (v1 >> 4)
    out[o + 1] = ((v1 & 15) << 4) | (v2 >> 2)
    out[o + 2] = ((v2 & 3) << 6) | v3
    o += 3
  }
  if (whole < length) {
    const [v0, v1, v2] = [valueAt(whole), valueAt(whole + 1), valueAt(whole + 2)] as const
    if ((v0 | v1 | v2) & 128) return null
    out[o] = (v0 << 2) | (v1 >> 4)
    if (o + 1 < size) out[o + 1] = ((v1 & 15) << 4) | (v2 >> 2)
  }
  return out
}
