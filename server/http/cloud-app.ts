/**
 * Serves the admin API to plugins without a network. The marketplace's cloud calls its application only with POST requests of
 * JSON, and passes on only `success`, `data`, `errorCode` and `errorMessage` of the response (bridge/shell/handlers/http.ts is
 * the other end). A whole request is carried in the body and its response in `data`. The inner request has no more rights than if
 * it had been sent directly.
 */
import { isFields } from '../../contract/ground/fields'
import { Failure } from '../kernel/failure'
import { readJson, signedInBody } from './body'
import type { App, HttpDeps } from './environment'
import { asFailure } from './errors'

export const cloudAppPath = '/api/cloud_app'

const methods = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
const headerNames = ['accept', 'authorization', 'content-type', 'idempotency-key']

/** Limits of the envelope: the parts of a request, whose body is one text. */
const envelope = { ...signedInBody, depth: 3, marks: 100 }

/** Builds the inner request; throws 'invalid' for anything that is not a request of this API. */
function innerRequest(value: unknown, forwardedFor: string | undefined): Request {
  const { method, path, headers, body } = isFields(value) ? value : {}
  const base = 'http://cloud-app.invalid'
  const url = typeof path === 'string' && path.startsWith('/api/') ? new URL(path, base) : undefined
  // Checked after resolving, because dots in the path may have climbed out of /api.
  const isApiPath = url?.origin === base && url.pathname.startsWith('/api/') && url.pathname !== cloudAppPath
  if (
    !url ||
    !isApiPath ||
    typeof method !== 'string' ||
    !methods.has(method) ||
    (body !== undefined && typeof body !== 'string')
  ) {
    throw new Failure('invalid', '云应用只转发后台接口的请求')
  }
  const innerHeaders = new Headers()
  for (const name of headerNames) {
    const text = isFields(headers) ? headers[name] : undefined
    if (typeof text === 'string' && /^[\x20-\x7e]*$/.test(text)) innerHeaders.set(name, text)
  }
  // The caller's address is that of whoever called the application, trusted as in any other call.
  if (forwardedFor !== undefined) innerHeaders.set('x-forwarded-for', forwardedFor)
  return new Request(url, { method, headers: innerHeaders, ...(body === undefined || method === 'GET' ? {} : { body }) })
}

export function mountCloudApp(app: App, { settings }: HttpDeps): void {
  app.post(cloudAppPath, async (c) => {
    try {
      // The cloud calls from a server. A call with an Origin comes from another site's page, so it must have passed a preflight.
      const declared = c.req.header('origin') !== undefined
      const request = innerRequest(await readJson(c.req.raw, { ...envelope, declared }), c.req.header('x-forwarded-for'))
      const reply = await app.fetch(request, { ...c.env, requestId: c.get('traceId') })
      const data = { status: reply.status, headers: Object.fromEntries(reply.headers), body: await reply.text() }
      return c.json({ success: true, data })
    } catch (error) {
      // The status is always 200: the cloud takes any other status for its own failure and drops the message.
      const { code, message } = asFailure(error, c.get('traceId'), settings.log)
      return c.json({ success: false, errorCode: code, errorMessage: message })
    }
  })
}
