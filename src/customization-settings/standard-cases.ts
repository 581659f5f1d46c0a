/** The cases of a setting whose standard wireframe nobody has compared with a mould yet. Pure. */
import type { Sku } from '../../contract/types'
import type { SettingDraft } from './setting-draft'

export interface StandardCases {
  readonly cases: number
  readonly models: number
}

/** Counts the cases on sale that buyers can choose by this setting, among the SKUs with a standard wireframe. */
export function standardCasesOf(
  { brands, materialIds }: Pick<SettingDraft, 'brands' | 'materialIds'>,
  standardSkus: readonly Pick<Sku, 'phoneBrandId' | 'phoneModelId' | 'materialId' | 'enabled'>[],
): StandardCases {
  const chosen = standardSkus.filter(
    ({ enabled, phoneBrandId, phoneModelId, materialId }) =>
      enabled &&
      (materialIds.length === 0 || materialIds.includes(materialId)) &&
      (brands.length === 0 ||
        brands.some(
          ({ brandId, modelIds }) => brandId === phoneBrandId && (modelIds.length === 0 || modelIds.includes(phoneModelId)),
        )),
  )
  return { cases: chosen.length, models: new Set(chosen.map(({ phoneModelId }) => phoneModelId)).size }
}
