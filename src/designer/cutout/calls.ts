/** HTTP calls of an AI cutout: the admin API issues a ticket, the cutout host runs the task. */
import type { HttpReply } from '../../../adapters/platform'
import { isFields } from '../../../contract/ground/fields'
import { CutoutFailure, cutoutFailureText } from '../../../imaging/cutout/failure'
import { type CutoutCalls, type CutoutTask, type CutoutTicket, outputImageFormat, taskOf } from '../../../imaging/cutout/task'
import { replyError } from '../../api/failure'
import type { Transport } from '../../api/transport'

export interface CutoutTransports {
  /** Transport for calls to the admin API. */
  readonly admin: Transport
  /** Returns a transport for calls to a separate host; paths are relative to `base`. */
  host(base: string): Transport
  /** Returns the session's bearer token. */
  bearer(): string | null
}

interface Call {
  readonly method: string
  readonly path: string
  readonly body?: unknown
}

export function createCutoutCalls({ admin, host, bearer }: CutoutTransports): CutoutCalls {
  const send = async (
    transport: Transport,
    { method, path, body }: Call,
    extraHeaders: Record<string, string>,
    signal: AbortSignal,
  ) => {
    const headers: Record<string, string> = { accept: 'application/json', ...extraHeaders }
    if (body !== undefined) headers['content-type'] = 'application/json'
    return transport({ method, path, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }, signal)
  }
  const parseReply = ({ method, path }: Call, reply: HttpReply): unknown => {
    if (reply.status < 200 || reply.status >= 300) throw replyError({ method, url: path }, reply)
    try {
      return JSON.parse(reply.body)
    } catch (cause) {
      throw new CutoutFailure(cutoutFailureText.unrecognized, { cause })
    }
  }
  const sendToHost = async ({ host: base }: Pick<CutoutTicket, 'host'>, call: Call, signal: AbortSignal): Promise<CutoutTask> => {
    const reply = await send(base === null ? admin : host(base), call, {}, signal)
    // The cutout host does not know our session, so a refusal concerns the ticket.
    if (reply.status === 401 || reply.status === 403) throw new CutoutFailure(cutoutFailureText.ticket)
    return taskOf(parseReply(call, reply))
  }
  return {
    async ticket(request, signal) {
      const call = { method: 'POST', path: '/api/image_cutout_task/token', body: { ...request, outputImageFormat } }
      const session = bearer()
      const extraHeaders: Record<string, string> = session === null ? {} : { authorization: `Bearer ${session}` }
      const reply = parseReply(call, await send(admin, call, extraHeaders, signal))
      if (!isFields(reply) || typeof reply.token !== 'string' || reply.token === '') {
        throw new CutoutFailure(cutoutFailureText.unrecognized)
      }
      return { token: reply.token, host: typeof reply.host === 'string' && reply.host !== '' ? reply.host : null }
    },
    create: (request, ticket, signal) => {
      const body = { ...request, outputImageFormat, token: ticket.token }
      return sendToHost(ticket, { method: 'POST', path: '/api/image_cutout_tasks', body }, signal)
    },
    read: (id, at, signal) =>
      sendToHost(at, { method: 'GET', path: `/api/image_cutout_tasks/${encodeURIComponent(id)}` }, signal),
  }
}
