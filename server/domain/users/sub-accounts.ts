/** Sub-accounts: users of the same merchant with some of its permissions. */
import { type Selectable, sql } from 'kysely'
import type { Permission } from '../../../contract/constants'
import type { AppContract } from '../../../contract/contract'
import type { Parsed, Reply } from '../../../contract/core'
import type { Ctx } from '../../kernel/context'
import { Failure, invalid, notFound } from '../../kernel/failure'
import { findOwned } from '../../kernel/owned'
import type { Database } from '../../kernel/tables'
import { transact } from '../../kernel/transact'
import { issueSetupToken, setupLinkMs } from './accounts'
import { hashPassword } from './password'
import { closeSessionsOf, knownPermissions } from './sessions'

type Calls = AppContract['subAccounts']
type SubAccount = Reply<Calls['update']>
type SetupLink = Reply<Calls['setupLink']>

const view = ({ actor, clock }: Pick<Ctx, 'actor' | 'clock'>, row: Selectable<Database['app_user']>): SubAccount => ({
  id: row.id,
  username: row.username,
  permissions: knownPermissions(row.permissions),
  // A limited caller does not learn of other shops by the ids of a colleague.
  shopIds: row.shop_ids?.filter((id) => actor.shopIds?.includes(id) ?? true) ?? null,
  enabled: row.enabled,
  createdAt: row.created_at.getTime(),
  hasPassword: row.password_hash !== null,
  setupExpiresAt: row.setup_expires_at !== null && row.setup_expires_at > clock.now() ? row.setup_expires_at.getTime() : null,
})

/** Returns `main:name`, the name that a sub-account signs in with. */
const fullName = ({ actor }: Ctx, name: string): string => `${actor.mainUsername ?? actor.username}:${name.normalize('NFC')}`

/** Creates a new one-time link for a sub-account; its earlier link stops working. */
async function newLink(ctx: Ctx, id: number): Promise<SetupLink> {
  const expiresAt = ctx.clock.now().getTime() + setupLinkMs
  return { setupToken: await issueSetupToken(ctx, id), expiresAt }
}

export async function listSubAccounts(ctx: Ctx): Promise<SubAccount[]> {
  const rows = await ctx.db
    .selectFrom('app_user')
    .selectAll()
    .where('account_id', '=', ctx.actor.accountId)
    .where('is_main', '=', false)
    .orderBy('id')
    .execute()
  return rows.map((row) => view(ctx, row))
}

/** Creates a sub-account. Without a password it gets a one-time link that sets one. */
export async function createSubAccount(ctx: Ctx, body: Parsed<Calls['create']>['body']): Promise<Reply<Calls['create']>> {
  requireMayGrant(ctx, body.permissions)
  const shopIds = body.shopIds === undefined ? (ctx.actor.shopIds ?? null) : await grantedShops(ctx, body.shopIds)
  const password = body.password === undefined ? null : await hashPassword(body.password)
  return transact(ctx, async (inner) => {
    const row = await inner.db
      .insertInto('app_user')
      .values({
        account_id: ctx.actor.accountId,
        username: fullName(ctx, body.username),
        password_hash: password,
        is_main: false,
        permissions: [...new Set(body.permissions)],
        shop_ids: shopIds === null ? null : [...shopIds],
      })
      .onConflict((conflict) => conflict.column('username').doNothing())
      .returningAll()
      .executeTakeFirst()
    if (!row) throw nameTaken()
    const setup = password === null ? await newLink(inner, row.id) : null
    return { ...view(inner, row), setupExpiresAt: setup?.expiresAt ?? null, setup }
  })
}

const nameTaken = () => invalid('username', '该子账号已存在')

/** Creates a new link with which a sub-account sets its password; until then its old password works. */
export async function resetSetupLink(ctx: Ctx, id: number): Promise<SetupLink> {
  await requireMayChange(ctx, id)
  return newLink(ctx, id)
}

/**
 * Changes a sub-account. A new password and disabling end its sessions at once; a new name, other permissions and other shops take
 * effect on its next request.
 */
