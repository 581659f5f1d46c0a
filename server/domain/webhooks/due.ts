/**
 * Finds webhooks for which events wait, and sends these. A webhook has one job at a time, so that a receiver gets few events at once, and
 * those that answered late or not at all wait in a queue of their own.
 */
import { sql } from 'kysely'
import type { Deps } from '../../kernel/context'
import { transact } from '../../kernel/transact'
import { sendMs } from '../../ports/event-sender'
import { type AttemptNeeds, noteAttempt, noteStanding, send } from './attempt'
import type { DeliveryRow, EventRow, WebhookRow } from './rows'

/** The queues of webhooks whose receivers answer quickly, and of the others. */
export const webhookQueues = { quick: 'webhooks', slow: 'webhooks-slow' } as const

/** Events that a receiver gets at the same time; one that failed last gets a single one. */
const atOnce = 4
/** A job sends for at most this long, ms, so that others get their turn. */
const turnMs = 15_000
/** A job without a sign of life for this long, ms, has died; another one may begin. */
const busyMs = 5 * 60_000
/** A process that claimed a delivery has sent it until then, ms, or has died. */
const claimMs = 3 * sendMs
/** Webhooks of one look. */
const lookLimit = 200

type LookNeeds = Pick<Deps, 'db' | 'clock' | 'jobs'>

const isDue = (now: Date) => sql<boolean>`exists (select from webhook_delivery due
  where due.webhook_id = webhook.id and due.status = 'waiting' and (due.next_at is null or due.next_at <= ${now})
    and (due.claimed_until is null or due.claimed_until <= ${now}))`

/** Gives a job to each webhook for which something is due and that has none. Several processes may look at the same time. */
export async function beginDue(deps: LookNeeds): Promise<void> {
  const now = deps.clock.now()
  const queues = await transact(deps, async ({ db, jobs }) => {
    const { rows } = await sql<{ id: number; accountId: number; isSlow: boolean }>`
      update webhook set busy_until = ${new Date(now.getTime() + busyMs)} where id in (
        select id from webhook where is_on and (rest_until is null or rest_until <= ${now})
          and (busy_until is null or busy_until <= ${now}) and ${isDue(now)}
        order by id limit ${lookLimit} for update skip locked)
      returning id, coalesce(account_id, 0) as "accountId", is_slow as "isSlow"`.execute(db)
    for (const { id, accountId, isSlow } of rows)
      await jobs.send(db, { queue: isSlow ? webhookQueues.slow : webhookQueues.quick, accountId, data: { webhookId: id } })
    return new Set(rows.map(({ isSlow }) => (isSlow ? webhookQueues.slow : webhookQueues.quick)))
  })
  for (const queue of queues) deps.jobs.wake(queue)
}

/** Sends what is due for a webhook, for a turn, until it fails or `signal` is aborted. */
export async function sendDue(needs: AttemptNeeds, webhookId: number, signal: AbortSignal): Promise<void> {
  const endsAt = performance.now() + turnMs
  try {
    while (!signal.aborted && performance.now() < endsAt) {
      const webhook = await needs.db.selectFrom('webhook').selectAll().where('id', '=', webhookId).executeTakeFirst()
      if (!webhook?.is_on || (webhook.rest_until !== null && webhook.rest_until > needs.clock.now())) return
      const claimed = await claim(needs, webhook)
      if (claimed.length === 0) return
      const sent = await Promise.all(
        claimed.map(async ({ delivery, event }) => {
          const one = await send(needs, webhook, event, signal)
          // A process that stops gives the event back: nothing was found out about the receiver.
          if (signal.aborted && one.answer.status === null) return null
          await noteAttempt(needs, delivery, one, true)
          return one
        }),
      )
      const known = sent.filter((one) => one !== null)
      if (known.length > 0) await noteStanding(needs, webhook, known)
    }
  } finally {
    await needs.db.updateTable('webhook').set({ busy_until: null }).where('id', '=', webhookId).execute()
  }
}

interface Claimed {
  readonly delivery: DeliveryRow
  readonly event: EventRow
}

async function claim({ db, clock }: AttemptNeeds, webhook: WebhookRow): Promise<readonly Claimed[]> {
  const now = clock.now()
  const { rows } = await sql<DeliveryRow>`
    update webhook_delivery set claimed_until = ${new Date(now.getTime() + claimMs)} where id in (
      select id from webhook_delivery where webhook_id = ${webhook.id} and status = 'waiting'
        and (next_at is null or next_at <= ${now}) and (claimed_until is null or claimed_until <= ${now})
      order by next_at nulls first, id limit ${webhook.failures > 0 ? 1 : atOnce} for update skip locked)
    returning *`.execute(db)
  if (rows.length === 0) return []
  const events = await db
    .selectFrom('webhook_event')
    .selectAll()
    .where(
      'id',
      'in',
      rows.map((row) => row.event_id),
    )
    .execute()
  const byId = new Map(events.map((event) => [event.id, event]))
  return rows.flatMap((delivery) => {
    const event = byId.get(delivery.event_id)
    return event ? [{ delivery, event }] : []
  })
}
