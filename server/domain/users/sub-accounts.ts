/** Sub-accounts: users of the same merchant with some of its rights. */
import type { Selectable } from 'kysely'
import type { Permission } from '../../../contract/constants'
import type { AppContract } from '../../../contract/contract'
import type { Parsed, Reply } from '../../../contract/core'
import type { Ctx } from '../../kernel/context'
import { Failure, invalid, notFound } from '../../kernel/failure'
import { transact } from '../../kernel/transact'
import type { Database } from '../../ports/database'
import { hashPassword } from './password'
import { closeSessionsOf, knownPermissions } from './sessions'

type Calls = AppContract['subAccounts']
type SubAccount = Reply<Calls['create']>

const view = (row: Selectable<Database['app_user']>): SubAccount => ({
  id: row.id,
  username: row.username,
  permissions: knownPermissions(row.permissions),
  enabled: row.enabled,
  createdAt: row.created_at.getTime(),
})

export async function listSubAccounts(ctx: Ctx): Promise<SubAccount[]> {
  const rows = await ctx.db
    .selectFrom('app_user')
    .selectAll()
    .where('account_id', '=', ctx.actor.accountId)
    .where('is_main', '=', false)
    .orderBy('id')
    .execute()
  return rows.map(view)
}

export async function createSubAccount(ctx: Ctx, body: Parsed<Calls['create']>['body']): Promise<SubAccount> {
  mayGrant(ctx, body.permissions)
  const password = await hashPassword(body.password)
  const main = ctx.actor.mainUsername ?? ctx.actor.username
  const row = await ctx.db
    .insertInto('app_user')
    .values({
      account_id: ctx.actor.accountId,
      username: `${main}:${body.username.normalize('NFC')}`,
      password_hash: password,
      is_main: false,
      permissions: [...new Set(body.permissions)],
    })
    .onConflict((conflict) => conflict.column('username').doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!row) throw invalid('username', '该子账号已存在')
  return view(row)
}

/** A new password and a disabled user end the sub-account's sessions at once; fewer rights act on its next request. */
export async function updateSubAccount(ctx: Ctx, id: number, body: Parsed<Calls['update']>['body']): Promise<SubAccount> {
  await mayTouch(ctx, id)
  if (body.permissions) mayGrant(ctx, body.permissions)
  const password = body.password === undefined ? undefined : await hashPassword(body.password)
  return transact(ctx, async ({ db }) => {
    const row = await db
      .updateTable('app_user')
      .set({
        ...(password === undefined ? {} : { password_hash: password, setup_token_hash: null, setup_expires_at: null }),
        ...(body.permissions ? { permissions: [...new Set(body.permissions)] } : {}),
        ...(body.enabled === undefined ? {} : { enabled: body.enabled }),
        // An empty change is a read; the statement still needs one column.
        is_main: false,
      })
      .where('id', '=', id)
      .where('account_id', '=', ctx.actor.accountId)
      .where('is_main', '=', false)
      .returningAll()
      .executeTakeFirst()
    if (!row) throw notFound('子账号')
    if (password !== undefined || body.enabled === false) await closeSessionsOf(db, id)
    return view(row)
  })
}

export async function removeSubAccount(ctx: Ctx, id: number): Promise<void> {
  await mayTouch(ctx, id)
  await ctx.db
    .deleteFrom('app_user')
    .where('id', '=', id)
    .where('account_id', '=', ctx.actor.accountId)
    .where('is_main', '=', false)
    .execute()
}

/** Nobody hands out a right they do not have. */
function mayGrant(ctx: Ctx, wanted: readonly Permission[]): void {
  if (!wanted.every((name) => ctx.actor.permissions.includes(name))) throw invalid('permissions', '不能授予自己没有的权限')
}

/**
 * A sub-account that manages users may not change itself, nor a colleague with more rights than its own: setting that
 * colleague's password would lend it those rights.
 */
async function mayTouch(ctx: Ctx, id: number): Promise<void> {
  const row = await ctx.db
    .selectFrom('app_user')
    .select('permissions')
    .where('id', '=', id)
    .where('account_id', '=', ctx.actor.accountId)
    .where('is_main', '=', false)
    .executeTakeFirst()
  if (!row) throw notFound('子账号')
  if (ctx.actor.mainUsername === undefined) return
  const above = knownPermissions(row.permissions).some((name) => !ctx.actor.permissions.includes(name))
  if (above || id === ctx.actor.userId) throw new Failure('subuser.has-no-permission', '不能修改自己或权限更高的子账号')
}
