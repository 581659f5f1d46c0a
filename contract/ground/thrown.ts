/** Reads what was thrown: its text, and whether it only says that the work was called off. */

/** Returns the text of anything thrown. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Returns the error of work that was called off. */
export const abortError = (): DOMException => new DOMException('取消操作', 'AbortError')

/** Whether work was called off: by a signal, or by a call that its own caller ended. */
export const isAbort = (error: unknown): error is Error =>
  typeof error === 'object' && error !== null && 'name' in error && (error.name === 'AbortError' || error.name === 'AbortedError')
