/**
 * Validates a setting before it is written. Things that it refers to must be the account's own, except those that it referred to
 * before: they may have been deleted since, and stay (the plugin shows them as deleted) until the seller removes them.
 */
import { productMode } from '../../../contract/constants'
import type { Ctx } from '../../kernel/context'
import { type Failure, invalid } from '../../kernel/failure'
import { findOwned } from '../../kernel/owned'
import type { BoundBrand, SettingData } from './setting-data'

const uniqueIds = (ids: readonly number[]): number[] => [...new Set(ids)]

const missingReference = (field: string, name: string): Failure => invalid(field, `所选${name}不存在或已被删除，请重新选择`)

/**
 * Returns `setting` normalized and ready to be stored; `stored` is the setting's current value. Rejects with 'invalid' on the
 * field.
 */
export async function checkSetting(ctx: Ctx, setting: SettingData, stored: SettingData | null): Promise<SettingData> {
  const data: SettingData = {
    ...setting,
    bindingMaterialIds: uniqueIds(setting.bindingMaterialIds),
    bindingPhoneBrands: setting.bindingPhoneBrands.map(({ id, modelIds }) => ({ id, modelIds: uniqueIds(modelIds) })),
    ...requireTemplates(setting),
  }
  await requireOwnOrStored(ctx, data.bindingMaterialIds, stored?.bindingMaterialIds ?? [], {
    table: 'material',
    field: 'bindingMaterialIds',
    what: '材质',
  })
  await checkBrands(ctx, data.bindingPhoneBrands, stored?.bindingPhoneBrands ?? [])
  await requireOwnOrStored(ctx, data.bindingTemplateCollectionIds, stored?.bindingTemplateCollectionIds ?? [], {
    table: 'template_collection',
    field: 'bindingTemplateCollectionIds',
    what: '模板分组',
  })
  await checkTemplate(ctx, data, stored)
  return data
}

/** Returns the collections and the template that a mode uses; throws the form's text when a required one is missing. */
function requireTemplates(setting: SettingData): Pick<SettingData, 'bindingTemplateCollectionIds' | 'bindingTemplateId'> {
  const { mode, bindingTemplateId } = setting
  if (mode === productMode.default || mode === productMode.diy)
    return { bindingTemplateCollectionIds: [], bindingTemplateId: null }
  const collections = uniqueIds(setting.bindingTemplateCollectionIds)
  if (collections.length === 0) throw invalid('bindingTemplateCollectionIds', '请选择模板分组')
  if (mode !== productMode.singleTemplate) return { bindingTemplateCollectionIds: collections, bindingTemplateId: null }
  if (collections.length > 1) throw invalid('bindingTemplateCollectionIds', '单个模板只能属于一个模板分组，请只选择一个')
  if (bindingTemplateId === null) throw invalid('bindingTemplateId', '请选择一个定制模板')
  return { bindingTemplateCollectionIds: collections, bindingTemplateId }
}

interface ReferenceKind {
  readonly table: 'material' | 'template_collection' | 'phone_brand'
  readonly field: string
  readonly what: string
}

async function requireOwnOrStored(
  { db, actor }: Ctx,
  ids: readonly number[],
  storedIds: readonly number[],
  { table, field, what }: ReferenceKind,
): Promise<void> {
  const fresh = ids.filter((id) => !storedIds.includes(id))
  if (fresh.length === 0) return
  const rows = await db
    .selectFrom(table)
    .select('id')
    .where('account_id', '=', actor.accountId)
    .where('id', 'in', fresh)
    .execute()
  if (rows.length < fresh.length) throw missingReference(field, what)
}

async function checkBrands(ctx: Ctx, rows: readonly BoundBrand[], stored: readonly BoundBrand[]): Promise<void> {
  const { db, actor } = ctx
  const seen = new Set<number>()
  for (const [index, { id }] of rows.entries()) {
    if (seen.has(id)) throw invalid(`bindingPhoneBrands.${index}.id`, '同一个品牌只能添加一行，请合并型号')
    seen.add(id)
  }
  const brandIds = rows.map(({ id }) => id)
  const keptBrands = stored.map(({ id }) => id)
  await requireOwnOrStored(ctx, brandIds, keptBrands, { table: 'phone_brand', field: 'bindingPhoneBrands', what: '品牌' })
  const keptModels = new Map(stored.map(({ id, modelIds }) => [id, new Set(modelIds)]))
  const fresh = rows.flatMap(({ id, modelIds }) => modelIds.filter((modelId) => !keptModels.get(id)?.has(modelId)))
  if (fresh.length === 0) return
  const models = await db
    .selectFrom('phone_model')
    .select(['id', 'phone_brand_id'])
    .where('account_id', '=', actor.accountId)
    .where('phone_brand_id', 'in', brandIds)
    .execute()
  const brandOf = new Map(models.map((model) => [model.id, model.phone_brand_id]))
  for (const [index, { id, modelIds }] of rows.entries()) {
    const unknown = modelIds.some((modelId) => brandOf.get(modelId) !== id && !keptModels.get(id)?.has(modelId))
    if (unknown) throw missingReference(`bindingPhoneBrands.${index}.modelIds`, '型号')
  }
}

/** Checks that the template belongs to the chosen collection. */
async function checkTemplate(ctx: Ctx, data: SettingData, stored: SettingData | null): Promise<void> {
  const { bindingTemplateId: id, bindingTemplateCollectionIds } = data
  const [collectionId] = bindingTemplateCollectionIds
  if (id === null || collectionId === undefined) return
  if (id === stored?.bindingTemplateId && stored.bindingTemplateCollectionIds[0] === collectionId) return
  const template = await findOwned(ctx, 'template', id)
  if (template?.collection_id !== collectionId) throw invalid('bindingTemplateId', '请选择一个定制模板')
}
