/**
 * Unsaved values of dialogs: kept over Esc, Back and a reload until they are saved or discarded. They belong to this window and
 * to the seller's name, so that another seller never sees them.
 */
import { isFields } from '../../contract/ground/fields'

interface FormDraft {
  /** The values that the form showed before anything was typed; a later save compares with them. */
  readonly opened: object
  readonly values: object
}

/** A storage whose values survive a reload. */
interface DraftStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): unknown
  removeItem(key: string): void
}

const storageKey = 'kejiang.drafts'

/** Drafts of this page; drafts with files are lost with it. */
const drafts = new Map<string, FormDraft>()
let storage: DraftStorage | null = null

/** Stores drafts across reloads from now on; without it they live as long as the page. */
export function storeDraftsIn(values: DraftStorage): void {
  storage = values
  drafts.clear()
  for (const [key, draft] of Object.entries(parse(values.getItem(storageKey)))) if (isDraft(draft)) drafts.set(key, draft)
}

const isPlainData = (value: unknown): boolean =>
  typeof value !== 'object' ||
  value === null ||
  ((Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype) && Object.values(value).every(isPlainData))

const isDraft = (value: unknown): value is FormDraft =>
  isFields(value) && 'opened' in value && 'values' in value && isFields(value.opened) && isFields(value.values)

function parse(text: string | null): object {
  if (text === null) return {}
  try {
    const parsed: unknown = JSON.parse(text)
    return isFields(parsed) ? parsed : {}
  } catch {
    // The value was edited by hand or truncated, so it is ignored.
    return {}
  }
}

function writeDrafts(): void {
  const storable = [...drafts].filter(([, { values }]) => isPlainData(values))
  if (storable.length === 0) storage?.removeItem(storageKey)
  else storage?.setItem(storageKey, JSON.stringify(Object.fromEntries(storable)))
}

/** Returns the key of a form's draft: seller, screen, title, and the row. */
export const draftKey = (username: string | null, title: string, subject: string | number | undefined): string =>
  `${username ?? ''}${location.pathname}|${title}|${subject ?? ''}`

export const readDraft = (key: string): FormDraft | null => drafts.get(key) ?? null

export function storeDraft(key: string, draft: FormDraft): void {
  drafts.set(key, draft)
  writeDrafts()
}

export function removeDraft(key: string): void {
  if (drafts.delete(key)) writeDrafts()
}

/** Removes the drafts of every seller, when one signs out. */
export function removeAllDrafts(): void {
  drafts.clear()
  writeDrafts()
}

/** Normalizes values for comparison: an empty field and an untouched one are the same for a seller. */
const comparableText = (values: object): string =>
  JSON.stringify(
    Object.entries(values)
      .filter(([, value]) => value !== undefined && value !== '')
      .sort(),
  )

/** Whether discarding the values would lose something. */
export const hasChanges = (values: object, opened: object): boolean =>
  !isPlainData(values) || comparableText(values) !== comparableText(opened)
