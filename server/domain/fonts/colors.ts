/** Text colours of an account; each colour once. */
import type { ShopFontColor } from '../../../contract/types'
import type { Ctx, Db } from '../../kernel/context'
import { duplicate, notFound } from '../../kernel/failure'
import { followingId, moveItem, newLastPosition, requireLockedList, withNext } from '../../kernel/ordering'
import { transact } from '../../kernel/transact'
import { deleteItem } from '../trash/deletion'
import { colorScope } from './lists'

const select = (db: Db, accountId: number) =>
  db.selectFrom('shop_font_color').select(['id', 'hex_code as hexCode', 'enabled']).where('account_id', '=', accountId)

export async function listColors({ db, actor }: Ctx): Promise<ShopFontColor[]> {
  return withNext(await select(db, actor.accountId).orderBy('position').execute())
}

/** Refuses a colour that the list has already. The list must be locked. */
async function requireNewColor(db: Db, accountId: number, hexCode: string, itemId: number | null = null): Promise<void> {
  const rows = await select(db, accountId).where('hex_code', '=', hexCode).execute()
  if (rows.some((row) => row.id !== itemId)) throw duplicate('hexCode', `颜色“${hexCode}”已存在`)
}

export function createColor(ctx: Ctx, { hexCode }: { readonly hexCode: string }): Promise<ShopFontColor> {
  return transact(ctx, async ({ db, actor }) => {
    const scope = colorScope(ctx)
    await requireLockedList(db, scope)
    await requireNewColor(db, actor.accountId, hexCode)
    const row = await db
      .insertInto('shop_font_color')
      .values({ account_id: actor.accountId, hex_code: hexCode, position: await newLastPosition(db, scope) })
      .returning(['id', 'hex_code as hexCode', 'enabled'])
      .executeTakeFirstOrThrow()
    return { ...row, next: null }
  })
}

export interface ColorChange {
  readonly hexCode?: string | undefined
  readonly enabled?: boolean | undefined
}

export function updateColor(ctx: Ctx, id: number, { hexCode, enabled }: ColorChange): Promise<ShopFontColor> {
  return transact(ctx, async ({ db, actor }) => {
    const scope = colorScope(ctx)
    await requireLockedList(db, scope)
    if (hexCode !== undefined) await requireNewColor(db, actor.accountId, hexCode, id)
    const changes = {
      ...(hexCode === undefined ? {} : { hex_code: hexCode }),
      ...(enabled === undefined ? {} : { enabled }),
    }
    if (Object.keys(changes).length > 0) {
      await db
        .updateTable('shop_font_color')
        .set(changes)
        .where('id', '=', id)
        .where('account_id', '=', actor.accountId)
        .execute()
    }
    const row = await select(db, actor.accountId).where('id', '=', id).executeTakeFirst()
    if (!row) throw notFound('字体颜色')
    return { ...row, next: await followingId(db, scope, id) }
  })
}

/** Deletes a colour; it can be restored. */
export function removeColor(ctx: Ctx, id: number): Promise<void> {
  return transact(ctx, async (inner) => {
    const scope = colorScope(inner)
    await requireLockedList(inner.db, scope)
    await deleteItem(inner, 'fontColor', scope, id)
  })
}

export const moveColor = (ctx: Ctx, id: number, next: number | null): Promise<void> => moveItem(ctx, colorScope(ctx), id, next)
