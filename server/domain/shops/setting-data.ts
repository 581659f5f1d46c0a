/**
 * Fields that a SKU's setting and a link have in common: what buyers may customize and with what. They are stored as one jsonb
 * value.
 */
import type { ProductMode } from '../../../contract/constants'

export interface BoundBrand {
  readonly id: number
  /** Empty: all models of the brand. */
  readonly modelIds: readonly number[]
}

export interface SettingData {
  readonly mode: ProductMode
  readonly bindingMaterialIds: readonly number[]
  /** Empty: all brands and models. */
  readonly bindingPhoneBrands: readonly BoundBrand[]
  readonly bindingTemplateCollectionIds: readonly number[]
  readonly bindingTemplateId: number | null
  readonly imageUploadEnabled: boolean
  readonly stickerAssetEnabled: boolean
  readonly imageAssetEnabled: boolean
  readonly textEnabled: boolean
  readonly backgroundEnabled: boolean
}

/** The fields of a setting in a response. */
export interface SettingFields {
  mode: ProductMode
  bindingMaterialIds: number[]
  bindingPhoneBrands: { id: number; modelIds: number[] }[]
  bindingTemplateCollectionIds: number[]
  bindingTemplateId: number | null
  imageUploadEnabled: boolean
  stickerAssetEnabled: boolean
  imageAssetEnabled: boolean
  textEnabled: boolean
  backgroundEnabled: boolean
}

const fieldsOf = (data: SettingData): SettingFields => ({
  mode: data.mode,
  bindingMaterialIds: [...data.bindingMaterialIds],
  bindingPhoneBrands: data.bindingPhoneBrands.map(({ id, modelIds }) => ({ id, modelIds: [...modelIds] })),
  bindingTemplateCollectionIds: [...data.bindingTemplateCollectionIds],
  bindingTemplateId: data.bindingTemplateId,
  imageUploadEnabled: data.imageUploadEnabled,
  stickerAssetEnabled: data.stickerAssetEnabled,
  imageAssetEnabled: data.imageAssetEnabled,
  textEnabled: data.textEnabled,
  backgroundEnabled: data.backgroundEnabled,
})

/** Reads the column, which only `writeSetting` writes. */
export const readSetting = (data: Readonly<Record<string, unknown>>): SettingFields => fieldsOf(data as unknown as SettingData)

/** Returns the column's text: only the setting's fields, without any others of the value. */
export const writeSetting = (data: SettingData): string => JSON.stringify(fieldsOf(data))
