/** Turns products and their SKUs into rows that can be ticked and configured. Pure. */
import type { CustomizationSetting, Product, ProductSku } from '../../../contract/types'

/** A SKU, or a product that is sold without a choice. */
export interface SkuRow {
  /** The SKU's id; for a product without SKUs the negative product id. */
  readonly id: number
  readonly product: Product
  readonly sku: ProductSku | null
  /** null when it is not configured; undefined while that is not known. */
  readonly setting: CustomizationSetting | null | undefined
}

export interface Target {
  readonly productOriginalId: string
  readonly skuOriginalId: string | null
}

export const targetOf = ({ product, sku }: Pick<SkuRow, 'product' | 'sku'>): Target => ({
  productOriginalId: product.originalId,
  skuOriginalId: sku?.originalId ?? null,
})

const keyOf = ({ productOriginalId, skuOriginalId }: Target): string => JSON.stringify([productOriginalId, skuOriginalId])

export const isSameTarget = (a: Target, b: Target): boolean => keyOf(a) === keyOf(b)

/** Configurations by the platform id of their product; a missing key means that they have not been read. */
export type KnownSettings = ReadonlyMap<string, readonly CustomizationSetting[]>

/** Adds the configurations that were read for these products. */
export function withSettings(
  known: KnownSettings,
  productOriginalIds: readonly string[],
  settings: readonly CustomizationSetting[],
): KnownSettings {
  const next = new Map<string, CustomizationSetting[]>(productOriginalIds.map((id) => [id, []]))
  for (const setting of settings) next.get(setting.productOriginalId)?.push(setting)
  return new Map([...known, ...next])
}

export function rowsOf(products: readonly Product[], known: KnownSettings): readonly SkuRow[] {
  return products.flatMap((product) => {
    const settings = known.get(product.originalId)
    const byTarget = settings && new Map(settings.map((setting) => [keyOf(setting), setting]))
    const row = (sku: ProductSku | null): SkuRow => ({
      id: sku?.id ?? -product.id,
      product,
      sku,
      setting: byTarget && (byTarget.get(keyOf(targetOf({ product, sku }))) ?? null),
    })
    return product.skus.length === 0 ? [row(null)] : product.skus.map(row)
  })
}

/** The seller's name of a row: 硅胶壳 · 颜色:白;机型:iPhone 15 */
export const rowName = ({ product, sku }: Pick<SkuRow, 'product' | 'sku'>): string =>
  sku === null ? product.title : `${product.title} · ${sku.propertiesName}`

const shortLength = 16

/** The row's name for a sentence, with a short title: long titles begin alike and would fill the sentence. */
export function shortRowName(row: Pick<SkuRow, 'product' | 'sku'>): string {
  const title = [...row.product.title]
  const short = title.length > shortLength ? `${title.slice(0, shortLength).join('')}…` : row.product.title
  return row.sku === null ? short : `${short} · ${row.sku.propertiesName}`
}
