/** Makes signed calls of a factory's program (ERP), with a time limit and, for reads, retries. */
import { retrying } from '../../../../contract/ground/retry'
import { operation } from '../../../kernel/operation'
import { ErpFailure } from '../../../ports/erp'
import { bodyText } from '../../net/body-text'
import { type Reply, readReply } from './reply'
import { signature } from './signature'
import { refusesKey } from './verdict'
import { isRefusal } from './words'

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

export interface Call {
  readonly path: string
  /** Texts, also where the program sent a number: an id of 19 digits is sent back digit by digit. */
  readonly params: Readonly<Record<string, string>>
  readonly key: string
}

/** Returns what the response means, or throws an ErpFailure (`failures`). */
export type Understand<T> = (reply: Reply, failures: ReplyFailures) => T

/** Failures with the words of a response, without the key. */
export interface ReplyFailures {
  /** The response certainly refuses; it says so of the key, or of what was asked for. */
  refusal(): ErpFailure
  /** Nobody knows what was done. @param message for the seller, without the factory's words, which are added. */
  doubt(message: string): ErpFailure
}

export interface ErpClient {
  /** Reads are retried when no response comes; writes never are. Both reject with an ErpFailure. */
  read<T>(call: Call, understand: Understand<T>): Promise<T>
  write<T>(call: Call, understand: Understand<T>): Promise<T>
}

/** Delays before the retries of a read, ms. */
const backoff = [400, 1500, 4000] as const
/** No retry starts later than this after the first attempt, ms, because a user is waiting. */
const maxRetryMs = 20_000
const maxRaw = 500

export function createErpClient(options: ErpClientOptions): ErpClient {
  const attempt = <T>(call: Call, understand: Understand<T>): Promise<T> =>
    operation(
      () => ({ kind: 'call', system: 'factory', name: call.path }),
      async (observed) => {
        try {
          const { httpStatus, text } = await send(call)
          const hide = (shown: string): string => (call.key === '' ? shown : shown.replaceAll(call.key, '***')).slice(0, maxRaw)
          const reply = readReply(text, httpStatus)
          if (reply === null) {
            throw new ErpFailure('lost', `工厂的回应无法识别（HTTP ${httpStatus}），请稍后再试`, hide(text))
          }
          return understand(reply, failuresOf(reply, text, hide))
        } catch (error) {
          if (observed && error instanceof ErpFailure) observed.outcome = error.kind
          throw error
        }
      },
    )

  async function send({ path, params, key }: Call): Promise<{ readonly httpStatus: number; readonly text: string }> {
    const { url, gateway, now, limit = () => AbortSignal.timeout(20_000) } = options
    // The key is used to sign and is never sent: the request names it by its last characters.
    const signed: Record<string, string> = { ...params, app_key: keyName(key), timestamp: String(now().getTime()) }
    signed.sign = signature(signed, key)
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
      return {
        httpStatus: reply.status,
        text: bodyText(new Uint8Array(await reply.arrayBuffer()), reply.headers.get('content-type')),
      }
    } catch {
      throw new ErpFailure('lost', '工厂没有回应，请稍后再试')
    }
  }

  return {
    write: attempt,
    async read(call, understand) {
      const startedAt = options.now().getTime()
      const isInTime = (ms: number) => options.now().getTime() - startedAt + ms < maxRetryMs
      return retrying(() => attempt(call, understand), {
        waits: backoff,
        mayRetry: (error, ms) => error instanceof ErpFailure && error.kind === 'lost' && isInTime(ms),
        wait: options.wait,
      })
    },
  }
}

/** Name of a key that may be shown: its last four characters. */
export const keyName = (key: string): string => `…${key.slice(-4)}`

function failuresOf(reply: Reply, text: string, hide: (text: string) => string): ReplyFailures {
  const words = hide(reply.message)
  const raw = hide(text)
  return {
    refusal() {
      if (refusesKey(reply)) {
        const reason = words === '' ? '' : `（${words}）`
        return new ErpFailure('key', `工厂不认可这个 key${reason}，请检查或重新授权`, raw)
      }
      return new ErpFailure('refused', words === '' ? `工厂拒绝了请求（代码 ${reply.code}）：${raw}` : words, raw)
    },
    doubt: (message) => new ErpFailure('lost', message, words || raw, isRefusal(reply.message) ? words : null),
  }
}
