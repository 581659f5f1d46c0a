/**
 * 按规格文字配置: what the seller confirmed of the words of his products' SKUs becomes models, materials, colours, standard wireframes
 * and customization settings, all of it in one transaction or nothing.
 */
import { openSetting } from '../../../contract/open-setting'
import { type Ctx, requireAny } from '../../kernel/context'
import { invalid } from '../../kernel/failure'
import { transact } from '../../kernel/transact'
import { createFrames } from '../library/standard-wireframes'
import type { SettingData } from '../shops/setting-data'
import { configuredTargets, requireTargets, writeSettings } from '../shops/settings'
import { lockShop, requireShop } from '../shops/shops'
import type { Applied, Body } from './body'
import { type Case, ensureCases } from './cases'
import { drawMissing, framePlans } from './frames'
import { createdRows, type MadeRow, type MadeTable, rowsBefore } from './made'
import { ensureAll, type Model, readWanted } from './models'
import { findRun, insertRun, sweepRuns } from './runs'

/**
 * Creates what is missing and gives each SKU that has no setting one for its models and material. A SKU that has a setting keeps it. A
 * repeated call with the same key returns the first answer. Rejects with 'invalid' for a model, material, colour or SKU that the
 * account does not have.
 */
export async function applySkuWords(ctx: Ctx, body: Body): Promise<Applied> {
  requireAny(ctx, ['catalogue'])
  await requireShop(ctx, body.shopId)
  requireListed(body)
  const earlier = await findRun(ctx, body)
  if (earlier) return earlier.reply
  const wanted = await readWanted(ctx, body.models)
  // Pictures take longer than a transaction may: what is drawn is decided before, and checked again inside.
  const pictures = body.wireframes ? await drawMissing(ctx, body, wanted) : new Map()
  return transact(ctx, async (inner) => {
    await lockShop(inner, body.shopId)
    const again = await findRun(inner, body)
    if (again) return again.reply
    await sweepRuns(inner)
    await requireTargets(inner, body.shopId, body.skus)
    const before = await rowsBefore(inner)
    const models = await ensureAll(inner, wanted)
    const cases = await ensureCases(inner, body.cases)
    const plans = body.wireframes ? await framePlans(inner, body, models, cases) : []
    for (const plan of plans) await createFrames(inner, { ...plan, enabled: body.enabled }, pictures)
    const settings = await configure(inner, body, models, cases)
    const made = await createdRows(inner, before, settings)
    const reply = { ...countsOf(made), kept: body.skus.length - settings.length }
    await insertRun(inner, body, { reply, made })
    return reply
  })
}

/** Rejects positions of models and cases that the body does not list. */
function requireListed({ skus, models, cases }: Body): void {
  for (const [at, sku] of skus.entries()) {
    if (sku.models.some((index) => index >= models.length))
      throw invalid(`skus.${at}.models`, '型号不在这次的列表里，请刷新后重试')
    if (sku.case !== null && sku.case >= cases.length) throw invalid(`skus.${at}.case`, '材质不在这次的列表里，请刷新后重试')
  }
}

/** Gives the SKUs without a setting theirs, those with the same one in one statement; returns the ids of the new settings. */
async function configure(ctx: Ctx, body: Body, models: readonly Model[], cases: readonly Case[]): Promise<readonly number[]> {
  const configured = await configuredTargets(ctx, body.shopId, body.skus)
  const groups = new Map<string, { readonly data: SettingData; readonly targets: Body['skus'] }>()
  for (const sku of body.skus) {
    if (configured.has(sku)) continue
    const materialId = sku.case === null ? null : (cases[sku.case]?.materialId ?? null)
    const data = {
      ...openSetting,
      bindingMaterialIds: materialId === null ? [] : [materialId],
      bindingPhoneBrands: brandRows(sku.models.flatMap((index) => models[index] ?? [])),
    }
    const key = JSON.stringify(data)
    const group = groups.get(key) ?? { data, targets: [] }
    group.targets.push(sku)
    groups.set(key, group)
  }
  const ids: number[] = []
  for (const { data, targets } of groups.values()) {
    const settings = await writeSettings(ctx, body.shopId, targets, data)
    ids.push(...settings.map(({ id }) => id))
  }
  return ids
}

function brandRows(models: readonly Model[]): { readonly id: number; readonly modelIds: readonly number[] }[] {
  const rows = new Map<number, Set<number>>()
  for (const { brandId, modelId } of models) rows.set(brandId, (rows.get(brandId) ?? new Set()).add(modelId))
  return [...rows].map(([id, modelIds]) => ({ id, modelIds: [...modelIds] }))
}

const countsOf = (made: readonly MadeRow[]): Omit<Applied, 'kept'> => {
  const of = (table: MadeTable) => made.filter((row) => row.table === table).length
  return {
    brands: of('phone_brand'),
    models: of('phone_model'),
    materials: of('material'),
    colors: of('material_color'),
    wireframes: of('wireframe'),
    settings: of('customization_setting'),
  }
}
