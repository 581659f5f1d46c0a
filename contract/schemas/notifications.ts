/** Schemas of notifications: what the server tells an account that has not asked. */
import { z } from 'zod'
import { maxIdsPerCall, notificationTargets } from '../constants'
import { id, paged, time } from './common'

/** `target` with `params` names the screen where it is mended; `resolvedAt` is null while it goes on. */
const notification = z.object({
  id,
  words: z.string(),
  target: z.enum(notificationTargets),
  params: z.record(z.string(), z.string()),
  at: time,
  isRead: z.boolean(),
  resolvedAt: time.nullable(),
})

/** `unread` counts all that are neither read nor over, not only those of the page. */
export const notifications = paged(notification).extend({ unread: z.number().int().min(0) })

export const notificationIds = z.object({ ids: z.array(id).min(1).max(maxIdsPerCall) })
