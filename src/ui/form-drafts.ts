/**
 * What is typed in dialogs and not saved yet: kept over Esc, Back and a reload until it is saved or given up. It lives in this
 * window alone and under the seller's name, so that nobody who signs in later is shown it.
 */

interface FormDraft {
  /** What the form showed before anything was typed; a later save compares against it. */
  readonly opened: object
  readonly values: object
}

const prefix = 'kejiang.draft/'

/** Drafts of this page; also all there is where the browser refuses its storage, and for what is no plain text, such as files. */
const here = new Map<string, FormDraft>()

/** The window's own storage; null where the browser refuses it to framed pages. */
function storage(): Storage | null {
  try {
    return sessionStorage
  } catch {
    return null
  }
}

const isPlain = (value: unknown): boolean =>
  typeof value !== 'object' ||
  value === null ||
  ((Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype) && Object.values(value).every(isPlain))

const isRecord = (value: unknown): value is object => typeof value === 'object' && value !== null

function parse(text: string | null): FormDraft | null {
  if (text === null) return null
  try {
    const draft: unknown = JSON.parse(text)
    const { opened, values } = isRecord(draft) ? (draft as Partial<FormDraft>) : {}
    return isRecord(opened) && isRecord(values) ? { opened, values } : null
  } catch {
    // Written by hand, or cut off: worth nothing.
    return null
  }
}

/** Where a form's draft is kept: by seller, screen, title, and the row it is about. */
export const draftKey = (username: string | null, title: string, subject: string | number | undefined): string =>
  `${prefix}${username ?? ''}${location.pathname}|${title}|${subject ?? ''}`

export const readDraft = (key: string): FormDraft | null => here.get(key) ?? parse(storage()?.getItem(key) ?? null)

export function keepDraft(key: string, draft: FormDraft): void {
  here.set(key, draft)
  if (!isPlain(draft.values)) return
  try {
    storage()?.setItem(key, JSON.stringify(draft))
  } catch {
    // Full or refused: it is kept as long as the page lives.
  }
}

export function forgetDraft(key: string): void {
  here.delete(key)
  storage()?.removeItem(key)
}

/** Everybody's, when a seller signs out. */
export function forgetAllDrafts(): void {
  here.clear()
  const kept = storage()
  if (kept === null) return
  for (const key of Object.keys(kept)) if (key.startsWith(prefix)) kept.removeItem(key)
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
