/** The browser's locks behind a guard. */

/** Null where the page has none, as on plain http. A frame without storage has them, and each request rejects. */
export function pageLockManager(): LockManager | null {
  try {
    return (typeof navigator === 'undefined' ? undefined : navigator.locks) ?? null
  } catch {
    return null
  }
}
