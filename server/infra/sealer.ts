import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto'
import type { Sealer } from '../ports/sealer'

const version = 'v1'
const ivBytes = 12
const tagBytes = 16

const keyOf = (secret: string): Buffer => createHash('sha256').update('kejiang sealing key\0').update(secret).digest()

/** Returns a text by which a secret is recognised, and from which it cannot be found. */
export const secretFingerprint = (secret: string): string =>
  createHmac('sha256', keyOf(secret)).update('fingerprint').digest('hex').slice(0, 16)

function openWith(key: Buffer, bytes: Buffer, owner: string): string | null {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes)).setAAD(Buffer.from(owner))
    decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
    return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString('utf8')
  } catch {
    // Another key, another owner, or changed data: in each case there is no usable secret.
    return null
  }
}

/**
 * Creates a sealer with AES-256-GCM under a key derived from `secret`; the owner is authenticated as additional data. It also opens
 * what was sealed with one of the `others`.
 */
export function createSealer(secret: string, ...others: readonly string[]): Sealer {
  const keys = [secret, ...others].map(keyOf)
  const [sealingKey] = keys as [Buffer]
  return {
    seal(plain, owner) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', sealingKey, iv).setAAD(Buffer.from(owner))
      const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return `${version}.${Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')}`
    },
    open(sealed, owner) {
      const [kind, text = ''] = sealed.split('.')
      const bytes = Buffer.from(text, 'base64url')
      if (kind !== version || bytes.length < ivBytes + tagBytes) return null
      for (const key of keys) {
        const plain = openWith(key, bytes, owner)
        if (plain !== null) return plain
      }
      return null
    },
  }
}
