/** Local and session storage without exceptions: values that cannot be stored are held in memory while the page lives. */

export interface PageValues {
  getItem(key: string): string | null
  /** @returns whether the value was stored beyond the page's life; otherwise it is held in memory. */
  setItem(key: string, value: string): boolean
  removeItem(key: string): void
}

/** @param storage returns the storage; it may throw or return nothing, as in cross-site frames, sandboxes and web views. */
export function guardedValues(storage: () => Storage | null | undefined): PageValues {
  /** Values that the storage refused to store, and null for those it refused to remove. They take precedence over it. */
  const own = new Map<string, string | null>()
  const attempt = (act: (opened: Storage) => void): boolean => {
    try {
      const opened = storage()
      if (!opened) return false
      act(opened)
      return true
    } catch {
      // The storage is inaccessible or full; the callers use memory instead.
      return false
    }
  }
  return {
    getItem(key) {
      const kept = own.get(key)
      if (kept !== undefined) return kept
      let found: string | null = null
      attempt((opened) => {
        found = opened.getItem(key)
      })
      return found
    },
    setItem(key, value) {
      const lasts = attempt((opened) => opened.setItem(key, value))
      if (lasts) own.delete(key)
      else own.set(key, value)
      return lasts
    },
    removeItem(key) {
      const gone = attempt((opened) => opened.removeItem(key))
      if (gone) own.delete(key)
      else own.set(key, null)
    },
  }
}

export const localValues: PageValues = guardedValues(() => localStorage)
export const sessionValues: PageValues = guardedValues(() => sessionStorage)

/** Returns the session storage of a window that this page opened. */
export const sessionValuesOf = (opened: Window): PageValues => guardedValues(() => opened.sessionStorage)
