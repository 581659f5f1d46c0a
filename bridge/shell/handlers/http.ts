/**
 * Handler of `http`: forwards admin API requests of a page without network. The cloud passes on only GET and POST of JSON, and
 * only `data` of a response. Therefore the whole request goes into one POST to the cloud application, and the whole response
 * comes back in `data`.
 */

import { isFields } from '../../../contract/ground/fields'
import { readRelayedResponse } from '../../core/cloud-app'
import type { Handler } from '../../host/types'
import { isApiPath } from '../allow'
import { createTransport } from '../client/transport'
import type { Client } from './client'
import { openCloud } from './cloud'
import { badParams, paramsOf, permissionError, textOf } from './params'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
/** The headers that the API reads. Others are dropped: a page must not set headers that a server trusts from a proxy. */
const requestHeaders = ['accept', 'authorization', 'content-type', 'idempotency-key']
/** How long the cloud waits for the application, ms. */
const timeout = 30_000

function headersOf(value: unknown): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {}
  if (!isFields(value)) return headers
  for (const name of Object.keys(value)) {
    const text = value[name]
    if (requestHeaders.includes(name.toLowerCase()) && typeof text === 'string') headers[name.toLowerCase()] = text
  }
  return headers
}

export const httpHandler =
  (client: Client): Handler =>
  (params) => {
    const fields = paramsOf(params)
    const { path, body } = fields
    const method = textOf(fields, 'method').toUpperCase()
    if (!methods.includes(method)) throw badParams(`method ${method}`)
    if (!isApiPath(path)) throw permissionError('千牛外壳只转发后台接口', `http ${String(path)}`)
    if (body !== undefined && typeof body !== 'string') throw badParams('body is no text')
    const request = { method, path, headers: headersOf(fields.headers), ...(body === undefined ? {} : { body }) }
    const { cloudAppId, cloudAppPath } = client.config
    return client.session.run(method === 'GET' ? 'read' : 'write', async () => {
      const cloud = await openCloud(client, createTransport(client))
      const answer = await cloud.application.httpRequest({
        path: cloudAppPath,
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: request,
        exts: { ...(cloudAppId === '' ? {} : { cloudAppId }), timeout },
      })
      return readRelayedResponse(answer)
    })
  }
