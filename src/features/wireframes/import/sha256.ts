import { sha256 } from '@noble/hashes/sha2.js'

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Bytes hashed before the page may do something else. */
const slice = 1024 * 1024

/**
 * SHA-256 of a file's bytes, lower-case hex. The browser's own, off the main thread; a page on plain http has none and hashes in
 * slices with pauses.
 */
export async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  // Absent outside secure contexts, whatever its type says.
  const subtle = (globalThis.crypto as Crypto | undefined)?.subtle as SubtleCrypto | undefined
  if (subtle) return hex(new Uint8Array(await subtle.digest('SHA-256', bytes)))
  const hash = sha256.create()
  for (let at = 0; at < bytes.length; at += slice) {
    hash.update(bytes.subarray(at, at + slice))
    await new Promise((resume) => setTimeout(resume))
  }
  return hex(hash.digest())
}
