/** The colours of materials that wireframes are drawn for: those that the seller ticked, and new ones by name. */
import { sql } from 'kysely'
import { guessLook, type Look } from '../../../contract/rules/look'
import type { Ctx } from '../../kernel/context'
import { invalid } from '../../kernel/failure'
import { createColor } from '../catalogue/colors'
import { createMaterial } from '../catalogue/materials'

export interface NewMaterial {
  readonly name: string
  readonly colors: readonly { readonly name: string; readonly defaultBackgroundColor?: string | null | undefined }[]
}

/** The facts of a colour that its wireframes are drawn from. */
export interface DrawnColor {
  readonly name: string
  /** #rrggbb, or null. */
  readonly hex: string | null
  readonly look: Look
}

export interface CaseColor extends DrawnColor {
  readonly id: number
  readonly materialId: number
}

/**
 * Returns the ticked colours and those of the materials, each once; creates materials and colours whose names the account does not
 * have. Rejects with 'invalid' for a colour of another account. Call it inside a transaction.
 */
export async function ensureColors(
  ctx: Ctx,
  { colorIds, materials }: { readonly colorIds: readonly number[]; readonly materials: readonly NewMaterial[] },
): Promise<readonly CaseColor[]> {
  const ids = [...colorIds]
  // Colours of the account, also after another call has created one of the names.
  await sql`select 1 from account where id = ${ctx.actor.accountId} for no key update`.execute(ctx.db)
  for (const material of materials) ids.push(...(await ensureMaterial(ctx, material)))
  const rows = await ctx.db
    .selectFrom('material_color as color')
    .innerJoin('material', 'material.id', 'color.material_id')
    .select(['color.id', 'color.material_id as materialId', 'color.name', 'color.default_background_color as hex'])
    .select(['material.name as materialName', 'material.look'])
    .where('color.account_id', '=', ctx.actor.accountId)
    .where(sql<boolean>`color.id = any(${ids}::bigint[])`)
    .orderBy('material.position')
    .orderBy('color.position')
    .execute()
  const found = new Set(rows.map(({ id }) => id))
  const unknown = colorIds.findIndex((id) => !found.has(id))
  if (unknown >= 0) throw invalid(`colorIds.${unknown}`, '颜色不存在或已被删除')
  return rows.map(({ materialName, look, ...color }) => ({ ...color, look: look ?? guessLook(materialName) }))
}

async function ensureMaterial(ctx: Ctx, { name, colors }: NewMaterial): Promise<number[]> {
  const { db, actor } = ctx
  const known = await db
    .selectFrom('material')
    .select('id')
    .where('account_id', '=', actor.accountId)
    .where('name', '=', name)
    .orderBy('position')
    .executeTakeFirst()
  const materialId = known?.id ?? (await createMaterial(ctx, { name })).id
  const ids: number[] = []
  for (const color of colors) {
    const same = await db
      .selectFrom('material_color')
      .select('id')
      .where('account_id', '=', actor.accountId)
      .where('material_id', '=', materialId)
      .where('name', '=', color.name)
      .orderBy('position')
      .executeTakeFirst()
    ids.push(same?.id ?? (await createColor(ctx, materialId, color)).id)
  }
  return ids
}
