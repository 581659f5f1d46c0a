/** Webhooks as they are stored: whose they are, what the API shows of them, and their secrets. */
import type { Selectable } from 'kysely'
import { eventVersion } from '../../../contract/schemas/webhook-events'
import type { DeliveryAttempt, Webhook, WebhookDelivery } from '../../../contract/types'
import type { Ctx, Deps } from '../../kernel/context'
import { type Owned, requireOwned } from '../../kernel/owned'
import { openStored } from '../../kernel/sealed'
import type { Database } from '../../kernel/tables'

export type WebhookRow = Readonly<Selectable<Database['webhook']>>
export type DeliveryRow = Readonly<Selectable<Database['webhook_delivery']>>
export type EventRow = Readonly<Selectable<Database['webhook_event']>>

/** Whom a webhook's sealed secrets belong to. */
export const webhookSealOwner = (accountId: number): string => `webhook:${accountId}`

/** Returns a webhook of the caller's account; the operator's is nobody's. */
export const readWebhook = (ctx: Ctx, id: number): Promise<Owned<'webhook'>> => requireOwned(ctx, 'webhook', id, '事件通知')

export const viewWebhook = (row: WebhookRow, now: Date): Webhook => ({
  id: row.id,
  name: row.name,
  url: row.url,
  events: row.events,
  shopIds: row.shop_ids,
  enabled: row.is_on,
  createdBy: row.created_by,
  createdAt: row.created_at.getTime(),
  failingSince: row.failing_since?.getTime() ?? null,
  stoppedWhy: row.stopped_why,
  oldSecretUntil: row.old_secret_until !== null && row.old_secret_until > now ? row.old_secret_until.getTime() : null,
})

/** Returns the secrets with which an event is signed now. Throws an OperatorFailure when no key of this server opens them. */
export function secretsOf(
  { sealer, clock, operatorWebhook }: Pick<Deps, 'sealer' | 'clock' | 'operatorWebhook'>,
  row: WebhookRow,
): readonly string[] {
  if (row.account_id === null) return operatorWebhook ? [operatorWebhook.secret] : []
  const owner = webhookSealOwner(row.account_id)
  const isOldValid = row.old_secret_until !== null && row.old_secret_until > clock.now()
  const sealed = [row.secret_sealed, isOldValid ? row.old_secret_sealed : null].filter((value) => value !== null)
  return sealed.map((value) => openStored(sealer, value, { owner, what: '事件通知的密钥' })).filter((secret) => secret !== '')
}

/** Returns the text that is sent: the same each time, so that only the signature's time differs. */
export const bodyOf = ({ id, account_id, kind, facts, at }: EventRow): string =>
  JSON.stringify({
    ...{ id: String(id), event: kind, version: eventVersion, at: at.getTime(), accountId: String(account_id) },
    data: facts,
  })

/** Attempts that a delivery keeps. */
const keptAttempts = 20
export const withAttempt = (attempts: readonly DeliveryAttempt[], last: DeliveryAttempt): string =>
  JSON.stringify([...attempts, last].slice(-keptAttempts))

export type DeliveryWithEvent = DeliveryRow & { readonly kind: string; readonly at: Date }

export const viewDelivery = (row: DeliveryWithEvent): WebhookDelivery => ({
  id: row.id,
  eventId: String(row.event_id),
  event: row.kind,
  eventAt: row.at.getTime(),
  status: row.status,
  tries: row.attempts.length,
  last: row.attempts.at(-1) ?? null,
  nextAt: row.next_at?.getTime() ?? null,
})
