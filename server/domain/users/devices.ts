/**
 * Devices a user has signed in from. Such a device carries a sealed note of it, and its attempts are counted by themselves: whatever
 * strangers guess under the user's name, or others at the same address, its owner signs in. A stolen note gives few guesses, no more.
 */
import { randomBytes } from 'node:crypto'
import type { Deps } from '../../kernel/context'

type Needs = Pick<Deps, 'sealer' | 'clock'>

/** Renewed with each login. */
const lifeMs = 180 * 24 * 60 * 60 * 1000
const ownerOf = (username: string): string => `device of ${username.toLowerCase()}`

/** A new note; a device that had one keeps its number. */
export function noteDevice({ sealer, clock }: Needs, username: string, device: string | null): string {
  return sealer.seal(
    JSON.stringify([device ?? randomBytes(12).toString('base64url'), clock.now().getTime() + lifeMs]),
    ownerOf(username),
  )
}

/** The number of a known device of this user; null for a note that is missing, too old, another user's or made up. */
export function knownDevice({ sealer, clock }: Needs, username: string, note: string | undefined): string | null {
  const opened = note === undefined ? null : sealer.open(note, ownerOf(username))
  if (opened === null) return null
  const [device, until] = JSON.parse(opened) as [string, number]
  return until > clock.now().getTime() ? device : null
}
