/**
 * Remembers devices a user has signed in from. Such a device has a sealed note, and its login attempts are counted separately:
 * its owner can sign in, whatever strangers try under the user's name or others at the same address. A stolen note allows only a
 * few guesses.
 */
import { randomBytes } from 'node:crypto'
import type { Deps } from '../../kernel/context'

type Needs = Pick<Deps, 'sealer' | 'clock'>

/** Lifetime of a note; renewed with each login. */
const lifeMs = 180 * 24 * 60 * 60 * 1000
const sealOwnerOf = (username: string): string => `device of ${username.toLowerCase()}`

/** Returns a new note; a known device keeps its number. */
export function sealDeviceNote({ sealer, clock }: Needs, username: string, device: string | null): string {
  return sealer.seal(
    JSON.stringify([device ?? randomBytes(12).toString('base64url'), clock.now().getTime() + lifeMs]),
    sealOwnerOf(username),
  )
}

/** Returns the number of a known device of this user; null for a note that is missing, expired, another user's or forged. */
export function readDeviceNote({ sealer, clock }: Needs, username: string, note: string | undefined): string | null {
  const opened = note === undefined ? null : sealer.open(note, sealOwnerOf(username))
  if (opened === null) return null
  const [device, until] = JSON.parse(opened) as [string, number]
  return until > clock.now().getTime() ? device : null
}
