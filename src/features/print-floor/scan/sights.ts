/** Tells a code that came before the camera from one that is still there, so that it is scanned once. Pure. */

/** The same code counts again after the camera did not see it for this long, ms. */
export const forgetMs = 2500

/**
 * Returns a function that takes what each look saw, null for no code, with its time in ms, and returns the code that was scanned by it.
 * However long a slow machine waits between two looks that see the same code, it was not away.
 */
export function createSights(): (code: string | null, at: number) => string | null {
  let last: string | null = null
  let awaySince: number | null = null
  return (code, at) => {
    if (code === null) {
      awaySince ??= at
      return null
    }
    const isNew = code !== last || (awaySince !== null && at - awaySince > forgetMs)
    last = code
    awaySince = null
    return isNew ? code : null
  }
}
