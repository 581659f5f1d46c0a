import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import type { Sealer } from '../ports/sealer'

const version = 'v1'
const ivBytes = 12
const tagBytes = 16

/** Creates a sealer with AES-256-GCM under a key derived from `secret`; the owner is authenticated as additional data. */
export function createSealer(secret: string): Sealer {
  const key = createHash('sha256').update('kejiang sealing key\0').update(secret).digest()
  return {
    seal(plain, owner) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(owner))
      const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return `${version}.${Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')}`
    },
    open(sealed, owner) {
      const [kind, text = ''] = sealed.split('.')
      const bytes = Buffer.from(text, 'base64url')
      if (kind !== version || bytes.length < ivBytes + tagBytes) return null
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes)).setAAD(Buffer.from(owner))
        decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
        return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString('utf8')
      } catch {
        // Another key, another owner, or changed data: in each case there is no usable secret.
        return null
      }
    },
  }
}
