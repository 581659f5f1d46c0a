/** What is done to many templates as long work, and what each item of it is. */
import type { TemplateSettings } from '../../../../contract/types'

export const settingsKind = 'template-settings'
export const copyKind = 'template-copy'
export const deleteKind = 'template-delete'

export interface SettingsInput {
  readonly id: number
  /** Only what changes. */
  readonly settings: TemplateSettings
}

export interface CopyInput {
  readonly id: number
  readonly collectionId: number
}

export interface DeleteInput {
  readonly id: number
}

/** Where the batches of one collection are found. */
export const batchScope = (collectionId: number): string => `templates:${collectionId}`
