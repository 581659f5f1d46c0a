/** Bytes as text. */

/** Returns two lower-case digits for each byte. */
export const bytesHex = (bytes: Iterable<number>): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Returns random bytes as text, for ids and idempotency keys; `crypto.randomUUID` is missing on plain http. */
export const randomHex = (bytes = 16): string => bytesHex(crypto.getRandomValues(new Uint8Array(bytes)))
