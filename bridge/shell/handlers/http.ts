/**
 * The admin API for a page without network. The cloud passes GET and POST of JSON on, and of an answer `data` alone; so a request
 * travels whole inside one POST to the cloud application, and its answer whole inside `data`.
 */
import { readCarriedReply } from '../../core/cloud-app'
import type { Handler } from '../../host/types'
import { isApiPath } from '../allow'
import { carrier } from '../client/transport'
import type { Client } from './client'
import { openCloud } from './cloud'
import { badParams, fieldsOf, isFields, refused, textOf } from './params'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
/** What the API reads; a page must not set the headers by which a server believes a proxy. */
const requestHeaders = ['accept', 'authorization', 'content-type', 'idempotency-key']
/** How long the cloud may wait for the application, ms. */
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
    const fields = fieldsOf(params)
    const { path, body } = fields
    const method = textOf(fields, 'method').toUpperCase()
    if (!methods.includes(method)) throw badParams(`method ${method}`)
    if (!isApiPath(path)) throw refused('千牛外壳只转发后台接口', `http ${String(path)}`)
    if (body !== undefined && typeof body !== 'string') throw badParams('body is no text')
    const request = { method, path, headers: headersOf(fields.headers), ...(body === undefined ? {} : { body }) }
    const { cloudAppId, cloudAppPath } = client.config
    return client.session.run(method === 'GET' ? 'read' : 'write', async () => {
      const cloud = await openCloud(client, carrier(client))
      const answer = await cloud.application.httpRequest({
        path: cloudAppPath,
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: request,
        exts: { ...(cloudAppId === '' ? {} : { cloudAppId }), timeout },
      })
      return readCarriedReply(answer)
    })
  }
