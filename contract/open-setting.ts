/** The default customization setting. */
import { productMode } from './constants'
import type { CustomizationSetting } from './types'

type Content = Omit<CustomizationSetting, 'id' | 'shopId' | 'productOriginalId' | 'skuOriginalId'>

/** Allows everything, with all phones and materials. It is stored where the seller has chosen nothing. */
export const openSetting = {
  mode: productMode.default,
  bindingMaterialIds: [],
  bindingPhoneBrands: [],
  bindingTemplateCollectionIds: [],
  bindingTemplateId: null,
  imageUploadEnabled: true,
  stickerAssetEnabled: true,
  imageAssetEnabled: true,
  textEnabled: true,
  backgroundEnabled: true,
} as const satisfies Content
