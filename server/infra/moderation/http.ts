/**
 * Moderation by a program of the operator: one POST of all items, signed. docs/buyer.md describes the protocol for who writes such a
 * program.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { operation } from '../../kernel/operation'
import type { Clock } from '../../ports/clock'
import type { Judgement, Moderation } from '../../ports/moderation'

export const timestampHeader = 'x-kejiang-timestamp'
export const signatureHeader = 'x-kejiang-signature'

/** Returns the signature of a body: HMAC-SHA256 over the timestamp (epoch ms), a dot and the body, in hexadecimal. */
export const signBody = (secret: string, timestamp: string, body: string): string =>
  createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')

export function isSigned(secret: string, request: Request, body: string): boolean {
  const given = Buffer.from(request.headers.get(signatureHeader) ?? '')
  const right = Buffer.from(signBody(secret, request.headers.get(timestampHeader) ?? '', body))
  return given.length === right.length && timingSafeEqual(given, right)
}

const reply = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      verdict: z.enum(['pass', 'review', 'block']),
      reason: z.string().max(200).nullish(),
    }),
  ),
})

export interface HttpModerationOptions {
  readonly url: string
  readonly secret: string
  readonly clock: Clock
  /** Sends a request to the program; rejects when no response comes. */
  readonly send: (request: Request) => Promise<Response>
  /** Returns a signal that ends a call that takes too long; 10 s by default. */
  readonly limit?: () => AbortSignal
}

export function createHttpModeration(options: HttpModerationOptions): Moderation {
  const { url, secret, clock, send, limit = () => AbortSignal.timeout(10_000) } = options
  return {
    check: (items) =>
      operation(
        () => ({ kind: 'call', system: 'moderation', name: 'check' }),
        async () => {
          const body = JSON.stringify({ items })
          const timestamp = String(clock.now().getTime())
          const headers = {
            'content-type': 'application/json',
            [timestampHeader]: timestamp,
            [signatureHeader]: signBody(secret, timestamp, body),
          }
          const response = await send(new Request(url, { method: 'POST', headers, body, signal: limit() }))
          if (!response.ok) throw new Error(`the checker answered ${response.status}`)
          const { items: judged } = reply.parse(await response.json())
          return new Map<string, Judgement>(judged.map(({ id, verdict, reason }) => [id, { verdict, reason: reason ?? null }]))
        },
      ),
  }
}
