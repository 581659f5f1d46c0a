/** Sends requests to one origin that the operator configured, and to no other. */
import { Agent, request as send } from 'undici'

/** Limit of a response, bytes: a list of about ten thousand rows takes a few MB. */
const maxReplyBytes = 20 * 1024 * 1024

/**
 * Sends requests to `origin` and returns the response, also redirects: they are not followed, so that no other host, inside this
 * network or outside, is ever requested. Rejects when the request is for another origin, when no response comes, and when it is
 * too long. Each call uses a connection of its own: on a kept-alive connection a write may be lost while the server closes it.
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
    // As bytes with their content type: whoever asked knows which encodings that program uses.
    const bytes = await reply.body.arrayBuffer()
    const type = reply.headers['content-type']
    // Responses of these statuses must have no body, not even an empty one.
    const bare = [204, 205, 304].includes(reply.statusCode)
    return new Response(bare ? null : bytes, {
      status: reply.statusCode,
      headers: typeof type === 'string' ? { 'content-type': type } : {},
    })
  }
}
