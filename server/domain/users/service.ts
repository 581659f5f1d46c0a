/** Signing in and out. */
import type { Me } from '../../../contract/types'
import type { Actor, Deps, PublicCtx } from '../../kernel/context'
import { Failure, invalid } from '../../kernel/failure'
import { changePassword } from './accounts'
import { countAttempt } from './login-limit'
import { hashPassword, needsRehash, pretendToVerify, verifyPassword } from './password'
import { openSession } from './sessions'
import { tokenHash } from './tokens'

const wrong = (): Failure => new Failure('login-failed', '用户名或密码错误')

/** Sub-accounts are written `main:sub`; Chinese input methods often type the wide colon. */
export const canonicalUsername = (text: string): string => text.normalize('NFC').replaceAll('：', ':').trim()

/**
 * A token for a right name and password. Rejects with 'login-failed', the same for an unknown name, a wrong password and a
 * disabled user, or with 'too-many-requests'.
 */
export async function login(ctx: PublicCtx, input: { username: string; password: string }): Promise<string> {
  const username = canonicalUsername(input.username)
  const attempt = await countAttempt(ctx, username, ctx.address)
  const user = await ctx.db
    .selectFrom('app_user')
    .select(['id', 'password_hash', 'enabled'])
    .where('username', '=', username)
    .executeTakeFirst()
  if (!user?.password_hash) {
    await pretendToVerify(input.password)
    throw wrong()
  }
  const right = await verifyPassword(user.password_hash, input.password)
  if (!right || !user.enabled) throw wrong()
  await attempt.forget()
  if (needsRehash(user.password_hash)) await renewHash(ctx, user.id, user.password_hash, input.password)
  return openSession(ctx, user.id)
}

/** Stores the same password at today's cost, unless it was changed meanwhile. */
async function renewHash({ db }: Pick<Deps, 'db'>, userId: number, old: string, password: string): Promise<void> {
  const hash = await hashPassword(password)
  await db
    .updateTable('app_user')
    .set({ password_hash: hash })
    .where('id', '=', userId)
    .where('password_hash', '=', old)
    .execute()
}

/** Redeems a set-up link once. Rejects with 'invalid' on `setupToken` when it is unknown, used or too old. */
export async function setPassword(ctx: PublicCtx, input: { setupToken: string; password: string }): Promise<string> {
  const hash = tokenHash(input.setupToken)
  // Taking the token and knowing whose it was are one statement: of two requests in parallel one finds nothing.
  const user = await ctx.db
    .updateTable('app_user')
    .set({ setup_token_hash: null, setup_expires_at: null })
    .where('setup_token_hash', '=', hash)
    .where('setup_expires_at', '>', ctx.clock.now())
    .where('enabled', '=', true)
    .returning('id')
    .executeTakeFirst()
  if (!user) throw invalid('setupToken', '链接已失效，请联系管理员重新生成')
  await changePassword(ctx, user.id, input.password)
  return openSession(ctx, user.id)
}

export function describe(actor: Actor): Me {
  return {
    username: actor.username,
    ...(actor.mainUsername === undefined ? {} : { mainUsername: actor.mainUsername }),
    permissions: [...actor.permissions],
  }
}
