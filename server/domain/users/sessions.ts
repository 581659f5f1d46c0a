/** Sessions: a bearer token is valid until it is idle too long, too old, or revoked. */
import { permissions as allPermissions, type Permission } from '../../../contract/constants'
import type { Actor, Db, Deps } from '../../kernel/context'
import { userChangesOf } from '../../kernel/user-changes'
import { newToken, tokenHash } from './tokens'

const day = 24 * 60 * 60 * 1000
/** A seller who opens the plugin once a week stays signed in. */
export const sessionIdleMs = 7 * day
export const sessionMaxMs = 30 * day
/** `last_used_at` is written at most this often, so that not every request writes. */
const touchEveryMs = 60_000

type Needs = Pick<Deps, 'db' | 'clock'>

export interface Session {
  readonly actor: Actor
  readonly sessionHash: string
}

/** Opens a session and returns its token, which is not stored. */
export async function openSession({ db, clock }: Needs, userId: number): Promise<string> {
  const token = newToken()
  const now = clock.now()
  await db
    .insertInto('session')
    .values({
      token_hash: tokenHash(token),
      user_id: userId,
      created_at: now,
      last_used_at: now,
      expires_at: new Date(now.getTime() + sessionMaxMs),
    })
    .execute()
  return token
}

/** Reads the session of a token's hash with its user, unless the user is disabled. */
const readSession = (db: Db, hash: string) =>
  db
    .selectFrom('session')
    .innerJoin('app_user', 'app_user.id', 'session.user_id')
    .innerJoin('account', 'account.id', 'app_user.account_id')
    .select(['app_user.id', 'app_user.account_id', 'app_user.username', 'app_user.is_main', 'app_user.permissions'])
    .select('app_user.shop_ids')
    .select(['account.name as accountName', 'session.expires_at', 'session.last_used_at'])
    .where('session.token_hash', '=', hash)
    .where('app_user.enabled', '=', true)
    .executeTakeFirst()

type SessionRow = NonNullable<Awaited<ReturnType<typeof readSession>>>

const maxRemembered = 1000
const rememberedByDb = new WeakMap<Db, { changes: number; readonly rows: Map<string, SessionRow> }>()

/**
 * Reads a session, or returns it as it was read since the last change of users and sessions, where this process sees every change: a
 * page of a list takes little longer than reading who asks for it.
 */
async function currentSession(db: Db, hash: string): Promise<SessionRow | undefined> {
  const changes = userChangesOf(db)
  if (changes === null) return readSession(db, hash)
  const remembered = rememberedByDb.get(db) ?? { changes, rows: new Map() }
  rememberedByDb.set(db, remembered)
  if (remembered.changes !== changes || remembered.rows.size >= maxRemembered) {
    remembered.changes = changes
    remembered.rows.clear()
  }
  const known = remembered.rows.get(hash)
  if (known) return known
  const row = await readSession(db, hash)
  // A change of the user during the read may be missing in the row, so the row is remembered only without one.
  if (row && userChangesOf(db) === changes) remembered.rows.set(hash, row)
  return row
}

/** Returns the session of a token; null when it is unknown, expired, idle too long or its user is disabled. */
export async function findSession({ db, clock }: Needs, token: string): Promise<Session | null> {
  const hash = tokenHash(token)
  const now = clock.now()
  const row = await currentSession(db, hash)
  if (!row || row.expires_at <= now || now.getTime() - row.last_used_at.getTime() >= sessionIdleMs) return null
  if (now.getTime() - row.last_used_at.getTime() > touchEveryMs) {
    await db.updateTable('session').set({ last_used_at: now }).where('token_hash', '=', hash).execute()
  }
  return {
    sessionHash: hash,
    actor: {
      accountId: row.account_id,
      userId: row.id,
      username: row.username,
      ...(row.is_main ? {} : { mainUsername: row.accountName }),
      permissions: row.is_main ? allPermissions : knownPermissions(row.permissions),
      ...(row.shop_ids === null ? {} : { shopIds: row.shop_ids }),
    },
  }
}

/** Drops permission names that an older or newer version stored. */
export const knownPermissions = (names: readonly string[]): Permission[] => allPermissions.filter((name) => names.includes(name))

export async function closeSession(db: Db, sessionHash: string): Promise<void> {
  await db.deleteFrom('session').where('token_hash', '=', sessionHash).execute()
}

/** Ends every session of a user except `keep`: after a password change and when the user is disabled. */
export async function closeSessionsOf(db: Db, userId: number, keep?: string): Promise<void> {
  const all = db.deleteFrom('session').where('user_id', '=', userId)
  await (keep === undefined ? all : all.where('token_hash', '<>', keep)).execute()
}
