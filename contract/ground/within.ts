/** The time limit of a call. AbortSignal.timeout and AbortSignal.any are newer than the oldest client. */

/** Runs `work` with a signal that aborts after `ms`, and as soon as `outer` does. */
export async function within<T>(ms: number, work: (signal: AbortSignal) => Promise<T>, outer?: AbortSignal): Promise<T> {
  const ending = new AbortController()
  const end = () => ending.abort()
  const timer = setTimeout(end, ms)
  outer?.addEventListener('abort', end)
  if (outer?.aborted) end()
  try {
    return await work(ending.signal)
  } finally {
    clearTimeout(timer)
    outer?.removeEventListener('abort', end)
  }
}
