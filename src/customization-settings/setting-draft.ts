/** Converts between the form of a customization setting and the stored setting. Pure. */
import { type ProductMode, productMode } from '../../contract/constants'
import type { CustomizationSetting } from '../../contract/types'

export const switchKeys = [
  'imageUploadEnabled',
  'stickerAssetEnabled',
  'imageAssetEnabled',
  'textEnabled',
  'backgroundEnabled',
] as const
export type SwitchKey = (typeof switchKeys)[number]

/** The fields of a setting that are the same for a SKU, a product and a link. */
export type SettingContent = Pick<
  CustomizationSetting,
  'mode' | 'bindingMaterialIds' | 'bindingPhoneBrands' | 'bindingTemplateCollectionIds' | 'bindingTemplateId' | SwitchKey
>

/** The form's choices of a mode; the two modes with collections are one choice and a switch. */
export type ModeChoice = 'default' | 'diy' | 'collections' | 'single'

export interface BrandRow {
  /** Identifies a row, also while no brand is chosen. */
  readonly key: number
  readonly brandId: number | null
  /** Empty: all models of the brand. */
  readonly modelIds: readonly number[]
}

/** Also keeps the fields that the chosen mode does not use, so that switching modes loses nothing. */
export interface SettingDraft {
  readonly choice: ModeChoice
  /** 自主定制页面: buyers choose from the collections and may also design themselves. */
  readonly ownPage: boolean
  readonly collectionIds: readonly number[]
  readonly singleCollectionId: number | null
  readonly templateId: number | null
  /** Empty: all materials. */
  readonly materialIds: readonly number[]
  /** Empty: all brands and models. */
  readonly brands: readonly BrandRow[]
  readonly switches: Readonly<Record<SwitchKey, boolean>>
}

export const newDraft = (): SettingDraft => ({
  choice: 'default',
  ownPage: false,
  collectionIds: [],
  singleCollectionId: null,
  templateId: null,
  materialIds: [],
  brands: [],
  switches: {
    imageUploadEnabled: true,
    stickerAssetEnabled: true,
    imageAssetEnabled: true,
    textEnabled: true,
    backgroundEnabled: true,
  },
})

export function choiceOf(mode: ProductMode): ModeChoice {
  if (mode === productMode.diy) return 'diy'
  if (mode === productMode.singleTemplate) return 'single'
  return mode === productMode.default ? 'default' : 'collections'
}

export function modeOf(choice: ModeChoice, ownPage: boolean): ProductMode {
  if (choice === 'diy') return productMode.diy
  if (choice === 'single') return productMode.singleTemplate
  if (choice === 'default') return productMode.default
  return ownPage ? productMode.templateCollectionsAndDiy : productMode.templateCollections
}

export function draftOf(setting: SettingContent): SettingDraft {
  const choice = choiceOf(setting.mode)
  const { switches } = newDraft()
  return {
    choice,
    ownPage: setting.mode === productMode.templateCollectionsAndDiy,
    collectionIds: choice === 'collections' ? setting.bindingTemplateCollectionIds : [],
    singleCollectionId: choice === 'single' ? (setting.bindingTemplateCollectionIds[0] ?? null) : null,
    templateId: setting.bindingTemplateId,
    materialIds: setting.bindingMaterialIds,
    brands: setting.bindingPhoneBrands.map(({ id, modelIds }, key) => ({ key, brandId: id, modelIds })),
    switches: Object.fromEntries(Object.keys(switches).map((key) => [key, setting[key as SwitchKey]])) as typeof switches,
  }
}

export interface DraftProblems {
  readonly collections?: string
  readonly template?: string
  /** Problems by the row's key. */
  readonly brands: ReadonlyMap<number, string>
}

export interface ReadDraft {
  /** Null while there is a problem. */
  readonly content: SettingContent | null
  readonly problems: DraftProblems
  readonly count: number
}

