/** All shops' links as one list. Pure. */
import type { Shop, ShopCustomizationSetting, ShopCustomizationUrls } from '../../../contract/types'

export interface LinkRow {
  /** The setting's. */
  readonly id: number
  readonly shop: Shop
  readonly url: string
  readonly setting: ShopCustomizationSetting
}

/** A shop's default link stands before its others. */
export function linkRows(shops: readonly ShopCustomizationUrls[]): readonly LinkRow[] {
  return shops.flatMap(({ shop, customizationUrls }) =>
    customizationUrls
      .map(({ url, shopCustomizationSetting: setting }) => ({ id: setting.id, shop, url, setting }))
      .sort((a, b) => Number(b.setting.isDefault) - Number(a.setting.isDefault)),
  )
}
