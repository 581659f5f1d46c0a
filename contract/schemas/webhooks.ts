/** Schemas of webhooks: addresses of sellers' own programs that receive events, and the deliveries of these. */
import { z } from 'zod'
import { deliveryStates, webhookEvents } from '../constants'
import { textLimits } from '../rules/limits'
import { id, idText, nameText, page, time } from './common'

/** An address is judged by the server, which knows what its operator allows. */
const address = z.string().trim().min(1, '请填写地址').max(textLimits.url)
const events = z.array(z.enum(webhookEvents)).min(1, '请至少选择一个事件')
/** Null: all shops, also those that are added later. */
const shopIds = z.array(id).min(1, '请至少选择一个店铺').max(500).nullable()

export const webhookCreate = z.object({
  name: nameText('请填写名称', { max: textLimits.webhookName }),
  url: address,
  events,
  shopIds: shopIds.default(null),
})
export const webhookUpdate = z.object({
  name: webhookCreate.shape.name.optional(),
  url: address.optional(),
  events: events.optional(),
  shopIds: shopIds.optional(),
  /** Switching it on forgets its failures. */
  enabled: z.boolean().optional(),
})
export const webhook = z.object({
  id,
  name: z.string(),
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  shopIds: z.array(id).nullable(),
  enabled: z.boolean(),
  createdBy: z.string(),
  createdAt: time,
  /** Since when each attempt failed; null while it answers. */
  failingSince: time.nullable(),
  /** Why it was switched off by itself. */
  stoppedWhy: z.string().nullable(),
  /** Until when events are signed with the secret before as well; null otherwise. */
  oldSecretUntil: time.nullable(),
})
/** The secret is shown in this answer and never again. */
export const webhookMade = z.object({ webhook, secret: z.string() })

const attempt = z.object({
  at: time,
  /** The status of the answer; null without one. */
  status: z.number().int().nullable(),
  /** Until the answer or its failure, ms. */
  ms: z.number().int().min(0),
  /** The failure in words; null where the answer was 2xx. */
  problem: z.string().nullable(),
  /** The first part of the answer. */
  answer: z.string(),
})
export const webhookDelivery = z.object({
  id,
  /** The constant id of the event, as its receiver gets it. */
  eventId: z.string(),
  event: z.string(),
  eventAt: time,
  status: z.enum(deliveryStates),
  /** All attempts that are kept. */
  tries: z.number().int().min(0),
  last: attempt.nullable(),
  /** When it is sent again; null: at once, or never where it ended. */
  nextAt: time.nullable(),
})
export const webhookDeliveryDetail = webhookDelivery.extend({
  /** The body that is sent, as text. */
  body: z.string(),
  attempts: z.array(attempt),
})
export const deliveryQuery = page.extend({ webhookId: idText, state: z.enum(deliveryStates).optional() })
export const webhookReplay = z.object({ since: time })
export const webhookReplayed = z.object({ replayed: z.number().int().min(0) })
