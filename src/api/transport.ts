import type { HttpReply, HttpRequest, Platform } from '../../adapters/platform'

/** Sends one request to the admin API and resolves to any response; rejects only when there is none. */
export type Transport = (request: HttpRequest, signal: AbortSignal) => Promise<HttpReply>

/** Uses the page's own network. Retries are left to the caller, because repeating a write may not be harmless. */
export function networkTransport(apiBase: string): Transport {
  return async ({ method, path, headers, body }, signal) => {
    const reply = await fetch(new URL(path, apiBase), { method, headers: { ...headers }, body: body ?? null, signal })
    const replyHeaders: Record<string, string> = {}
    reply.headers.forEach((value, name) => {
      replyHeaders[name] = value
    })
    return { status: reply.status, headers: replyHeaders, body: await reply.text() }
  }
}

/** Uses the client, for pages without a network of their own, and otherwise the page's network. */
export function platformTransport(platform: () => Platform | null, apiBase: string): Transport {
  const overNetwork = networkTransport(apiBase)
  return (request, signal) => {
    const http = platform()?.http
    return http ? http(request, { signal }) : overNetwork(request, signal)
  }
}
