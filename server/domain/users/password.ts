/**
 * Hashes passwords with argon2id as PHC text, so that each hash contains its own cost and can be renewed when the cost is raised.
 */
import { type Algorithm, hash, verify } from '@node-rs/argon2'

/** Takes about 70 ms on one core; OWASP's minimum is 19 MiB and two passes. */
const cost = { algorithm: 2 satisfies Algorithm.Argon2id, memoryCost: 65_536, timeCost: 3, parallelism: 1 } as const
const currentPrefix = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`

export function hashPassword(plain: string): Promise<string> {
  return hash(plain.normalize('NFC'), cost)
}

/** Returns false for a wrong password; rejects only when the stored text is no PHC hash. */
export function verifyPassword(stored: string, plain: string): Promise<boolean> {
  return verify(stored, plain.normalize('NFC'))
}

/** Returns whether a stored hash has a cost other than the current one and should be replaced at the next successful login. */
export const needsRehash = (stored: string): boolean => !stored.startsWith(currentPrefix)

let decoy: Promise<string> | undefined

/** Takes as long as a real check, so that an unknown user name is not refused faster than a wrong password. */
export async function pretendToVerify(plain: string): Promise<void> {
  decoy ??= hashPassword('no user has this password')
  await verifyPassword(await decoy, plain)
}
