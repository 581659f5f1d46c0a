/** The standard wireframes that a set-up needs: of each model in each colour in which one of its SKUs is sold. */
import { maxSkuWordPictures } from '../../../contract/constants'
import { libraryName } from '../../../contract/library/library'
import type { LibraryPhone } from '../../../contract/library/types'
import type { Ctx } from '../../kernel/context'
import { invalid } from '../../kernel/failure'
import { listSkus } from '../catalogue/skus'
import type { CaseColor, DrawnColor } from '../library/colors'
import { type DrawnPictures, drawFrames, pictureCount, type WantedFrames } from '../library/standard-wireframes'
import type { Body } from './body'
import { type Case, drawnColor, readCatalogue } from './cases'
import type { Model, WantedPhone } from './models'

type Plan = Omit<WantedFrames, 'enabled'>

/** Pairs of positions in the body's models and cases. */
function* pairsOf({ skus }: Body): Generator<readonly [model: number, of: number]> {
  const seen = new Set<string>()
  for (const sku of skus) {
    for (const model of sku.models) {
      const key = `${model} ${sku.case}`
      if (sku.case === null || seen.has(key)) continue
      seen.add(key)
      yield [model, sku.case]
    }
  }
}

/** Draws what the catalogue lacks, before the transaction. Rejects with 'invalid' when that would take too long for one call. */
export async function drawMissing(ctx: Ctx, body: Body, wanted: readonly WantedPhone[]): Promise<DrawnPictures> {
  const known = await readCatalogue(ctx)
  const ids = wanted.flatMap(({ modelId }) => modelId ?? [])
  const listed = new Set(
    (await listSkus(ctx, ids)).map(({ phoneModelId, materialColorId }) => `${phoneModelId} ${materialColorId}`),
  )
  const byPhone = new Map<string, { readonly phone: LibraryPhone; readonly colors: DrawnColor[] }>()
  for (const [model, of] of pairsOf(body)) {
    const { phone = null, modelId = null } = wanted[model] ?? {}
    const wantedCase = body.cases[of]
    const color = wantedCase && drawnColor(known, wantedCase)
    if (phone === null || !color) continue
    if (modelId !== null && 'id' in color && listed.has(`${modelId} ${String(color.id)}`)) continue
    const entry = byPhone.get(libraryName(phone)) ?? { phone, colors: [] }
    byPhone.set(libraryName(phone), { phone, colors: [...entry.colors, color] })
  }
  const plans = [...byPhone.values()]
  const count = plans.reduce((sum, { phone, colors }) => sum + pictureCount(phone, colors), 0)
  if (count > maxSkuWordPictures)
    throw invalid('skus', `这些规格要画 ${count} 张线框图，一次最多 ${maxSkuWordPictures} 张，请少选一些规格，分几次配置`)
  const drawn: DrawnPictures[] = []
  for (const plan of plans) drawn.push(await drawFrames(ctx, { ...plan, mould: null }))
  return new Map(drawn.flatMap((pictures) => [...pictures]))
}

/** Returns the wireframes that are still missing once models and cases exist. */
export async function framePlans(
  ctx: Ctx,
  body: Body,
  models: readonly Model[],
  cases: readonly Case[],
): Promise<readonly Plan[]> {
  const skus = await listSkus(ctx, [...new Set(models.map(({ modelId }) => modelId))])
  const listed = new Set(skus.map(({ phoneModelId, materialColorId }) => `${phoneModelId} ${materialColorId}`))
  const byModel = new Map<
    number,
    { readonly model: Model; readonly phone: LibraryPhone; readonly colors: Map<number, CaseColor> }
  >()
  for (const [at, of] of pairsOf(body)) {
    const model = models[at]
    const color = cases[of]?.color
    if (!model?.phone || !color || listed.has(`${model.modelId} ${color.id}`)) continue
    const entry = byModel.get(model.modelId) ?? { model, phone: model.phone, colors: new Map() }
    entry.colors.set(color.id, color)
    byModel.set(model.modelId, entry)
  }
  return [...byModel.values()].map(({ model, phone, colors }) => ({ model, phone, colors: [...colors.values()], mould: null }))
}
