import type { HttpReply, HttpRequest, Platform } from '../../adapters/platform'
import { send } from '../../contract/send'

/**
 * Sends one request to the admin API and resolves to any response; rejects only when there is none.
 *
 * @param again see SendOptions; a client that sends the request itself is asked once.
 */
export type Transport = (request: HttpRequest, signal: AbortSignal, again?: boolean) => Promise<HttpReply>

/** Uses the page's own network. */
export function networkTransport(apiBase: string): Transport {
  return async ({ path, ...request }, signal, again = false) => {
    const reply = await send(new URL(path, apiBase).href, { ...request, signal, again })
    return { status: reply.status, headers: Object.fromEntries(reply.headers), body: await reply.text() }
  }
}

/** Uses the client, for pages without a network of their own, and otherwise the page's network. */
export function platformTransport(platform: () => Platform | null, apiBase: string): Transport {
  const overNetwork = networkTransport(apiBase)
  return (request, signal, again) => {
    const http = platform()?.http
    return http ? http(request, { signal }) : overNetwork(request, signal, again)
  }
}
