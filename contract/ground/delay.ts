/** The delay function of plugin, adapters and server. Tests replace it by functions of the same type. */
import { abortError } from './thrown'

/** Resolves after `ms`. Rejects with an AbortError as soon as the signal is aborted. */
export type Wait = (ms: number, signal?: AbortSignal) => Promise<void>

export const delay: Wait = (ms, signal) =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(abortError())
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
