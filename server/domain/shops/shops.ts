/** Shops of an account: added by hand, or by an authorization on their marketplace. */
import { additionRefusal, hasKeys, isConnected, type ShopType } from '../../../contract/rules/shop-types'
import type { Shop } from '../../../contract/types'
import type { Ctx, Db, Deps } from '../../kernel/context'
import { invalid } from '../../kernel/failure'
import { requireOwned } from '../../kernel/owned'
import { requireAllShops } from '../../kernel/shop-scope'
import { transact } from '../../kernel/transact'

const columns = [
  'id',
  'type',
  'name',
  'bound_at',
  'seller_nick',
  'session_sealed',
  'session_expires_at',
  'session_failed_at',
  'session_sub_account',
] as const

const select = (db: Db, accountId: number) => db.selectFrom('shop').select(columns).where('account_id', '=', accountId)

type Selected = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>

/** Converts a row to the contract's type. The session itself is never returned, only whether it is still valid. */
export function toShop({ clock }: Pick<Deps, 'clock'>, row: Selected): Shop {
  const { seller_nick: nick, session_expires_at: expiresAt } = row
  const dead = row.session_sealed === null || row.session_failed_at !== null || (expiresAt !== null && expiresAt <= clock.now())
  return {
    id: row.id,
    type: row.type,
    name: row.name,
    boundAt: row.bound_at.getTime(),
    authorization:
      nick === null
        ? null
        : {
            nick,
            status: dead ? 'expired' : 'active',
            expiresAt: expiresAt === null ? null : expiresAt.getTime(),
            subAccount: row.session_sub_account,
          },
  }
}

/** Returns the shops in the order in which they were added. */
export async function listShops(ctx: Ctx): Promise<Shop[]> {
  const rows = await select(ctx.db, ctx.actor.accountId).orderBy('id').execute()
  return rows.map((row) => toShop(ctx, row))
}

/** Returns the shop if it is the caller's own; rejects with 'not-found' otherwise. */
export async function requireShop(ctx: Ctx, id: number): Promise<Shop> {
  return toShop(ctx, await requireOwned(ctx, 'shop', id, '店铺'))
}

/** Like `requireShop`, but locks the shop until the end of the transaction, which serializes writers of the shop. */
export async function lockShop(ctx: Ctx, id: number): Promise<Shop> {
  return toShop(ctx, await requireOwned(ctx, 'shop', id, '店铺', { lock: 'no key update' }))
}

/** Refuses a caller who has only some shops: a new shop is none of them. */
export const requireMayAddShops = (ctx: Ctx): void =>
  requireAllShops(ctx, '您只负责指定店铺，不能添加店铺，请由主账号添加后再分给您')

export async function createShop(ctx: Ctx, { type, name }: { readonly type: ShopType; readonly name: string }): Promise<Shop> {
  requireMayAddShops(ctx)
  const row = await ctx.db
    .insertInto('shop')
    .values({ account_id: ctx.actor.accountId, type, name, bound_at: ctx.clock.now() })
    .returning(columns)
    .executeTakeFirstOrThrow()
  return toShop(ctx, row)
}

const fixedType = (type: ShopType): string =>
  hasKeys(type) ? '已连接的店铺不能修改类型，请先断开连接' : '通过授权添加的店铺不能修改类型'

export interface ShopChange {
  readonly type?: ShopType | undefined
  readonly name?: string | undefined
}

/** Changes a shop. The type of a connected shop is fixed, and another shop gets only types that the form can add. */
export function updateShop(ctx: Ctx, id: number, { type, name }: ShopChange): Promise<Shop> {
  return transact(ctx, async (inner) => {
    const shop = await lockShop(inner, id)
    if (type !== undefined && type !== shop.type) {
      const refusal = isConnected(shop) ? fixedType(shop.type) : additionRefusal(type)
      if (refusal !== null) throw invalid('type', refusal)
    }
    const change = { ...(type === undefined ? {} : { type }), ...(name === undefined ? {} : { name }) }
    if (Object.keys(change).length === 0) return shop
    const row = await inner.db
      .updateTable('shop')
      .set(change)
      .where('id', '=', id)
      .where('account_id', '=', inner.actor.accountId)
      .returning(columns)
      .executeTakeFirstOrThrow()
    return toShop(inner, row)
  })
}
