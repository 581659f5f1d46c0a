/**
 * Sends the cloud SDK's requests in place of the SDK's own transport. That one repeats marketplace calls, even writes, after
 * renewing the authorisation, has no time limit, hides an upload's task and drops error codes.
 */

import { type Fields, isFields } from '../../../contract/ground/fields'
import { BridgeError } from '../../core/errors'
import type { Env } from '../../core/types'
import { callMy, type My } from './my'
import type { SdkProxy, SdkTask } from './sdk'

/** SDK version stated in each request. */
const sdkVersion = '1.5.9'
/** The platform's limit of one request, bytes; the SDK's own check never takes effect. */
const requestBytes = 1_000_000
/** Longer than any page waits, ms: these limits only end calls that the client never answers. */
const unansweredMs = 120_000
const unansweredUploadMs = 330_000

/** The gateway requests that the shell sends, each with its mtop API. */
const gateway: Readonly<Record<string, string>> = {
  top: 'mtop.miniapp.cloud.invoke.top',
  cloudHttp: 'mtop.miniapp.cloud.application.request',
}

const sessionCodes: ReadonlySet<string> = new Set(['26', '27', '53', '904', '20003', 'FAIL_SYS_SESSION_EXPIRED'])

/** Thrown if the authorisation has expired; the request has had no effect. */
export class SessionExpired extends Error {
  constructor(readonly reply: unknown) {
    super('the session is over')
    this.name = 'SessionExpired'
  }
}

const fieldOf = (value: unknown, key: string): unknown => (isFields(value) ? value[key] : undefined)
const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

/** Returns the error in an mtop reply, undefined for a success. Failed replies arrive through `success` as well as `fail`. */
function errorIn(reply: unknown): Fields | undefined {
  if (!isFields(reply)) return { code: '500', errorMessage: '客户端网络错误，请稍后重试' }
  const data = isFields(reply.data) ? reply.data : fieldOf(reply.err, 'data')
  const ret = Array.isArray(reply.ret) ? text(reply.ret[0]) : text(reply.ret)
  const [retCode = '', retText = ''] = ret.split('::')
  const code = text(fieldOf(data, 'errorCode')) || text(fieldOf(data, 'errCode'))
  if (fieldOf(data, 'success') === true || (retCode === 'SUCCESS' && code === '')) return undefined
  const errorText =
    text(fieldOf(data, 'errorMessage')) || text(fieldOf(data, 'errMessage')) || text(fieldOf(data, 'errMsg')) || retText
  // FAIL_SYS_… means that the transport failed (network, overload); any other word is a refusal of the service.
  const errorCode = code || (retCode === 'FAIL_SYS_SESSION_EXPIRED' ? '904' : /^FAIL_SYS_|^$/.test(retCode) ? '500' : retCode)
  return { code: errorCode, errorMessage: errorText || '客户端网络错误，请稍后重试', subMsg: code === '' ? '' : errorText, ret }
}

const isSession = (error: Fields): boolean => sessionCodes.has(text(error.code))

export interface TransportOptions {
  readonly my: My
  readonly env: Env
  /** Called before each request is sent; an exception prevents it. */
  readonly beforeRequest?: (task: SdkTask) => void
  /** Called when an upload has begun, with the client's task if it returns one. */
  readonly onUploadStarted?: (task: unknown) => void
  /** Called with each successful reply. */
  readonly afterReply?: (task: SdkTask, reply: unknown) => void
}

/** Makes one mtop call. Rejects with SessionExpired, a BridgeError, or a plain object with code and text. */
export async function mtop(my: My, env: Env, api: string, data: unknown): Promise<Fields> {
  const size = JSON.stringify(data ?? {}).length
  if (size > requestBytes) {
    const userMessage = '一次提交的内容太多，请分几次操作'
    throw new BridgeError('TOO_LARGE', { stage: 'client', userMessage, message: api, detail: { size, limit: requestBytes } })
  }
  const options = { api, v: '1.0', data, method: 'POST', needLogin: true, sessionOption: 'AutoLoginAndManualLogin' }
  let reply: unknown
  let failed = false
  try {
    reply = await callMy(my, 'sendMtop', options, { env, limitMs: unansweredMs })
  } catch (thrown) {
    if (thrown instanceof BridgeError) throw thrown
    reply = thrown
    failed = true
  }
  const error = errorIn(reply) ?? (failed ? { code: '500', errorMessage: '客户端网络错误，请稍后重试' } : undefined)
  if (error) throw isSession(error) ? new SessionExpired(error) : error
  return reply as Fields
}

/** Builds the data of a gateway request. The gateway requires text, not objects, in its fields. */
function gatewayData(task: SdkTask): Fields {
  const raw = isFields(task.rawData) ? task.rawData : {}
  const fields: Record<string, unknown> = {}
  for (const key of Object.keys(raw)) fields[key] = isFields(raw[key]) ? JSON.stringify(raw[key]) : raw[key]
  return { ...fields, sdkVersion, protocols: JSON.stringify(task.headers) }
}

/** Creates the transport for the requests of one call. */
export function createTransport(options: TransportOptions): SdkProxy {
  const { my, env } = options
  const send = async (task: SdkTask, type: number | undefined): Promise<unknown> => {
    if (type === 1 || task.url.startsWith('mtop.')) return mtop(my, env, task.url, task.data)
    if (type === 2 || task.url.startsWith('my.')) {
      const upload = task.url === 'my.uploadFile'
      return callMy(my, task.url.slice(3), isFields(task.data) ? task.data : {}, {
        env,
        limitMs: upload ? unansweredUploadMs : unansweredMs,
        ...(upload && options.onUploadStarted ? { onStarted: options.onUploadStarted } : {}),
      })
    }
    const api = gateway[task.url]
    if (api === undefined) throw new BridgeError('UNKNOWN_METHOD', { stage: 'client', message: `${task.url} is not supported` })
    const { data } = await mtop(my, env, api, gatewayData(task))
    const content = fieldOf(data, 'data')
    const failed = fieldOf(content, 'error_response')
    if (isFields(failed) && isSession(failed)) throw new SessionExpired(failed)
    return { headers: { 'mc-code': 200, 'mc-msg': '' }, data: content ?? {} }
  }
  return {
    async apply(task, type) {
      options.beforeRequest?.(task)
      const reply = await send(task, type)
      options.afterReply?.(task, reply)
      return reply
    },
  }
}
