/**
 * Reads a factory's bindings: which of its codes stands for each of our models, materials and colours. model-bindings.ts and
 * material-bindings.ts write them.
 */
import type { ColorBinding, MaterialBinding, ModelBinding } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'
import type { Owned } from '../../kernel/owned'
import type { OwnFactory } from './factories'
import { readMaterials, type StoredMaterial } from './lists'

/** The model bindings of a factory, or those of one brand. */
export async function readModelBindings(
  { db, actor }: Ctx,
  { id: factoryId }: OwnFactory,
  brand?: Owned<'phone_brand'>,
): Promise<ModelBinding[]> {
  const query = db
    .selectFrom('factory_model_binding as binding')
    .leftJoin('factory_phone_model as listed', (join) =>
      join
        .onRef('listed.factory_id', '=', 'binding.factory_id')
        .onRef('listed.code', '=', 'binding.code')
        .on('listed.gone_since', 'is', null),
    )
    .select(['binding.phone_model_id', 'binding.code', 'binding.automatic', 'listed.code as listed'])
    .where('binding.account_id', '=', actor.accountId)
    .where('binding.factory_id', '=', factoryId)
    .orderBy('binding.phone_model_id')
  const rows = await (brand === undefined
    ? query
    : query.where('binding.phone_model_id', 'in', (eb) =>
        eb
          .selectFrom('phone_model')
          .select('id')
          .where('account_id', '=', actor.accountId)
          .where('phone_brand_id', '=', brand.id),
      )
  ).execute()
  return rows.map(({ phone_model_id: phoneModelId, code, automatic, listed }) => ({
    factoryId,
    phoneModelId,
    erpPhoneModelCode: code,
    automatic,
    gone: listed === null,
  }))
}

const isListed = (material: StoredMaterial | undefined, code: string): boolean =>
  material !== undefined && !material.gone && material.code === code

const readMaterialsById = async (ctx: Ctx, factory: OwnFactory): Promise<Map<string, StoredMaterial>> =>
  new Map((await readMaterials(ctx, factory)).map((material) => [material.originalId, material]))

/** The material bindings of a factory. */
export async function readMaterialBindings(ctx: Ctx, factory: OwnFactory): Promise<MaterialBinding[]> {
  const rows = await ctx.db
    .selectFrom('factory_material_binding')
    .select(['material_id as materialId', 'original_id as erpMaterialId', 'code as erpMaterialCode'])
    .where('account_id', '=', ctx.actor.accountId)
    .where('factory_id', '=', factory.id)
    .orderBy('material_id')
    .execute()
  const materials = await readMaterialsById(ctx, factory)
  return rows.map((row) => ({
    factoryId: factory.id,
    ...row,
    gone: !isListed(materials.get(row.erpMaterialId), row.erpMaterialCode),
  }))
}

/** The colour bindings of a factory. */
export async function readColorBindings(ctx: Ctx, factory: OwnFactory): Promise<ColorBinding[]> {
  const rows = await ctx.db
    .selectFrom('factory_color_binding as binding')
    .innerJoin('material_color as color', 'color.id', 'binding.material_color_id')
    .leftJoin('factory_material_binding as material', (join) =>
      join.onRef('material.factory_id', '=', 'binding.factory_id').onRef('material.material_id', '=', 'color.material_id'),
    )
    .select([
      'binding.material_color_id as materialColorId',
      'binding.original_id as erpMaterialColorId',
      'binding.code as erpMaterialColorCode',
      'material.original_id as materialOriginalId',
      'material.code as materialCode',
    ])
    .where('binding.account_id', '=', ctx.actor.accountId)
    .where('binding.factory_id', '=', factory.id)
    .orderBy('binding.material_color_id')
    .execute()
  const materials = await readMaterialsById(ctx, factory)
  return rows.map(({ materialOriginalId, materialCode, ...row }) => {
    const material = materials.get(materialOriginalId ?? '')
    const listed =
      isListed(material, materialCode ?? '') &&
      material?.colors.some(({ originalId, code }) => originalId === row.erpMaterialColorId && code === row.erpMaterialColorCode)
    return { factoryId: factory.id, ...row, gone: listed !== true }
  })
}

/** All bindings of one factory, keyed by our ids. */
export interface FactoryBindings {
  readonly models: ReadonlyMap<number, ModelBinding>
  readonly materials: ReadonlyMap<number, MaterialBinding>
  readonly colors: ReadonlyMap<number, ColorBinding>
}

export async function readBindings(ctx: Ctx, factory: OwnFactory): Promise<FactoryBindings> {
  const models = await readModelBindings(ctx, factory)
  const materials = await readMaterialBindings(ctx, factory)
  const colors = await readColorBindings(ctx, factory)
  return {
    models: new Map(models.map((binding) => [binding.phoneModelId, binding])),
    materials: new Map(materials.map((binding) => [binding.materialId, binding])),
    colors: new Map(colors.map((binding) => [binding.materialColorId, binding])),
  }
}
