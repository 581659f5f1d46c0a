/** The tasks over many templates (copy, delete, settings): their names, inputs and the scope they are found by. */
import type { TemplateSettings } from '../../../../contract/types'

export const settingsKind = 'template-settings'
export const copyKind = 'template-copy'
export const deleteKind = 'template-delete'

export interface SettingsInput {
  readonly id: number
  /** Only the settings that change. */
  readonly settings: TemplateSettings
}

export interface CopyInput {
  readonly id: number
  readonly collectionId: number
}

export interface DeleteInput {
  readonly id: number
}

/** Task scope of the batches of one collection, or of found templates of all. */
export const batchScope = (of: number | 'found'): string => `templates:${of}`
