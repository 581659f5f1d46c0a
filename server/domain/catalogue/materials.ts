/** Case materials with their colours. */
import { guessLook, type Look } from '../../../contract/rules/look'
import type { MaterialColor, MaterialCreate, MaterialUpdate, PhoneCaseMaterial } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'
import { notFound } from '../../kernel/failure'
import { followingId, moveItem, newLastPosition, requireLockedList, withNext } from '../../kernel/ordering'
import { transact } from '../../kernel/transact'
import { deleteWithSkus } from './cascade'
import { colorColumns, listColors } from './colors'
import { materialScope } from './lists'
import { requireFreeName, requireUnchanged } from './names'
import { requireBackgrounds } from './rules'

const columns = [
  'id',
  'name',
  'need_background as needBackground',
  'look',
  'effect_pose as effectPose',
  'white_ink as whiteInk',
] as const

/** Returns the columns of what the seller chose; those he did not choose are undefined, and stay or take their default. */
const chosenColumns = ({ needBackground, look, effectPose, whiteInk }: Omit<MaterialUpdate, 'name' | 'was'>) => ({
  need_background: needBackground,
  look,
  effect_pose: effectPose,
  white_ink: whiteInk,
})

/** A material without a chosen look has the one that its name suggests. */
const withLook = <T extends { readonly name: string; readonly look: Look | null }>(row: T): T & { readonly look: Look } => ({
  ...row,
  look: row.look ?? guessLook(row.name),
})

/** Returns all materials and their colours in two queries, whatever their number. */
export async function listMaterials({ db, actor }: Ctx): Promise<PhoneCaseMaterial[]> {
  const materials = await db
    .selectFrom('material')
    .select(columns)
    .where('account_id', '=', actor.accountId)
    .orderBy('position')
    .execute()
  const colors = await db
    .selectFrom('material_color')
    .select([...colorColumns, 'material_id'])
    .where('account_id', '=', actor.accountId)
    .orderBy('position')
    .execute()
  const colorsOf = new Map<number, Omit<MaterialColor, 'next'>[]>()
  for (const { material_id, ...color } of colors) {
    const list = colorsOf.get(material_id)
    if (list) list.push(color)
    else colorsOf.set(material_id, [color])
  }
  return withNext(materials).map((material) => ({ ...withLook(material), colors: withNext(colorsOf.get(material.id) ?? []) }))
}

export function createMaterial(ctx: Ctx, { name, ...choices }: MaterialCreate): Promise<PhoneCaseMaterial> {
  return transact(ctx, async ({ db, actor }) => {
    const scope = materialScope(ctx)
    await requireLockedList(db, scope)
    await requireFreeName(db, scope, name)
    const row = await db
      .insertInto('material')
      .values({
        account_id: actor.accountId,
        name,
        ...chosenColumns(choices),
        position: await newLastPosition(db, scope),
      })
      .returning(columns)
      .executeTakeFirstOrThrow()
    return { ...withLook(row), colors: [], next: null }
  })
}

/** Changes a material. Enabling needBackground is refused while one of its colours has no default background colour. */
export function updateMaterial(ctx: Ctx, id: number, { name, was, ...choices }: MaterialUpdate): Promise<PhoneCaseMaterial> {
  return transact(ctx, async (inner) => {
    const { db, actor } = inner
    const scope = materialScope(ctx)
    if (name !== undefined) {
      await requireLockedList(db, scope)
      await requireUnchanged(db, scope, { id, was, change: { name } })
      await requireFreeName(db, scope, name, id)
    }
    // The update locks the row that also guards the list of colours, so no colour without a background can be added concurrently.
    const row = await db
      .updateTable('material')
      .set(({ ref }) => ({ name: name ?? ref('name'), ...chosenColumns(choices) }))
      .where('id', '=', id)
      .where('account_id', '=', actor.accountId)
      .returning(columns)
      .executeTakeFirst()
    if (!row) throw notFound('材质')
    const colors = await listColors(inner, id)
    if (choices.needBackground) requireBackgrounds(colors)
    return { ...withLook(row), colors, next: await followingId(db, scope, id) }
  })
}

/** Deletes a material with its colours, their SKUs and the wireframes that only those SKUs used. */
export function removeMaterial(ctx: Ctx, id: number): Promise<void> {
  return transact(ctx, async (inner) => {
    const scope = materialScope(ctx)
    await requireLockedList(inner.db, scope)
    await deleteWithSkus(inner, scope, 'material', [id])
  })
}

export const moveMaterial = (ctx: Ctx, id: number, next: number | null): Promise<void> =>
  moveItem(ctx, materialScope(ctx), id, next)
