/**
 * The admin API for plugins without a network: the marketplace's cloud calls its application with a POST of JSON alone, passes of
 * the answer `success`, `data`, `errorCode` and `errorMessage` on, and nothing else (bridge/shell/handlers/http.ts is the other end).
 * A request travels whole inside the one and its answer inside `data`. What comes in has no more rights than when it came by itself.
 */
import { Failure } from '../kernel/failure'
import { ownBody, readJson } from './body'
import type { App, HttpDeps } from './environment'
import { asFailure } from './errors'

export const cloudAppPath = '/api/cloud_app'

const methods = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
const headerNames = ['accept', 'authorization', 'content-type', 'idempotency-key']

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null

/** The envelope: a request's parts, of which the body is one text. */
const envelope = { ...ownBody, depth: 3, marks: 100 }

/** The request inside; throws 'invalid' for anything that is not one for this API. */
function carried(value: unknown, forwardedFor: string | undefined): Request {
  const { method, path, headers, body } = isFields(value) ? value : {}
  const base = 'http://cloud-app.invalid'
  const url = typeof path === 'string' && path.startsWith('/api/') ? new URL(path, base) : undefined
  // Looked at once resolved: dots that climb have done so by now.
  const inside = url?.origin === base && url.pathname.startsWith('/api/') && url.pathname !== cloudAppPath
  if (!url || !inside || typeof method !== 'string' || !methods.has(method) || (body !== undefined && typeof body !== 'string')) {
    throw new Failure('invalid', '云应用只转发后台接口的请求')
  }
  const own = new Headers()
  for (const name of headerNames) {
    const text = isFields(headers) ? headers[name] : undefined
    if (typeof text === 'string' && /^[\x20-\x7e]*$/.test(text)) own.set(name, text)
  }
  // The caller is whoever called the application; believed as far as any other call's.
  if (forwardedFor !== undefined) own.set('x-forwarded-for', forwardedFor)
  return new Request(url, { method, headers: own, ...(body === undefined || method === 'GET' ? {} : { body }) })
}

export function mountCloudApp(app: App, { settings }: HttpDeps): void {
  app.post(cloudAppPath, async (c) => {
    try {
      // A cloud calls from a server. A page that does is of another site, and nobody has asked whether it may.
      const declared = c.req.header('origin') !== undefined
      const request = carried(await readJson(c.req.raw, { ...envelope, declared }), c.req.header('x-forwarded-for'))
      const reply = await app.fetch(request, c.env)
      const data = { status: reply.status, headers: Object.fromEntries(reply.headers), body: await reply.text() }
      return c.json({ success: true, data })
    } catch (error) {
      // Always 200: the cloud takes any other status for its own failure and drops the words.
      const { code, message } = asFailure(error, c.get('traceId'), settings.log)
      return c.json({ success: false, errorCode: code, errorMessage: message })
    }
  })
}
