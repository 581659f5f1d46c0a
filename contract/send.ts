/** The HTTP client of the plugin and of the buyers' page. The server does not use it. */
import { FetchError, type FetchOptions, ofetch } from 'ofetch'

const http = ofetch.create({
  // The caller reads the body: the library would parse it by its type, and lose the answer where the body is cut off.
  responseType: 'stream',
  retryDelay: 500,
  // To the library, no answer is a 500. Of the answers, those of a gateway whose server restarts are passing.
  retryStatusCodes: [500, 502, 503],
  onResponseError: ({ options, response }) => {
    // One that says itself when to come back is left to the caller.
    if (response.status === 500 || response.headers.has('retry-after')) options.retry = false
  },
})

/** Without the library's parameters of addresses, and without its time limit, which ends with the headers and excludes a signal. */
export interface SendOptions extends Pick<FetchOptions, 'headers' | 'body'> {
  readonly method: string
  /** Ends the call and the reading of its body; no attempt starts after it. */
  readonly signal: AbortSignal
  /**
   * Whether the call is sent a second time when no answer came or a gateway answered for a server that restarts. Only for calls that
   * nothing else repeats: not in a query, a poll, a task or an upload. A write without a key is sent once all the same.
   */
  readonly again?: boolean
}

/**
 * Sends a call and resolves to any answer, whose body is unread. Rejects with the browser's own error when none came, and after an abort.
 *
 * @param address absolute, or a path on the host of the page.
 */
export const send = (address: string, { again = false, ...options }: SendOptions): Promise<Response> => {
  const isHarmless = options.method === 'GET' || new Headers(options.headers).has('idempotency-key')
  return http.raw(address, { ...options, retry: again && isHarmless && 1 }).catch((error: unknown) => {
    if (!(error instanceof FetchError)) throw error
    if (error.response) return error.response
    throw error.cause
  })
}
