/** What the links share with the products' configurations; composed by the app, because no feature knows another. */
import type { ComponentType } from 'react'
import type { DraftProblems, SettingContent, SettingDraft } from '../../customization-settings/setting-draft'

export interface LinkParts {
  /** Modes, brands, materials and switches. */
  readonly SettingFields: ComponentType<{
    readonly draft: SettingDraft
    readonly onChange: (draft: SettingDraft) => void
    readonly problems: DraftProblems | null
  }>
  /** The same in a few lines. */
  readonly SettingSummary: ComponentType<{ readonly setting: SettingContent }>
}

export const linksPath = '/app/sku_customization_urls_setting'
