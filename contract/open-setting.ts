import { productMode } from './constants'
import type { CustomizationSetting } from './types'

type Content = Omit<CustomizationSetting, 'id' | 'shopId' | 'productOriginalId' | 'skuOriginalId'>

/** Everything allowed, with all phones and materials: what is kept where nothing was chosen. */
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
