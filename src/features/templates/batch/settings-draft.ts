/** The draft of batch settings: the ticked fields and what they hold, and the request made of them. Pure. */
import type { ProductMode } from '../../../../contract/constants'
import type { TemplateRow, TemplateSettings } from '../../../../contract/types'

export interface PreviewCase {
  readonly phoneModelId: number | null
  readonly materialColorId: number | null
}

export const settingFields = ['mode', 'collections', 'preview'] as const
export type SettingField = (typeof settingFields)[number]

export interface SettingsDraft {
  /** The fields to change; every template keeps the others. */
  readonly ticked: ReadonlySet<SettingField>
  readonly mode: ProductMode | null
  readonly collectionIds: readonly number[]
  readonly previewCase: PreviewCase
}

/** A draft that starts with what all templates have in common. */
export function draftOf(templates: readonly TemplateRow[]): SettingsDraft {
  const [first] = templates
  const shared = <T>(of: (template: TemplateRow) => T, otherwise: T): T => {
    if (first === undefined) return otherwise
    const value = of(first)
    const text = JSON.stringify(value)
    return templates.every((template) => JSON.stringify(of(template)) === text) ? value : otherwise
  }
  return {
    ticked: new Set(),
    mode: shared<ProductMode | null>((template) => template.productMode, null),
    collectionIds: shared<readonly number[]>((template) => template.boundDesignAssetCollectionIds, []),
    previewCase: shared<PreviewCase>(
      ({ previewPhoneModelId, previewMaterialColorId }) => ({
        phoneModelId: previewPhoneModelId,
        materialColorId: previewMaterialColorId,
      }),
      { phoneModelId: null, materialColorId: null },
    ),
  }
}

export interface ReadDraft {
  /** null while there is a problem. */
  readonly settings: TemplateSettings | null
  /** Problems by field; `none` when nothing is ticked. */
  readonly problems: Readonly<Partial<Record<SettingField | 'none', string>>>
}

/** @param existingIds ids of the existing asset collections; a deleted one is not bound again. null when they could not be read. */
export function readDraft(
  { ticked, mode, collectionIds, previewCase }: SettingsDraft,
  existingIds: ReadonlySet<number> | null,
): ReadDraft {
  const problems: Partial<Record<SettingField | 'none', string>> = {}
  if (ticked.size === 0) problems.none = '请至少勾选一项要修改的设置'
  if (ticked.has('mode') && mode === null) problems.mode = '请选择定制模式'
  if (ticked.has('collections') && existingIds === null) problems.collections = '素材分组还没有读取成功'
  if (ticked.has('preview') && (previewCase.phoneModelId === null || previewCase.materialColorId === null)) {
    problems.preview = '请选择材质颜色'
  }
  if (Object.keys(problems).length > 0) return { settings: null, problems }
  return {
    problems,
    settings: {
      ...(ticked.has('mode') && mode !== null && { productMode: mode }),
      ...(ticked.has('collections') && { boundDesignAssetCollectionIds: collectionIds.filter((id) => existingIds?.has(id)) }),
      ...(ticked.has('preview') && {
        previewPhoneModelId: previewCase.phoneModelId,
        previewMaterialColorId: previewCase.materialColorId,
      }),
    },
  }
}
