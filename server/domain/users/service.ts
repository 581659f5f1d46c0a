/** Signing in and out, and changing passwords. */
import type { Me } from '../../../contract/types'
import type { Actor, Ctx, Deps, PublicCtx } from '../../kernel/context'
import { Failure, invalid } from '../../kernel/failure'
import { transact } from '../../kernel/transact'
import { readDeviceNote, sealDeviceNote } from './devices'
import { countAttempt } from './login-limit'
import { hashPassword, needsRehash, pretendToVerify, verifyPassword } from './password'
import { closeSessionsOf, openSession } from './sessions'
import { tokenHash } from './tokens'

const wrongCredentials = (): Failure => new Failure('login-failed', '用户名或密码错误')

/** Normalizes a user name. Sub-accounts are written `main:sub`; Chinese input methods often type the full-width colon. */
export const canonicalUsername = (text: string): string => text.normalize('NFC').replaceAll('：', ':').trim()

export interface SignedIn {
  readonly token: string
  /** Sealed note by which this device is recognized at its next login. */
  readonly device: string
}

/**
 * Returns a token for a correct name and password. Rejects with 'login-failed', the same for an unknown name, a wrong password
 * and a disabled user, or with 'too-many-requests'.
 */
export async function login(
  ctx: PublicCtx,
  input: { username: string; password: string; device?: string | undefined },
): Promise<SignedIn> {
  const username = canonicalUsername(input.username)
  const device = readDeviceNote(ctx, username, input.device)
  const attempt = await countAttempt(ctx, { username, address: ctx.address, device })
  const user = await ctx.db
    .selectFrom('app_user')
    .select(['id', 'password_hash', 'enabled'])
    .where('username', '=', username)
    .executeTakeFirst()
  if (!user?.password_hash) {
    await pretendToVerify(input.password)
    throw wrongCredentials()
  }
  const isCorrect = await verifyPassword(user.password_hash, input.password)
  if (!isCorrect || !user.enabled) throw wrongCredentials()
  const hash = needsRehash(user.password_hash)
    ? await renewHash(ctx, user.id, user.password_hash, input.password)
    : user.password_hash
  const token = await transact(ctx, async (inner) => {
    // Checking took a while: if the password was changed or the user disabled meanwhile, no session must be opened.
    const unchanged = await inner.db
      .selectFrom('app_user')
      .select('id')
      .where('id', '=', user.id)
      .where('password_hash', '=', hash)
      .where('enabled', '=', true)
      .forShare()
      .executeTakeFirst()
    if (!unchanged) throw wrongCredentials()
    return openSession(inner, user.id)
  })
  await attempt.clearFailures()
  return { token, device: sealDeviceNote(ctx, username, device) }
}

/** Stores the same password at the current cost, unless it was changed meanwhile; returns the new hash. */
async function renewHash({ db }: Pick<Deps, 'db'>, userId: number, old: string, password: string): Promise<string> {
  const hash = await hashPassword(password)
  await db
    .updateTable('app_user')
    .set({ password_hash: hash })
    .where('id', '=', userId)
    .where('password_hash', '=', old)
    .execute()
  return hash
}

/** Redeems a set-up link, once. Rejects with 'invalid' on `setupToken` when it is unknown, used or expired. */
export async function setPassword(ctx: PublicCtx, input: { setupToken: string; password: string }): Promise<SignedIn> {
  const token = tokenHash(input.setupToken)
  const now = ctx.clock.now()
  const expired = () => invalid('setupToken', '链接已失效，请联系管理员重新生成')
  const known = await ctx.db
    .selectFrom('app_user')
    .select('id')
    .where('setup_token_hash', '=', token)
    .where('setup_expires_at', '>', now)
    .executeTakeFirst()
  if (!known) throw expired()
  const hash = await hashPassword(input.password)
  // Redeeming and setting are one transaction: after a failure in between, the link still works. Of two parallel requests one
  // finds the link used.
  return transact(ctx, async (inner) => {
    const user = await inner.db
      .updateTable('app_user')
      .set({ password_hash: hash, setup_token_hash: null, setup_expires_at: null })
      .where('setup_token_hash', '=', token)
      .where('setup_expires_at', '>', now)
      .where('enabled', '=', true)
      .returning(['id', 'username'])
      .executeTakeFirst()
    if (!user) throw expired()
    await closeSessionsOf(inner.db, user.id)
    return { token: await openSession(inner, user.id), device: sealDeviceNote(inner, user.username, null) }
  })
}

export function describe(actor: Actor): Me {
  return {
    username: actor.username,
    ...(actor.mainUsername === undefined ? {} : { mainUsername: actor.mainUsername }),
    permissions: [...actor.permissions],
    ...(actor.shopIds === undefined ? {} : { shopIds: [...actor.shopIds] }),
  }
}

/** Returns whether the account has orders, which decides on the user's first screen. */
export async function hasOrders({ db, actor }: Ctx): Promise<boolean> {
  const found = await db
    .selectFrom('shop_order')
    .select('id')
    .where('account_id', '=', actor.accountId)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Sets a user's own new password. It requires the current one, so that somebody who found an open window cannot change it. The
 * current session stays; the user's other sessions and any set-up link end. Rejects with 'invalid' on `password` when the current
 * one is wrong, and with 'too-many-requests'.
 */
export async function changeOwnPassword(
  ctx: Ctx & { readonly sessionHash: string },
  { password, newPassword }: { readonly password: string; readonly newPassword: string },
): Promise<void> {
  const { userId, username } = ctx.actor
  const attempt = await countAttempt(ctx, { username, address: '', device: `session ${ctx.sessionHash}` })
  const { password_hash: old } = await ctx.db
    .selectFrom('app_user')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  if (old === null || !(await verifyPassword(old, password))) throw invalid('password', '当前密码不正确')
  const hash = await hashPassword(newPassword)
  await transact(ctx, async ({ db }) => {
    const changed = await db
      .updateTable('app_user')
      .set({ password_hash: hash, setup_token_hash: null, setup_expires_at: null })
      .where('id', '=', userId)
      .where('password_hash', '=', old)
      .returning('id')
      .executeTakeFirst()
    if (!changed) throw new Failure('conflict', '密码刚刚已被修改，请重试')
    await closeSessionsOf(db, userId, ctx.sessionHash)
  })
  await attempt.clearFailures()
}
