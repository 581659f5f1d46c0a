import { createHash, randomBytes } from 'node:crypto'

/** Returns a secret of 256 random bits to hand out once; the database stores only its hash. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** Returns the stored hash of a token. A plain hash is enough: 256 random bits cannot be guessed. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex')
