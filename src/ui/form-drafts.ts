/**
 * Unsaved values of dialogs: kept over Esc, Back and a reload until they are saved or discarded. They belong to this window and
 * to the seller's name, so that another seller never sees them.
 */
import { isFields } from '../../contract/rules/fields'

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

const place = 'kejiang.drafts'

/** Drafts of this page; drafts with files are lost with it. */
const here = new Map<string, FormDraft>()
let storage: DraftStorage | null = null

/** Stores drafts across reloads from now on; without it they live as long as the page. */
export function keepDraftsIn(values: DraftStorage): void {
  storage = values
  here.clear()
  for (const [key, draft] of Object.entries(parse(values.getItem(place)))) if (isDraft(draft)) here.set(key, draft)
}

const isPlain = (value: unknown): boolean =>
  typeof value !== 'object' ||
  value === null ||
  ((Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype) && Object.values(value).every(isPlain))

const isDraft = (value: unknown): value is FormDraft =>
  isFields(value) && 'opened' in value && 'values' in value && isFields(value.opened) && isFields(value.values)

function parse(text: string | null): object {
  if (text === null) return {}
  try {
    const drafts: unknown = JSON.parse(text)
    return isFields(drafts) ? drafts : {}
  } catch {
    // The value was edited by hand or truncated, so it is ignored.
    return {}
  }
}

function store(): void {
  const lasting = [...here].filter(([, { values }]) => isPlain(values))
  if (lasting.length === 0) storage?.removeItem(place)
  else storage?.setItem(place, JSON.stringify(Object.fromEntries(lasting)))
}

/** Returns the key of a form's draft: seller, screen, title, and the row. */
export const draftKey = (username: string | null, title: string, subject: string | number | undefined): string =>
  `${username ?? ''}${location.pathname}|${title}|${subject ?? ''}`

export const readDraft = (key: string): FormDraft | null => here.get(key) ?? null

export function keepDraft(key: string, draft: FormDraft): void {
  here.set(key, draft)
  store()
}

export function forgetDraft(key: string): void {
  if (here.delete(key)) store()
}

/** Removes the drafts of every seller, when one signs out. */
export function forgetAllDrafts(): void {
  here.clear()
  store()
}

/** Normalizes values for comparison: an empty field and an untouched one are the same for a seller. */
const typedIn = (values: object): string =>
  JSON.stringify(
    Object.entries(values)
      .filter(([, value]) => value !== undefined && value !== '')
      .sort(),
  )

/** Whether discarding the values would lose something. */
export const differs = (values: object, opened: object): boolean => !isPlain(values) || typedIn(values) !== typedIn(opened)
