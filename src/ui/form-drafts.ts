/**
 * What is typed in dialogs and not saved yet: kept over Esc, Back and a reload until it is saved or given up. It lives in this
 * window alone and under the seller's name, so that nobody who signs in later is shown it.
 */
import { isFields } from '../../contract/rules/fields'

interface FormDraft {
  /** What the form showed before anything was typed; a later save compares against it. */
  readonly opened: object
  readonly values: object
}

/** A storage whose values outlive a reload. */
interface DraftStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): unknown
  removeItem(key: string): void
}

const place = 'kejiang.drafts'

/** Drafts of this page; files among them live no longer than it does. */
const here = new Map<string, FormDraft>()
let storage: DraftStorage | null = null

/** Keeps drafts over a reload from now on; without it they live as long as the page. */
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
    // Written by hand, or cut off: worth nothing.
    return {}
  }
}

function store(): void {
  const lasting = [...here].filter(([, { values }]) => isPlain(values))
  if (lasting.length === 0) storage?.removeItem(place)
  else storage?.setItem(place, JSON.stringify(Object.fromEntries(lasting)))
}

/** Where a form's draft is kept: by seller, screen, title, and the row it is about. */
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

/** Everybody's, when a seller signs out. */
export function forgetAllDrafts(): void {
  here.clear()
  store()
}

/** An empty field and one that was never touched are the same to a seller. */
const typedIn = (values: object): string =>
  JSON.stringify(
    Object.entries(values)
      .filter(([, value]) => value !== undefined && value !== '')
      .sort(),
  )

/** Whether something would be lost. */
export const differs = (values: object, opened: object): boolean => !isPlain(values) || typedIn(values) !== typedIn(opened)
