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
  const inMemory = new Map<string, string | null>()
  const attempt = (operation: (opened: Storage) => void): boolean => {
    try {
      const opened = storage()
      if (!opened) return false
      operation(opened)
      return true
    } catch {
      // The storage is inaccessible or full; the callers use memory instead.
      return false
    }
  }
  return {
    getItem(key) {
      const memoryValue = inMemory.get(key)
      if (memoryValue !== undefined) return memoryValue
      let found: string | null = null
      attempt((opened) => {
        found = opened.getItem(key)
      })
      return found
    },
    setItem(key, value) {
      const isStored = attempt((opened) => opened.setItem(key, value))
      if (isStored) inMemory.delete(key)
      else inMemory.set(key, value)
      return isStored
    },
    removeItem(key) {
      const isRemoved = attempt((opened) => opened.removeItem(key))
      if (isRemoved) inMemory.delete(key)
      else inMemory.set(key, null)
    },
  }
}

export const localValues: PageValues = guardedValues(() => localStorage)
export const sessionValues: PageValues = guardedValues(() => sessionStorage)

/** Returns the session storage of a window that this page opened. */
export const sessionValuesOf = (opened: Window): PageValues => guardedValues(() => opened.sessionStorage)
