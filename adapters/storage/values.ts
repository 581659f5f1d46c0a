/** Local and session storage behind a guard: a page that may keep nothing holds its values in memory, as long as it lives. */

export interface PageValues {
  getItem(key: string): string | null
  /** @returns whether the value outlives the page; where it does not, memory holds it. */
  setItem(key: string, value: string): boolean
  removeItem(key: string): void
}

/** @param storage may throw, or be absent: frames of other sites, sandboxes and web views close it each in their own way. */
export function guardedValues(storage: () => Storage | null | undefined): PageValues {
  /** What the storage did not take, and (null) what it did not let go of: both stand before what lies there. */
  const own = new Map<string, string | null>()
  const attempt = (act: (opened: Storage) => void): boolean => {
    try {
      const opened = storage()
      if (!opened) return false
      act(opened)
      return true
    } catch {
      // Closed or full: the caller's memory takes over.
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

/** The session storage of a window this page opened. */
export const sessionValuesOf = (opened: Window): PageValues => guardedValues(() => opened.sessionStorage)
