/** The one timer of everything that waits: plugin, adapters and server. Tests give fakes of the same shape. */

/** Waits so many ms. Rejects with an AbortError as soon as the signal is aborted. */
export type Wait = (ms: number, signal?: AbortSignal) => Promise<void>

export const delay: Wait = (ms, signal) =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(new DOMException('given up', 'AbortError'))
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
