/** Signs events, so that their receiver knows that they come from this server and when they were sent. */
import { createHmac, randomBytes } from 'node:crypto'
import { secretOverlapHours } from '../../../contract/constants'
import type { EventAnswer } from '../../ports/event-sender'

/** Headers of each event; docs/webhooks.md documents them for their receivers. */
export const eventHeaders = {
  id: 'Kejiang-Event-Id',
  event: 'Kejiang-Event',
  timestamp: 'Kejiang-Timestamp',
  signature: 'Kejiang-Signature',
} as const

export const secretOverlapMs = secretOverlapHours * 60 * 60_000

export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64url')}`

/** Returns the HMAC-SHA256 of `timestamp.body` in hex, keyed by the whole text of the secret. */
const sign = (secret: string, timestamp: number, body: string): string =>
  createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')

export interface Signed {
  readonly id: number
  readonly kind: string
  readonly body: string
  /** The present secret, and the one before while it still counts. */
  readonly secrets: readonly string[]
  readonly now: Date
}

/** Returns the headers of an event: the time in seconds, and `v1=HEX` for each secret. */
export function signedHeaders({ id, kind, body, secrets, now }: Signed): Record<string, string> {
  const timestamp = Math.floor(now.getTime() / 1000)
  return {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Kejiang-Webhook/1',
    [eventHeaders.id]: String(id),
    [eventHeaders.event]: kind,
    [eventHeaders.timestamp]: String(timestamp),
    [eventHeaders.signature]: secrets.map((secret) => `v1=${sign(secret, timestamp, body)}`).join(','),
  }
}

/** Returns what is wrong with an answer, in words; null when the event was received. */
export function problemOf({ status, problem }: Pick<EventAnswer, 'status' | 'problem'>): string | null {
  if (problem !== null || status === null) return problem ?? '没有回答'
  if (status >= 200 && status < 300) return null
  if (status >= 300 && status < 400) return `对方要求转到另一个地址（${status}），不会跟随，请填写最终的地址`
  if (status === 410) return '对方说不再接收（410）'
  return `对方返回 ${status}`
}
