/** Limits login attempts. Failed logins are rows, so that neither a restart nor a second process forgets them. */
import { sql } from 'kysely'
import type { Deps } from '../../kernel/context'
import { Failure } from '../../kernel/failure'
import { transact } from '../../kernel/transact'

export const loginWindowMs = 15 * 60 * 1000
/** Maximum failures per name and address, and per name and known device. */
export const maxFailuresPerNameAndAddress = 8
/** Maximum failures per name from anywhere: higher, so that a stranger's guesses do not quickly lock the seller out. */
export const maxFailuresPerName = 40
/** Higher still, because many sellers of one office share an address. */
export const maxFailuresPerAddress = 60

type Needs = Pick<Deps, 'db' | 'clock'>

/** The name and origin that a login attempt claims. */
interface LoginOrigin {
  readonly username: string
  readonly address: string
  /** Number of a device that this user has signed in from before; null otherwise. */
  readonly device: string | null
}

/** An attempt that counts as failed until `clearFailures` is called. */
export interface Attempt {
  /**
   * The login succeeded: this attempt and earlier failures under this name from this address or device no longer count. Failures
   * of others under the name still count; otherwise each login of the owner would give an attacker new guesses.
   */
  clearFailures(): Promise<void>
}

/**
 * Counts an attempt before its password is checked, so that parallel attempts cannot exceed the limit. Rejects with
 * 'too-many-requests' and the minutes to wait; a refused attempt does not lengthen the wait.
 */
export function countAttempt(deps: Needs, { username, address, device }: LoginOrigin): Promise<Attempt> {
  const name = username.toLowerCase()
  const ownKey = device === null ? `pair:${JSON.stringify([name, address])}` : `device:${JSON.stringify([name, device])}`
  const own = { key: ownKey, most: maxFailuresPerNameAndAddress }
  // A known device is not refused for what others do under the name or at the address.
  const limits =
    device === null
      ? [own, { key: `name:${name}`, most: maxFailuresPerName }, { key: `address:${address}`, most: maxFailuresPerAddress }]
      : [own]
  const now = deps.clock.now()
  return transact(deps, async ({ db }) => {
    let waitUntil = 0
    for (const { key, most } of limits) {
      // Attempts under one key are counted one after another; keys are locked in the same order of kinds, so that no deadlock
      // occurs.
      await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(db)
      const earlier = await db
        .selectFrom('login_failure')
        .select('at')
        .where('key', '=', key)
        .where('at', '>', new Date(now.getTime() - loginWindowMs))
        .orderBy('id', 'desc')
        .limit(most)
        .execute()
      // The wait ends when the oldest of the counted failures leaves the window.
      const oldest = earlier.length === most ? earlier.at(-1)?.at.getTime() : undefined
      if (oldest !== undefined) waitUntil = Math.max(waitUntil, oldest + loginWindowMs)
    }
    if (waitUntil > 0) {
      const minutes = Math.max(1, Math.ceil((waitUntil - now.getTime()) / 60_000))
      throw new Failure('too-many-requests', `登录太频繁，请 ${minutes} 分钟后再试`)
    }
    const rows = await db
      .insertInto('login_failure')
      .values(limits.map(({ key }) => ({ key, at: now })))
      .returning('id')
      .execute()
    const ids = rows.map(({ id }) => id)
    return {
      async clearFailures() {
        await deps.db
          .deleteFrom('login_failure')
          .where((where) => where.or([where('id', 'in', ids), where('key', '=', ownKey)]))
          .execute()
      },
    }
  })
}
