/** What of ours a factory calls how, as it stands; made and taken away by the files beside this one. */
import type { ColorBinding, MaterialBinding, ModelBinding } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'
import { type KnownMaterial, materialsOf } from './lists'

/** The model bindings of a factory, or those of one brand. The caller has made sure that the factory is his. */
export async function modelBindingsOf({ db, actor }: Ctx, factoryId: number, brandId?: number): Promise<ModelBinding[]> {
  const found = db
    .selectFrom('factory_model_binding as bound')
    .leftJoin('factory_phone_model as listed', (join) =>
      join
        .onRef('listed.factory_id', '=', 'bound.factory_id')
        .onRef('listed.code', '=', 'bound.code')
        .on('listed.gone_since', 'is', null),
    )
    .select(['bound.phone_model_id', 'bound.code', 'bound.automatic', 'listed.code as listed'])
    .where('bound.account_id', '=', actor.accountId)
    .where('bound.factory_id', '=', factoryId)
    .orderBy('bound.phone_model_id')
  const rows = await (brandId === undefined
    ? found
    : found.where('bound.phone_model_id', 'in', (eb) =>
        eb.selectFrom('phone_model').select('id').where('account_id', '=', actor.accountId).where('phone_brand_id', '=', brandId),
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

const isListed = (material: KnownMaterial | undefined, code: string): boolean =>
  material !== undefined && !material.gone && material.code === code

const byId = async (ctx: Ctx, factoryId: number): Promise<Map<string, KnownMaterial>> =>
  new Map((await materialsOf(ctx, factoryId)).map((material) => [material.originalId, material]))

/** The material bindings of a factory. The caller has made sure that the factory is his. */
export async function materialBindingsOf(ctx: Ctx, factoryId: number): Promise<MaterialBinding[]> {
  const rows = await ctx.db
    .selectFrom('factory_material_binding')
    .select(['material_id as materialId', 'original_id as erpMaterialId', 'code as erpMaterialCode'])
    .where('account_id', '=', ctx.actor.accountId)
    .where('factory_id', '=', factoryId)
    .orderBy('material_id')
    .execute()
  const known = await byId(ctx, factoryId)
  return rows.map((row) => ({ factoryId, ...row, gone: !isListed(known.get(row.erpMaterialId), row.erpMaterialCode) }))
}

/** The colour bindings of a factory. The caller has made sure that the factory is his. */
export async function colorBindingsOf(ctx: Ctx, factoryId: number): Promise<ColorBinding[]> {
  const rows = await ctx.db
    .selectFrom('factory_color_binding as bound')
    .innerJoin('material_color as color', 'color.id', 'bound.material_color_id')
    .leftJoin('factory_material_binding as material', (join) =>
      join.onRef('material.factory_id', '=', 'bound.factory_id').onRef('material.material_id', '=', 'color.material_id'),
    )
    .select([
      'bound.material_color_id as materialColorId',
      'bound.original_id as erpMaterialColorId',
      'bound.code as erpMaterialColorCode',
      'material.original_id as materialOriginalId',
      'material.code as materialCode',
    ])
    .where('bound.account_id', '=', ctx.actor.accountId)
    .where('bound.factory_id', '=', factoryId)
    .orderBy('bound.material_color_id')
    .execute()
  const known = await byId(ctx, factoryId)
  return rows.map(({ materialOriginalId, materialCode, ...row }) => {
    const material = known.get(materialOriginalId ?? '')
    const listed =
      isListed(material, materialCode ?? '') &&
      material?.colors.some(({ originalId, code }) => originalId === row.erpMaterialColorId && code === row.erpMaterialColorCode)
    return { factoryId, ...row, gone: listed !== true }
  })
}

/** What a factory calls ours: by our ids. */
export interface FactoryBindings {
  readonly models: ReadonlyMap<number, ModelBinding>
  readonly materials: ReadonlyMap<number, MaterialBinding>
  readonly colors: ReadonlyMap<number, ColorBinding>
}

/** All that is bound at a factory. The caller has made sure that the factory is his. */
export async function bindingsOf(ctx: Ctx, factoryId: number): Promise<FactoryBindings> {
  const models = await modelBindingsOf(ctx, factoryId)
  const materials = await materialBindingsOf(ctx, factoryId)
  const colors = await colorBindingsOf(ctx, factoryId)
  return {
    models: new Map(models.map((binding) => [binding.phoneModelId, binding])),
    materials: new Map(materials.map((binding) => [binding.materialId, binding])),
    colors: new Map(colors.map((binding) => [binding.materialColorId, binding])),
  }
}
