/** Sends events to webhooks as jobs, and looks for those that are due. */

import type { AttemptNeeds } from '../domain/webhooks/attempt'
import { sendDue, webhookQueues } from '../domain/webhooks/due'
import type { Queue, QueueSettings } from '../kernel/jobs'

/** How often a process looks for events that are due, ms. */
export const webhookLookMs = 1000

/** A copy of an installation sends nothing. Places for receivers that answer late or never are few, and those for the others stay free. */
export const webhookQueueSettings: readonly QueueSettings[] = [
  { name: webhookQueues.quick, concurrency: 8, isSerialPerAccount: false, perAccount: 4, actsOutside: true, retries: 1 },
  { name: webhookQueues.slow, concurrency: 4, isSerialPerAccount: false, perAccount: 2, actsOutside: true, retries: 1 },
]

export const webhookWork = (needs: AttemptNeeds): readonly Queue[] =>
  webhookQueueSettings.map((settings) => ({
    ...settings,
    run: ({ data, signal }) => sendDue(needs, Number(data.webhookId), signal),
  }))
