/** Turns the links of all shops into one list. Pure. */
import type { Shop, ShopCustomizationSetting, ShopCustomizationUrls } from '../../../contract/types'

export interface LinkRow {
  /** Id of the link's setting. */
  readonly id: number
  readonly shop: Shop
  readonly url: string
  readonly setting: ShopCustomizationSetting
}

/** A row per link; the default link of a shop comes first. */
export function linkRows(shops: readonly ShopCustomizationUrls[]): readonly LinkRow[] {
  return shops.flatMap(({ shop, customizationUrls }) =>
    customizationUrls
      .map(({ url, shopCustomizationSetting: setting }) => ({ id: setting.id, shop, url, setting }))
      .sort((a, b) => Number(b.setting.isDefault) - Number(a.setting.isDefault)),
  )
}