export async function updateSubAccount(ctx: Ctx, id: number, body: Parsed<Calls['update']>['body']): Promise<SubAccount> {
  await requireMayChange(ctx, id)
  if (body.permissions) requireMayGrant(ctx, body.permissions)
  const shopIds = body.shopIds === undefined ? undefined : await grantedShops(ctx, body.shopIds)
  const password = body.password === undefined ? undefined : await hashPassword(body.password)
  return transact(ctx, async ({ db }) => {
    if (body.username !== undefined) await requireFree(ctx, db, fullName(ctx, body.username), id)
    const row = await db
      .updateTable('app_user')
      .set({
        ...(password === undefined ? {} : { password_hash: password, setup_token_hash: null, setup_expires_at: null }),
        ...(body.username === undefined ? {} : { username: fullName(ctx, body.username) }),
        ...(body.permissions ? { permissions: [...new Set(body.permissions)] } : {}),
        ...(shopIds === undefined ? {} : { shop_ids: shopIds }),
        ...(body.enabled === undefined ? {} : { enabled: body.enabled }),
        // The statement needs at least one column, also when the change is empty.
        is_main: false,
      })
      .where('id', '=', id)
      .where('account_id', '=', ctx.actor.accountId)
      .where('is_main', '=', false)
      .returningAll()
      .executeTakeFirst()
    if (!row) throw notFound('子账号')
    if (password !== undefined || body.enabled === false) await closeSessionsOf(db, id)
    return view(ctx, row)
  })
}

/** Refuses a name that is taken. Sub-accounts of one merchant are renamed one after another. */
async function requireFree({ actor }: Ctx, db: Ctx['db'], username: string, id: number): Promise<void> {
  await db.selectFrom('account').select('id').where('id', '=', actor.accountId).forUpdate().execute()
  const other = await db
    .selectFrom('app_user')
    .select('id')
    .where('username', '=', username)
    .where('id', '<>', id)
    .executeTakeFirst()
  if (other) throw nameTaken()
}

export async function removeSubAccount(ctx: Ctx, id: number): Promise<void> {
  await requireMayChange(ctx, id)
  await ctx.db
    .deleteFrom('app_user')
    .where('id', '=', id)
    .where('account_id', '=', ctx.actor.accountId)
    .where('is_main', '=', false)
    .execute()
}

/** Refuses permissions that the caller does not have. */
function requireMayGrant(ctx: Ctx, wanted: readonly Permission[]): void {
  if (!wanted.every((name) => ctx.actor.permissions.includes(name))) throw invalid('permissions', '不能授予自己没有的权限')
}

/**
 * Returns the shops as they are stored, each once, null for all. Refuses all shops where the caller has some, and shops that are not the
 * account's or not the caller's, in the same words.
 */
async function grantedShops(ctx: Ctx, wanted: readonly number[] | null): Promise<number[] | null> {
  if (wanted === null) {
    if (ctx.actor.shopIds !== undefined) throw invalid('shopIds', '您只负责指定店铺，只能从这些店铺里选择')
    return null
  }
  const ids = [...new Set(wanted)]
  const { rows } = await sql<{ id: number }>`
    select id from shop where account_id = ${ctx.actor.accountId} and id = any(${ids}::bigint[])`.execute(ctx.db)
  if (rows.length < ids.length) throw invalid('shopIds', '所选店铺不存在，请刷新后重新选择')
  return ids
}

/**
 * A sub-account that manages users may not change itself, nor a colleague with more permissions or other shops than its own: setting
 * that colleague's password would give it those.
 */
async function requireMayChange(ctx: Ctx, id: number): Promise<void> {
  const row = await findOwned(ctx, 'app_user', id)
  if (!row || row.is_main) throw notFound('子账号')
  if (ctx.actor.mainUsername === undefined) return
  const above = knownPermissions(row.permissions).some((name) => !ctx.actor.permissions.includes(name))
  const { shopIds } = ctx.actor
  const beyond = shopIds !== undefined && !(row.shop_ids?.every((shop) => shopIds.includes(shop)) ?? false)
  if (above || beyond || id === ctx.actor.userId) throw new Failure('subuser.has-no-permission', '不能修改自己或权限更高的子账号')
}
