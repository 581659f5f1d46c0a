/** Base64 by hand: `btoa` is missing in the client's logic layer and takes strings, not bytes. */
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const codes = new Uint8Array(64)
const values = new Uint8Array(128).fill(255)
for (let i = 0; i < 64; i += 1) {
  codes[i] = alphabet.charCodeAt(i)
  values[alphabet.charCodeAt(i)] = i
}
const pad = 61

/** Below every engine's limit of arguments to one call. */
const textPiece = 8192

export function toBase64(bytes: Uint8Array): string {
  const length = bytes.length
  const out = new Uint8Array(Math.ceil(length / 3) * 4)
  let o = 0
  for (let i = 0; i < length; i += 3) {
    const a = bytes[i] as number
    const b = i + 1 < length ? (bytes[i + 1] as number) : 0
    const c = i + 2 < length ? (bytes[i + 2] as number) : 0
    out[o] = codes[a >> 2] as number
    out[o + 1] = codes[((a & 3) << 4) | (b >> 4)] as number
    out[o + 2] = i + 1 < length ? (codes[((b & 15) << 2) | (c >> 6)] as number) : pad
    out[o + 3] = i + 2 < length ? (codes[c & 63] as number) : pad
    o += 4
  }
  let text = ''
  for (let i = 0; i < out.length; i += textPiece) {
    // apply takes any array-like; its type only knows number[].
    text += String.fromCharCode.apply(null, out.subarray(i, i + textPiece) as unknown as number[])
  }
  return text
}

/** The bytes, or null when the text is not padded base64 from start to end. */
export function fromBase64(text: string): Uint8Array | null {
  const length = text.length
  if (length % 4 !== 0) return null
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  const size = (length / 4) * 3 - padding
  const out = new Uint8Array(size)
  const digits = length - padding
  let o = 0
  for (let i = 0; i < length; i += 4) {
    let word = 0
    for (let j = i; j < i + 4; j += 1) {
      const code = j < digits ? text.charCodeAt(j) : 65
      const value = code < 128 ? (values[code] as number) : 255
      if (value === 255) return null
      word = (word << 6) | value
    }
    out[o] = word >> 16
    if (o + 1 < size) out[o + 1] = (word >> 8) & 255
    if (o + 2 < size) out[o + 2] = word & 255
    o += 3
  }
  return out
}
