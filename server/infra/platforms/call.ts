/** Calls of platforms that answer with JSON. */
import { type Fields, isFields } from '../../../contract/ground/fields'
import { Failure } from '../../kernel/failure'
import { operation } from '../../kernel/operation'

/** Sends one request: over the network, or to an embedded double. */
export type PlatformGateway = (request: Request) => Promise<Response>

const timeoutMs = 20_000

/** Rejects with 'unavailable' when no answer comes that can be read, or one with a status of 500 or more. */
export async function callJson(system: string, gateway: PlatformGateway, url: string, init: RequestInit): Promise<Fields> {
  return operation(
    () => ({ kind: 'call', system, name: new URL(url).pathname }),
    async () => {
      let status: number
      let json: unknown
      try {
        const request = new Request(url, { method: 'POST', redirect: 'error', signal: AbortSignal.timeout(timeoutMs), ...init })
        const reply = await gateway(request)
        status = reply.status
        json = await reply.json()
      } catch {
        // Addresses carry tokens, so the error itself is not passed on.
        throw new Failure('unavailable', '平台没有回应，请稍后重新发送')
      }
      if (status >= 500 || !isFields(json))
        throw new Failure('unavailable', `平台的回应无法识别（HTTP ${status}），请稍后重新发送`)
      return json
    },
  )
}

export const jsonBody = (body: object): RequestInit => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

export const refused = (platform: string, code: unknown, message: unknown): Failure =>
  new Failure('upstream-failed', `${platform}拒绝了设计（代码 ${String(code)}）：${String(message ?? '').slice(0, 200)}`)

interface Token {
  readonly text: string
  readonly endsAt: number
}

/** Keeps a platform's token until shortly before its end. `fetchToken` returns it with its life in seconds. */
export function createTokenKeeper(now: () => Date, fetchToken: () => Promise<{ text: string; seconds: number }>) {
  const marginMs = 5 * 60_000
  let kept: Token | null = null
  return {
    async get(): Promise<string> {
      if (kept && kept.endsAt > now().getTime()) return kept.text
      const { text, seconds } = await fetchToken()
      kept = { text, endsAt: now().getTime() + 1000 * seconds - marginMs }
      return text
    },
    /** The platform refused the token. */
    forget(): void {
      kept = null
    },
  }
}
