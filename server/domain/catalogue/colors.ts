/** Colours of a material. */
import type { MaterialColor } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'
import { notFound } from '../../kernel/failure'
import { followingId, moveItem, newLastPosition, requireLockedList, withNext } from '../../kernel/ordering'
import { requireOwned } from '../../kernel/owned'
import { transact } from '../../kernel/transact'
import { deleteWithSkus } from './cascade'
import { colorScope } from './lists'
import { type FormerValues, requireFreeName, requireUnchanged } from './names'
import { requireBackground } from './rules'

export const colorColumns = ['id', 'name', 'default_background_color as defaultBackgroundColor', 'enabled'] as const

export async function listColors({ db, actor }: Ctx, materialId: number): Promise<MaterialColor[]> {
  const rows = await db
    .selectFrom('material_color')
    .select(colorColumns)
    .where('account_id', '=', actor.accountId)
    .where('material_id', '=', materialId)
    .orderBy('position')
    .execute()
  return withNext(rows)
}

export function createColor(
  ctx: Ctx,
  materialId: number,
  { name, defaultBackgroundColor = null }: { name: string; defaultBackgroundColor?: string | null | undefined },
): Promise<MaterialColor> {
  return transact(ctx, async (inner) => {
    const { db, actor } = inner
    const scope = colorScope(ctx, materialId)
    await requireLockedList(db, scope)
    await requireFreeName(db, scope, name)
    if (await needsBackground(inner, materialId)) requireBackground(defaultBackgroundColor)
    const row = await db
      .insertInto('material_color')
      .values({
        account_id: actor.accountId,
        material_id: materialId,
        name,
        default_background_color: defaultBackgroundColor,
        position: await newLastPosition(db, scope),
      })
      .returning(colorColumns)
      .executeTakeFirstOrThrow()
    return { ...row, next: null }
  })
}

export interface ColorChange {
  readonly name?: string | undefined
  readonly defaultBackgroundColor?: string | null | undefined
  readonly enabled?: boolean | undefined
  readonly was?: Required<FormerValues> | undefined
}

export function updateColor(ctx: Ctx, materialId: number, id: number, change: ColorChange): Promise<MaterialColor> {
  return transact(ctx, async (inner) => {
    const { db, actor } = inner
    const scope = colorScope(ctx, materialId)
    // The lock also prevents a concurrent change of the material's needBackground.
    await requireLockedList(db, scope)
    const { name, defaultBackgroundColor = null } = change
    await requireUnchanged(db, scope, {
      id,
      was: change.was,
      change: { ...(name !== undefined && { name }), defaultBackgroundColor },
    })
    if (name !== undefined) await requireFreeName(db, scope, name, id)
    const row = await db
      .updateTable('material_color')
      .set(({ ref }) => ({
        name: change.name ?? ref('name'),
        enabled: change.enabled ?? ref('enabled'),
        default_background_color:
          change.defaultBackgroundColor === undefined ? ref('default_background_color') : change.defaultBackgroundColor,
      }))
      .where('id', '=', id)
      .where('material_id', '=', materialId)
      .where('account_id', '=', actor.accountId)
      .returning(colorColumns)
      .executeTakeFirst()
    if (!row) throw notFound('颜色')
    if (change.defaultBackgroundColor !== undefined && (await needsBackground(inner, materialId))) {
      requireBackground(row.defaultBackgroundColor)
    }
    return { ...row, next: await followingId(db, scope, id) }
  })
}

/** Deletes a colour with its SKUs and the wireframes that only those used. */
export function removeColor(ctx: Ctx, materialId: number, id: number): Promise<void> {
  return transact(ctx, async (inner) => {
    const scope = colorScope(ctx, materialId)
    await requireLockedList(inner.db, scope)
    await deleteWithSkus(inner, scope, 'color', [id])
  })
}

export const moveColor = (ctx: Ctx, materialId: number, id: number, next: number | null): Promise<void> =>
  moveItem(ctx, colorScope(ctx, materialId), id, next)

const needsBackground = async (ctx: Ctx, materialId: number): Promise<boolean> =>
  (await requireOwned(ctx, 'material', materialId, '材质')).need_background
