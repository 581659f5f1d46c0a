import { createHash, randomBytes } from 'node:crypto'

/** A secret of 256 bits to hand out once; the database keeps only its hash. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** What is stored of a token. A plain hash is enough: 256 random bits cannot be guessed. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex')
