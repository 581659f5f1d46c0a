/** Merchant accounts and their one main user: created from the command line, never over the web. */
import type { Deps } from '../../kernel/context'
import { Failure } from '../../kernel/failure'
import { transact } from '../../kernel/transact'
import { hashPassword, verifyPassword } from './password'
import { closeSessionsOf } from './sessions'
import { newToken, tokenHash } from './tokens'

type Needs = Pick<Deps, 'db' | 'clock'>

/** Lifetime of a printed set-up link. */
export const setupLinkMs = 48 * 60 * 60 * 1000

export interface AccountRow {
  readonly accountId: number
  readonly userId: number
}

/** Normalizes an account name, which must not look like a sub-account's `main:sub`. Throws a Failure 'invalid'. */
export function checkAccountName(name: string): string {
  const clean = name.normalize('NFC').trim()
  if (!/^[^:：\s\p{Cc}]{1,40}$/u.test(clean)) throw new Failure('invalid', '用户名须为 1–40 个字符，不能含冒号或空格')
  return clean
}

/**
 * Creates an account and its main user, without a password when none is given. Rejects with 'conflict' for a name that is taken.
 */
export async function createAccount(deps: Needs, input: { name: string; password?: string }): Promise<AccountRow> {
  const name = checkAccountName(input.name)
  const password = input.password === undefined ? null : await hashPassword(input.password)
  return transact(deps, async ({ db }) => {
    const account = await db
      .insertInto('account')
      .values({ name })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!account) throw new Failure('conflict', `账号 ${name} 已存在`)
    const user = await db
      .insertInto('app_user')
      .values({ account_id: account.id, username: name, password_hash: password, is_main: true })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { accountId: account.id, userId: user.id }
  })
}

export async function findUserId(db: Deps['db'], username: string): Promise<number | null> {
  const row = await db.selectFrom('app_user').select('id').where('username', '=', username).executeTakeFirst()
  return row?.id ?? null
}

/** Returns a one-time token with which the user sets a password; an earlier token stops working. */
export async function issueSetupToken({ db, clock }: Needs, userId: number): Promise<string> {
  const token = newToken()
  await db
    .updateTable('app_user')
    .set({ setup_token_hash: tokenHash(token), setup_expires_at: new Date(clock.now().getTime() + setupLinkMs) })
    .where('id', '=', userId)
    .execute()
  return token
}

/** Sets a password and ends every session and set-up link of the user. */
export async function changePassword(deps: Needs, userId: number, password: string): Promise<void> {
  const hash = await hashPassword(password)
  await transact(deps, async ({ db }) => {
    await db
      .updateTable('app_user')
      .set({ password_hash: hash, setup_token_hash: null, setup_expires_at: null })
      .where('id', '=', userId)
      .execute()
    await closeSessionsOf(db, userId)
  })
}

/** Sets the user's password unless it is the same, so that the password printed at start-up works. */
export async function ensurePassword(deps: Needs, username: string, password: string): Promise<void> {
  const user = await deps.db
    .selectFrom('app_user')
    .select(['id', 'password_hash'])
    .where('username', '=', username)
    .executeTakeFirst()
  if (!user || (user.password_hash !== null && (await verifyPassword(user.password_hash, password)))) return
  await changePassword(deps, user.id, password)
}