/** @param collections ids of the existing template collections: a deleted one is not valid; null while they are unknown. */
export function readDraft(draft: SettingDraft, collections: ReadonlySet<number> | null): ReadDraft {
  const exists = (id: number | null) => id !== null && (collections === null || collections.has(id))
  const brands = new Map<number, string>()
  const seen = new Set<number>()
  for (const { key, brandId } of draft.brands) {
    if (brandId === null) brands.set(key, '必须选择一个品牌')
    else if (seen.has(brandId)) brands.set(key, '这个品牌已经在上面选过了')
    else seen.add(brandId)
  }
  const needsCollection =
    draft.choice === 'collections'
      ? !draft.collectionIds.some(exists)
      : draft.choice === 'single' && !exists(draft.singleCollectionId)
  const needsTemplate = draft.choice === 'single' && !needsCollection && draft.templateId === null
  const problems: DraftProblems = {
    ...(needsCollection && { collections: '请选择模板分组' }),
    ...(needsTemplate && { template: '请选择一个定制模板' }),
    brands,
  }
  const count = brands.size + (needsCollection ? 1 : 0) + (needsTemplate ? 1 : 0)
  return { problems, count, content: count > 0 ? null : contentOf(draft) }
}

function contentOf(draft: SettingDraft): SettingContent {
  const single = draft.choice === 'single'
  const collections = draft.choice === 'collections' ? draft.collectionIds : single ? [draft.singleCollectionId] : []
  return {
    mode: modeOf(draft.choice, draft.ownPage),
    bindingMaterialIds: [...draft.materialIds],
    bindingPhoneBrands: draft.brands.flatMap(({ brandId, modelIds }) =>
      brandId === null ? [] : [{ id: brandId, modelIds: [...modelIds] }],
    ),
    bindingTemplateCollectionIds: collections.flatMap((id) => (id === null ? [] : [id])),
    bindingTemplateId: single ? draft.templateId : null,
    ...draft.switches,
  }
}

/** Whether two settings allow buyers the same. */
export function sameContent(a: SettingContent, b: SettingContent): boolean {
  const text = (one: SettingContent) => {
    const sorted = (ids: readonly number[]) => [...ids].sort((x, y) => x - y)
    return JSON.stringify([
      one.mode,
      sorted(one.bindingMaterialIds),
      [...one.bindingPhoneBrands].sort((x, y) => x.id - y.id).map(({ id, modelIds }) => [id, sorted(modelIds)]),
      sorted(one.bindingTemplateCollectionIds),
      one.bindingTemplateId,
      switchKeys.map((key) => one[key]),
    ])
  }
  return text(a) === text(b)
}

/** Adds a brand row at the end. */
export function addBrandRow(draft: SettingDraft): SettingDraft {
  const key = draft.brands.reduce((max, row) => Math.max(max, row.key + 1), 0)
  return { ...draft, brands: [...draft.brands, { key, brandId: null, modelIds: [] }] }
}

/** Sets a row's brand and clears its models, which belong to the previous brand. */
export const setBrand = (draft: SettingDraft, key: number, brandId: number): SettingDraft => ({
  ...draft,
  brands: draft.brands.map((row) => (row.key === key && row.brandId !== brandId ? { key, brandId, modelIds: [] } : row)),
})

export const setModels = (draft: SettingDraft, key: number, modelIds: readonly number[]): SettingDraft => ({
  ...draft,
  brands: draft.brands.map((row) => (row.key === key ? { ...row, modelIds } : row)),
})

export const removeBrandRow = (draft: SettingDraft, key: number): SettingDraft => ({
  ...draft,
  brands: draft.brands.filter((row) => row.key !== key),
})

/** Sets the collection and clears the template, which belongs to the previous collection. */
export const setSingleCollection = (draft: SettingDraft, id: number): SettingDraft =>
  draft.singleCollectionId === id ? draft : { ...draft, singleCollectionId: id, templateId: null }

/** Props of each section of the form. */
export interface SettingFieldsProps {
  readonly draft: SettingDraft
  readonly onChange: (draft: SettingDraft) => void
  /** Null until the seller has tried to save. */
  readonly problems: DraftProblems | null
}
