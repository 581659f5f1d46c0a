/** Rows of templates as the API answers them, for tests of every program. */
import { productMode } from '../constants'
import type { TemplateRow } from '../types'

export const templateRow = (of: Partial<TemplateRow> = {}): TemplateRow => ({
  id: 1,
  collectionId: 1,
  name: '',
  width: 500,
  height: 1044,
  thumbnail: null,
  casePicture: null,
  layerCount: 0,
  boundDesignAssetCollectionIds: [],
  previewPhoneModelId: null,
  previewMaterialColorId: null,
  enabled: true,
  productMode: productMode.default,
  revision: 1,
  updatedAt: 0,
  next: null,
  ...of,
})
