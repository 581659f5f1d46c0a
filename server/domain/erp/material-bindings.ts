/**
 * Bindings of case materials and their colours to a factory's. A colour is bound within the factory material that its own
 * material is bound to.
 */
import type { ColorBinding, MaterialBinding } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'
import { invalid, notFound } from '../../kernel/failure'
import { requireOwned } from '../../kernel/owned'
import { transact } from '../../kernel/transact'
import { readColorBindings, readMaterialBindings } from './bindings'
import { type OwnFactory, readFactory, requireListedFactory } from './factories'
import { readMaterials, type StoredMaterial } from './lists'

export async function listMaterialBindings(ctx: Ctx, factoryId: number): Promise<MaterialBinding[]> {
  return readMaterialBindings(ctx, await readFactory(ctx, factoryId))
}

export async function listColorBindings(ctx: Ctx, factoryId: number): Promise<ColorBinding[]> {
  return readColorBindings(ctx, await readFactory(ctx, factoryId))
}

/** Returns the factory's material of this id if the factory lists it. */
async function findListedMaterial(ctx: Ctx, factory: OwnFactory, originalId: string): Promise<StoredMaterial | undefined> {
  const materials = await readMaterials(ctx, factory)
  return materials.find((material) => !material.gone && material.originalId === originalId)
}

const selectBinding = ({ db, actor }: Ctx, factoryId: number, materialId: number) =>
  db
    .selectFrom('factory_material_binding')
    .select(['original_id', 'code'])
    .where('account_id', '=', actor.accountId)
    .where('factory_id', '=', factoryId)
    .where('material_id', '=', materialId)

/**
 * Deletes the colour bindings of a material, because their codes mean something else, or nothing, under another factory material.
 */
async function deleteColorBindings({ db, actor }: Ctx, factoryId: number, materialId: number): Promise<void> {
  await db
    .deleteFrom('factory_color_binding')
    .where('account_id', '=', actor.accountId)
    .where('factory_id', '=', factoryId)
    .where('material_color_id', 'in', (eb) =>
      eb
        .selectFrom('material_color')
        .select('id')
        .where('account_id', '=', actor.accountId)
        .where('material_id', '=', materialId),
    )
    .execute()
}

export interface MaterialBindingPut {
  readonly factoryId: number
  readonly materialId: number
  readonly erpMaterialId: string
  readonly erpMaterialCode: string
}

/**
 * Binds a material, replacing its former binding. When that was another factory material, the material's colour bindings at this
 * factory are deleted, too.
 */
export function putMaterialBinding(ctx: Ctx, binding: MaterialBindingPut): Promise<MaterialBinding> {
  const { factoryId, materialId, erpMaterialId, erpMaterialCode } = binding
  return transact(ctx, async (inner) => {
    const { db, actor, clock } = inner
    const factory = await requireListedFactory(inner, factoryId)
    await requireOwned(inner, 'material', materialId, '材质', { lock: 'key share' })
    const material = await findListedMaterial(inner, factory, erpMaterialId)
    if (material?.code !== erpMaterialCode) throw invalid('erpMaterialId', '工厂没有列出这个材质，请同步后重新选择')
    const former = await selectBinding(inner, factoryId, materialId).forUpdate().executeTakeFirst()
    if (former && former.original_id !== erpMaterialId) await deleteColorBindings(inner, factoryId, materialId)
    const columns = { original_id: erpMaterialId, code: erpMaterialCode, bound_at: clock.now() }
    await db
      .insertInto('factory_material_binding')
      .values({ account_id: actor.accountId, factory_id: factoryId, material_id: materialId, ...columns })
      .onConflict((conflict) => conflict.columns(['factory_id', 'material_id']).doUpdateSet(columns))
      .execute()
    return { ...binding, gone: false }
  })
}

/** Deletes the binding together with the material's colour bindings at this factory. */
export function removeMaterialBinding(
  ctx: Ctx,
  { factoryId, materialId }: { readonly factoryId: number; readonly materialId: number },
): Promise<void> {
  return transact(ctx, async (inner) => {
    await readFactory(inner, factoryId)
    const deleted = await inner.db
      .deleteFrom('factory_material_binding')
      .where('account_id', '=', inner.actor.accountId)
      .where('factory_id', '=', factoryId)
      .where('material_id', '=', materialId)
      .returning('code')
      .executeTakeFirst()
    if (!deleted) throw notFound('材质绑定')
    await deleteColorBindings(inner, factoryId, materialId)
  })
}

export interface ColorBindingPut {
  readonly factoryId: number
  readonly materialColorId: number
  readonly erpMaterialColorId: string
  readonly erpMaterialColorCode: string
}

/** Binds a colour. The factory's colour must belong to the factory material that the colour's own material is bound to. */
export function putColorBinding(ctx: Ctx, binding: ColorBindingPut): Promise<ColorBinding> {
  const { factoryId, materialColorId, erpMaterialColorId, erpMaterialColorCode } = binding
  return transact(ctx, async (inner) => {
    const { db, actor, clock } = inner
    const factory = await requireListedFactory(inner, factoryId)
    const color = await requireOwned(inner, 'material_color', materialColorId, '颜色', { lock: 'key share' })
    // Locked, so that the material is not bound to another one in between.
    const materialBinding = await selectBinding(inner, factoryId, color.material_id).forShare().executeTakeFirst()
    if (!materialBinding) throw invalid('materialColorId', '请先绑定颜色所属的材质')
    const material = await findListedMaterial(inner, factory, materialBinding.original_id)
    if (!material) throw invalid('materialColorId', '颜色所属材质绑定的工厂材质已下架，请先重新绑定材质')
    const isListed = material.colors.some(
      ({ originalId, code }) => originalId === erpMaterialColorId && code === erpMaterialColorCode,
    )
    if (!isListed) throw invalid('erpMaterialColorId', `工厂的材质“${material.name}”没有这个颜色，请重新选择`)
    const row = { original_id: erpMaterialColorId, code: erpMaterialColorCode, bound_at: clock.now() }
    await db
      .insertInto('factory_color_binding')
      .values({ account_id: actor.accountId, factory_id: factoryId, material_color_id: materialColorId, ...row })
      .onConflict((conflict) => conflict.columns(['factory_id', 'material_color_id']).doUpdateSet(row))
      .execute()
    return { ...binding, gone: false }
  })
}

export async function removeColorBinding(
  ctx: Ctx,
  { factoryId, materialColorId }: { readonly factoryId: number; readonly materialColorId: number },
): Promise<void> {
  await readFactory(ctx, factoryId)
  const deleted = await ctx.db
    .deleteFrom('factory_color_binding')
    .where('account_id', '=', ctx.actor.accountId)
    .where('factory_id', '=', factoryId)
    .where('material_color_id', '=', materialColorId)
    .returning('code')
    .executeTakeFirst()
  if (!deleted) throw notFound('颜色绑定')
}
