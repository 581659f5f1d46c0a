/** Schemas of the calls that set products up from the words of their SKUs. */
import { z } from 'zod'
import { maxSkuWordCases, maxSkuWordModels, maxSkuWordTargets } from '../constants'
import { textLimits } from '../rules/limits'
import { id, nameText } from './common'
import { platformId } from './shops'

/** Names a run, so that the same call again changes nothing, and so that it can be undone. */
const runKey = z.string().regex(/^[\w-]{8,64}$/, '请刷新页面后重试')
const name = (missing: string) => nameText(missing, { max: textLimits.name }).nullable()

export const skuWordsApply = z.object({
  shopId: id,
  runKey,
  /** Models of the catalogue, by id, and phones of the library that are added, by name. One of the two is null. */
  models: z.array(z.object({ phoneModelId: id.nullable(), phone: z.string().min(1).max(80).nullable() })).max(maxSkuWordModels),
  /** Materials, each in one colour or in none; what has no id is found by its name, or created. */
  cases: z
    .array(
      z.object({
        materialId: id.nullable(),
        materialName: name('必须填写材质名称'),
        materialColorId: id.nullable(),
        colorName: name('必须填写颜色名称'),
      }),
    )
    .max(maxSkuWordCases),
  skus: z
    .array(
      z.object({
        productOriginalId: platformId('必须填写商品的平台ID'),
        skuOriginalId: z.string().max(textLimits.originalId).nullable(),
        /** Positions in `models`. */
        models: z.array(z.number().int().min(0)).min(1, '必须选择型号').max(maxSkuWordModels),
        /** Position in `cases`; null: buyers choose from all materials. */
        case: z.number().int().min(0).nullable(),
      }),
    )
    .min(1, '请选择至少一个规格')
    .max(maxSkuWordTargets),
  /** Whether standard wireframes are drawn for the models in the colours that name them, and whether those are put on shelf. */
  wireframes: z.boolean(),
  enabled: z.boolean(),
})
const count = z.number().int().min(0)
export const skuWordsApplied = z.object({
  /** Numbers of what was created. */
  brands: count,
  models: count,
  materials: count,
  colors: count,
  wireframes: count,
  settings: count,
  /** SKUs that had a setting, which stays. */
  kept: count,
})
export const skuWordsUndo = z.object({ shopId: id, runKey })
export const skuWordsUndone = z.object({
  removed: count,
  /** Names of what was changed or used since, and stays. */
  kept: z.array(z.string()),
})
