/**
 * The bodies of events. Ids are text, because those of marketplaces pass 2^53. A body has nothing of a buyer: whoever needs more asks
 * the API for the ids. `version` counts changes that a receiver could not bear; new fields come without one.
 */
import { z } from 'zod'
import type { WebhookEvent } from '../constants'
import { time } from './common'

export const eventVersion = 1

const idText = z.string().regex(/^\d{1,19}$/)
const order = { orderId: idText, orderNumber: z.string(), shopId: idText, shopType: z.string() }
/** `designCode` is the code (定制编号) of a buyer's design; null for a design that came with its order. */
const design = { ...order, customizationId: idText, designCode: z.string().nullable() }
const factory = { factoryId: idText, factoryName: z.string() }

/** The data of each event. */
export const eventData = {
  'order.created': z.object({ ...order, source: z.enum(['api', 'sync', 'file', 'manual', 'demo']) }),
  'design.bound': z.object({ ...design, orderItemId: idText }),
  'push.done': z.object({ ...design, ...factory, factoryOrderId: z.string(), quantity: z.number().int().positive() }),
  'push.failed': z.object({
    ...design,
    ...factory,
    quantity: z.number().int().positive(),
    reason: z.enum(['refused', 'cancelled']),
  }),
  'refund.after_push': z.object({
    ...design,
    ...factory,
    factoryOrderId: z.string().nullable(),
    reason: z.enum(['refund', 'closed']),
  }),
  notification: z.object({ notificationId: idText, kind: z.string(), words: z.string(), target: z.string() }),
} as const satisfies Readonly<Record<WebhookEvent, z.ZodType>>

/** An event without content, which the seller sends to try an address. */
const testData = z.object({ words: z.string() })

const bodyOf = <K extends string, D extends z.ZodType>(event: K, data: D) =>
  z.object({
    /** The same each time this event is sent, so that a receiver knows one that it had. */
    id: idText,
    event: z.literal(event),
    version: z.literal(eventVersion),
    /** When it happened, epoch ms. */
    at: time,
    /** The account that it happened in. */
    accountId: idText,
    data,
  })

/** The bodies of all events, by name: what the API's description lists as its webhooks. */
export const eventBodies = {
  'order.created': bodyOf('order.created', eventData['order.created']),
  'design.bound': bodyOf('design.bound', eventData['design.bound']),
  'push.done': bodyOf('push.done', eventData['push.done']),
  'push.failed': bodyOf('push.failed', eventData['push.failed']),
  'refund.after_push': bodyOf('refund.after_push', eventData['refund.after_push']),
  notification: bodyOf('notification', eventData.notification),
  test: bodyOf('test', testData),
} as const
