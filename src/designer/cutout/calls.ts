/** The calls of an AI cut-out: a ticket from the admin API, the task itself at the cut-out host. */
import type { AiCutoutType } from '../../../contract/constants'
import { replyError } from '../../api/failure'
import type { Transport } from '../../api/transport'
import { CutoutFailure, cutoutFailureText } from './failure'

/** Format of every result. */
export const outputImageFormat = 'png'

/** What is to be cut out of which picture. */
export interface CutoutRequest {
  /** Where the host reads the picture: a whole http address. */
  readonly imageUrl: string
  readonly type: AiCutoutType
  readonly fileName: string
  /** Bytes. */
  readonly fileSize: number
  readonly width: number
  readonly height: number
}

/** A task as the host tells of it; `status` is whatever the host says. */
export interface CutoutTask {
  readonly id: string
  readonly status: string
  readonly errorMessage: string | null
  readonly resultImageUrls: readonly string[]
}

export interface CutoutCalls {
  /** The admin API's ticket for one task. */
  token(request: CutoutRequest, signal: AbortSignal): Promise<string>
  create(request: CutoutRequest, token: string, signal: AbortSignal): Promise<CutoutTask>
  read(id: string, signal: AbortSignal): Promise<CutoutTask>
}

export interface CutoutLines {
  /** Carries calls to the admin API. */
  readonly admin: Transport
  /** Carries calls to the host; addresses of the transport's own base. */
  readonly host: Transport
  /** The session's bearer token. */
  bearer(): string | null
}

export function createCutoutCalls({ admin, host, bearer }: CutoutLines): CutoutCalls {
  const send = async (line: Transport, method: string, path: string, body: unknown, signal: AbortSignal): Promise<unknown> => {
    const token = line === admin ? bearer() : null
    const headers: Record<string, string> = { accept: 'application/json' }
    if (token !== null) headers.authorization = `Bearer ${token}`
    if (body !== undefined) headers['content-type'] = 'application/json'
    const reply = await line({ method, path, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }, signal)
    // The host knows no session of ours: what it refuses is the ticket.
    if (line === host && (reply.status === 401 || reply.status === 403)) throw new CutoutFailure(cutoutFailureText.ticket)
    if (reply.status < 200 || reply.status >= 300) throw replyError({ method, url: path }, reply)
    try {
      return JSON.parse(reply.body)
    } catch (cause) {
      throw new CutoutFailure(cutoutFailureText.strange, { cause })
    }
  }
  return {
    async token(request, signal) {
      const reply = await send(admin, 'POST', '/api/image_cutout_task/token', { ...request, outputImageFormat }, signal)
      if (!isRecord(reply) || typeof reply.token !== 'string' || reply.token === '') {
        throw new CutoutFailure(cutoutFailureText.strange)
      }
      return reply.token
    },
    create: async (request, token, signal) =>
      taskOf(await send(host, 'POST', '/api/image_cutout_tasks', { ...request, outputImageFormat, token }, signal)),
    read: async (id, signal) =>
      taskOf(await send(host, 'GET', `/api/image_cutout_tasks/${encodeURIComponent(id)}`, undefined, signal)),
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null

function taskOf(value: unknown): CutoutTask {
  if (!isRecord(value) || !(typeof value.id === 'string' || typeof value.id === 'number')) {
    throw new CutoutFailure(cutoutFailureText.strange)
  }
  const { status, errorMessage, resultImageUrls } = value
  return {
    id: String(value.id),
    status: typeof status === 'string' ? status : '',
    errorMessage: typeof errorMessage === 'string' && errorMessage.trim() !== '' ? errorMessage.trim() : null,
    resultImageUrls: Array.isArray(resultImageUrls)
      ? resultImageUrls.filter((url): url is string => typeof url === 'string' && url !== '')
      : [],
  }
}
