/** Makes signed calls of a factory's program (ERP), with a time limit and, for reads, retries. */
import { retrying } from '../../../contract/retry'
import { operation } from '../../kernel/operation'
import { ErpFailure } from '../../ports/erp'
import { type Reply, readReply } from './replies'
import { signature } from './signature'

/** Sends one request: over the network, or to the embedded factory. */
export type ErpGateway = (request: Request) => Promise<Response>

export interface ErpClientOptions {
  /** Base address, without a trailing slash. */
  readonly url: string
  readonly gateway: ErpGateway
  readonly now: () => Date
  readonly wait: (ms: number) => Promise<void>
  /** Returns a signal that ends an attempt that takes too long; 20 s by default. */
  readonly limit?: () => AbortSignal
}

export interface ErpClient {
  /** Returns `data` of the response. Reads are retried when no response comes; writes never are. Rejects with an ErpFailure. */
  read(path: string, params: Readonly<Record<string, string>>, key: string): Promise<unknown>
  write(path: string, params: Readonly<Record<string, string>>, key: string): Promise<unknown>
}

/** Delays before the retries of a read, ms. */
const backoff = [400, 1500, 4000] as const
/** No retry starts later than this after the first attempt, ms, because a user is waiting. */
const maxRetryMs = 20_000
const maxRaw = 500
/** Codes with which factories refuse a key. */
const keyCodes = new Set(['401', '403', '1001', 'invalid_token', 'token_expired', 'invalid_key'])

export function createErpClient(options: ErpClientOptions): ErpClient {
  const attempt = (path: string, params: Readonly<Record<string, string>>, key: string): Promise<unknown> =>
    operation(
      () => ({ kind: 'call', system: 'factory', name: path }),
      async (call) => {
        try {
          return await send(path, params, key)
        } catch (error) {
          if (call && error instanceof ErpFailure) call.outcome = error.kind
          throw error
        }
      },
    )

  async function send(path: string, params: Readonly<Record<string, string>>, key: string): Promise<unknown> {
    const { url, gateway, now, limit = () => AbortSignal.timeout(20_000) } = options
    // The key is used to sign and is never sent: the request names it by its last characters.
    const signed: Record<string, string> = { ...params, app_key: keyName(key), timestamp: String(now().getTime()) }
    signed.sign = signature(signed, key)
    let status: number
    let text: string
    try {
      const reply = await gateway(
        new Request(`${url}${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', accept: 'application/json' },
          body: JSON.stringify(signed),
          redirect: 'error',
          signal: limit(),
        }),
      )
      status = reply.status
      text = await reply.text()
    } catch {
      throw new ErpFailure('lost', '工厂没有回应，请稍后再试')
    }
    return readData(status, text, key)
  }

  return {
    write: attempt,
    async read(path, params, key) {
      const startedAt = options.now().getTime()
      const isInTime = (ms: number) => options.now().getTime() - startedAt + ms < maxRetryMs
      return retrying(() => attempt(path, params, key), {
        waits: backoff,
        mayRetry: (error, ms) => error instanceof ErpFailure && error.kind === 'lost' && isInTime(ms),
        wait: options.wait,
      })
    },
  }
}

/** Name of a key that may be shown: its last four characters. */
export const keyName = (key: string): string => `…${key.slice(-4)}`

function readData(status: number, text: string, key: string): unknown {
  const reply = readReply(text)
  const raw = (key === '' ? text : text.replaceAll(key, '***')).slice(0, maxRaw)
  // With a 5xx status the JSON may be a proxy's, so only a refusal with a message is taken for the factory's.
  if (reply === null || (status >= 500 && (reply.ok || reply.message === ''))) {
    throw new ErpFailure('lost', `工厂的回应无法识别（HTTP ${status}），请稍后再试`, raw)
  }
  if (reply.ok && status < 400) return reply.data
  if (keyCodes.has(reply.code.toLowerCase()) || status === 401 || status === 403) {
    const reason = reply.message === '' ? '' : `（${refusalText(reply, key, raw)}）`
    throw new ErpFailure('key', `工厂不认可这个 key${reason}，请检查或重新授权`, raw)
  }
  throw new ErpFailure('refused', refusalText(reply, key, raw), raw)
}

/** Returns the factory's message or, without one, its code and raw response. */
function refusalText({ message, code }: Reply, key: string, raw: string): string {
  if (message === '') return `工厂拒绝了请求（代码 ${code}）：${raw}`
  return (key === '' ? message : message.replaceAll(key, '***')).slice(0, maxRaw)
}
