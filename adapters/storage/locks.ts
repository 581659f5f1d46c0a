/** Access to the browser's locks. */

/** Returns the lock manager, null if there is none, as on plain http. In a frame without storage its requests reject. */
export function pageLockManager(): LockManager | null {
  try {
    return (typeof navigator === 'undefined' ? undefined : navigator.locks) ?? null
  } catch {
    return null
  }
}
