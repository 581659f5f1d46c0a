/** Speaks to one origin that the operator named, and to nothing it may point at. */
import { Agent, request as send } from 'undici'

/** A list of some ten thousand rows is a few MB. */
const maxReplyBytes = 20 * 1024 * 1024

/**
 * Sends requests to `origin` and answers what it answered, redirects too: they are not followed, so that nothing else, inside this
 * network or out, is ever asked. Rejects when the request is for another origin, when no answer comes, and when it is too long. Each
 * call takes a connection of its own: on a kept one a write may be lost to an end that was under way.
 */
export function createOriginGateway(origin: string): (request: Request) => Promise<Response> {
  const agent = new Agent({ maxResponseSize: maxReplyBytes, connections: 8, pipelining: 0 })
  return async (request) => {
    if (new URL(request.url).origin !== origin) throw new Error(`not asked: ${request.url} is not of ${origin}`)
    const reply = await send(request.url, {
      dispatcher: agent,
      method: request.method as 'POST',
      headers: Object.fromEntries(request.headers),
      body: await request.text(),
      signal: request.signal,
    })
    const text = await reply.body.text()
    // Those that may not have a body may not have an empty one either.
    const bare = [204, 205, 304].includes(reply.statusCode)
    return new Response(bare ? null : text, { status: reply.statusCode })
  }
}
