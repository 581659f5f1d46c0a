/**
 * Tickets: the admin API's permission to cut one picture out, for a host that knows no users. Signed with a secret that both
 * share, valid for ten minutes, for one account, one picture and one request.
 */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { AiCutoutType } from '../../../contract/constants'
import type { AppContract } from '../../../contract/contract'
import type { Parsed } from '../../../contract/core'
import { Failure } from '../../kernel/failure'
import type { CutoutClass } from './classes'

export type CutoutRequest = Parsed<AppContract['cutouts']['token']>['body']

export const ticketLifeMs = 10 * 60_000

export interface Ticket {
  /** Id of the ticket, 128 random bits. */
  readonly number: string
  readonly accountId: number
  readonly class: CutoutClass
  /** Storage key of the picture. */
  readonly source: string
  readonly type: AiCutoutType
  /** Epoch milliseconds. */
  readonly expires: number
  /** Hash of the request; the host receives the same request. */
  readonly request: string
}

const hashOf = ({ imageUrl, type, fileName, fileSize, width, height, outputImageFormat }: CutoutRequest): string =>
  createHash('sha256')
    .update(JSON.stringify([imageUrl, type, fileName, fileSize, width, height, outputImageFormat]))
    .digest('base64url')

const sign = (text: string, secret: string): string =>
  createHmac('sha256', secret).update('cutout-ticket\0').update(text).digest('base64url')

export function issueTicket(
  request: CutoutRequest,
  picture: Pick<Ticket, 'accountId' | 'class' | 'source'>,
  { secret, now }: { readonly secret: string; readonly now: Date },
): string {
  const ticket: Ticket = {
    number: randomBytes(16).toString('hex'),
    ...picture,
    type: request.type,
    expires: now.getTime() + ticketLifeMs,
    request: hashOf(request),
  }
  const text = Buffer.from(JSON.stringify(ticket)).toString('base64url')
  return `${text}.${sign(text, secret)}`
}

/**
 * Returns the ticket if it was signed with this secret, has not expired and was issued for this request. Otherwise throws a
 * Failure 'forbidden'.
 */
export function checkTicket(token: string, request: CutoutRequest, { secret, now }: { secret: string; now: Date }): Ticket {
  const [text = '', signature = ''] = token.split('.')
  const expected = Buffer.from(sign(text, secret))
  const signatureBytes = Buffer.from(signature)
  const refused = new Failure('forbidden', '抠图凭证已失效，请重试')
  if (expected.length !== signatureBytes.length || !timingSafeEqual(expected, signatureBytes)) throw refused
  // Signed by us, so it has the expected structure.
  const ticket: Ticket = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
  if (ticket.expires <= now.getTime() || ticket.request !== hashOf(request)) throw refused
  return ticket
}
