/** Base64 of the pieces of a file, in a browser: twice as fast as core/base64.ts, which has to do without `TextDecoder`. */
import { toBase64 } from '../core/base64'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
/** The two letters of each 12 bits, in the order in which memory holds them. */
const pairs = (() => {
  const letters = new Uint8Array(2 * 4096)
  for (let bits = 0; bits < 4096; bits += 1) {
    letters[2 * bits] = alphabet.charCodeAt(bits >> 6)
    letters[2 * bits + 1] = alphabet.charCodeAt(bits & 63)
  }
  return new Uint16Array(letters.buffer)
})()
const decoder = new TextDecoder()

export function pieceToBase64(bytes: Uint8Array): string {
  const whole = bytes.length - (bytes.length % 3)
  const out = new Uint16Array((whole / 3) * 2)
  let o = 0
  for (let i = 0; i < whole; i += 3) {
    const word = ((bytes[i] as number) << 16) | ((bytes[i + 1] as number) << 8) | (bytes[i + 2] as number)
    out[o] = pairs[word >> 12] as number
    out[o + 1] = pairs[word & 4095] as number
    o += 2
  }
  const text = decoder.decode(out)
  return whole === bytes.length ? text : text + toBase64(bytes.subarray(whole))
}
