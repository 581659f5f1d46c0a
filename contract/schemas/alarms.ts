/** Schemas of alarms: designs that were paid for or sent to a factory, and need the seller since. */
import { z } from 'zod'
import { maxAlarmsPerCall } from '../constants'
import { alarmKinds } from '../rules/alarm'
import { textLimits } from '../rules/limits'
import { fileUrl, id, time } from './common'
import { pushLine } from './erp'

export const alarm = z.object({
  customizationId: id,
  /** The kinds of what happened, the gravest first, each in words. */
  reasons: z.array(z.object({ kind: z.enum(alarmKinds), text: z.string() })),
  since: time,
  /** Names these facts: acknowledging them settles no others. */
  facts: z.string(),
  /** The order that shows the design, or that it was paid for or pushed with. */
  orderId: id,
  orderOriginalId: z.string(),
  shopId: id,
  /** The item that shows it, in its order; null if none does any more. */
  item: z.object({ orderId: id, originalId: z.string(), title: z.string(), quantity: z.number().int() }).nullable(),
  /** Such as 苹果 iPhone 15 · 磨砂软壳 · 黑色. */
  caseName: z.string(),
  /** A preview of at most 600 px until the image is paid for. */
  imageUrl: fileUrl.nullable(),
  /** The credits that it cost; null if it is not paid for. */
  usedCredits: z.number().int().nullable(),
  /** The line that was sent to a factory; null if none was. */
  line: pushLine.nullable(),
  /** Whether its factory's program takes cancellations, and the own print floor still takes this one. */
  canCancel: z.boolean(),
})
/** The alarms as the seller saw them, and why they may stay as they are. */
export const acknowledgement = z.object({
  alarms: z
    .array(z.object({ customizationId: id, facts: z.string().max(64) }))
    .min(1)
    .max(maxAlarmsPerCall),
  note: z.string().trim().min(1, '请写明原因').max(textLimits.note),
})
/** Those that were as the seller saw them; the others stay on the list. */
export const acknowledged = z.object({ acknowledged: z.array(id) })
