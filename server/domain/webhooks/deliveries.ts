/** The deliveries of a webhook: the list, one with all it sent and got, and sending again what the receiver missed. */
import { sql } from 'kysely'
import { webhookDays } from '../../../contract/constants'
import type { AppContract } from '../../../contract/contract'
import type { Parsed, Reply } from '../../../contract/core'
import type { Ctx, Deps } from '../../kernel/context'
import { Failure, notFound } from '../../kernel/failure'
import { transact } from '../../kernel/transact'
import { noteAttempt, noteStanding, send } from './attempt'
import { bodyOf, type DeliveryWithEvent, readWebhook, viewDelivery } from './rows'
import { requireReader } from './webhooks'

type Calls = AppContract['webhooks']
type Deliveries = AppContract['webhookDeliveries']

/** Returns a page, the newest first. */
export async function listDeliveries(
  ctx: Ctx,
  { webhookId, pageNo, pageSize, state }: Parsed<Deliveries['list']>['query'],
): Promise<Reply<Deliveries['list']>> {
  await readWebhook(ctx, webhookId)
  requireReader(ctx)
  const some = ctx.db
    .selectFrom('webhook_delivery as row')
    .where('row.webhook_id', '=', webhookId)
    .where('row.account_id', '=', ctx.actor.accountId)
    .$if(state !== undefined, (query) => query.where('row.status', '=', state ?? 'waiting'))
  const { total } = await some.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await some
    .innerJoin('webhook_event as event', 'event.id', 'row.event_id')
    .selectAll('row')
    .select(['event.kind', 'event.at'])
    .orderBy('row.id', 'desc')
    .limit(pageSize)
    .offset((pageNo - 1) * pageSize)
    .execute()
  return { items: rows.map(viewDelivery), totalItems: total }
}

async function readDelivery({ db, actor }: Ctx, id: number): Promise<DeliveryWithEvent & { readonly body: string }> {
  const row = await db
    .selectFrom('webhook_delivery as row')
    .innerJoin('webhook', 'webhook.id', 'row.webhook_id')
    .innerJoin('webhook_event as event', 'event.id', 'row.event_id')
    .selectAll('row')
    .select(['event.kind', 'event.at', 'event.facts'])
    .where('row.id', '=', id)
    .where('row.account_id', '=', actor.accountId)
    // Sellers do not see the deliveries of the operator's webhook.
    .where('webhook.account_id', '=', actor.accountId)
    .executeTakeFirst()
  if (!row) throw notFound('发送记录')
  return { ...row, body: bodyOf({ ...row, id: row.event_id }) }
}

export async function getDelivery(ctx: Ctx, id: number): Promise<Reply<Deliveries['get']>> {
  const row = await readDelivery(ctx, id)
  requireReader(ctx)
  return { ...viewDelivery(row), body: row.body, attempts: row.attempts }
}

const stoppedText = '这个事件通知已停用，请先启用再重发'

/** Sends one delivery again, whether it arrived or not: its receiver knows the event by its id. */
export async function replayDelivery(ctx: Ctx, id: number): Promise<void> {
  const { webhook_id } = await readDelivery(ctx, id)
  const { is_on } = await readWebhook(ctx, webhook_id)
  if (!is_on) throw new Failure('conflict', stoppedText)
  await ctx.db
    .updateTable('webhook_delivery')
    .set({ status: 'waiting', failures: 0, next_at: null })
    .where('id', '=', id)
    .where('account_id', '=', ctx.actor.accountId)
    .execute()
  await wakeUp(ctx, webhook_id)
}

/** Sends again all that failed of the events since a time; returns how many. */
export async function replayFailed(ctx: Ctx, id: number, since: number): Promise<number> {
  const { is_on } = await readWebhook(ctx, id)
  if (!is_on) throw new Failure('conflict', stoppedText)
  const { rows } = await sql`
    update webhook_delivery row set status = 'waiting', failures = 0, next_at = null from webhook_event event
    where row.account_id = ${ctx.actor.accountId} and row.webhook_id = ${id} and row.status = 'failed'
      and event.id = row.event_id and event.at >= ${new Date(since)} and event.kind <> 'test'
    returning row.id`.execute(ctx.db)
  await wakeUp(ctx, id)
  return rows.length
}

/** Ends the rest of a webhook that has just failed, because the seller asks for it. */
const wakeUp = ({ db, actor }: Ctx, id: number): Promise<unknown> =>
  db.updateTable('webhook').set({ rest_until: null }).where('id', '=', id).where('account_id', '=', actor.accountId).execute()

/** Sends a test event at once, also to a webhook that is off, and returns what came of it. It is not tried again. */
export async function testWebhook(ctx: Ctx, id: number): Promise<Reply<Calls['test']>> {
  const { db, actor, clock } = ctx
  const webhook = await readWebhook(ctx, id)
  requireReader(ctx)
  const recorded = await transact(ctx, async (inner) => {
    const event = await inner.db
      .insertInto('webhook_event')
      .values({
        ...{ account_id: actor.accountId, kind: 'test', at: clock.now() },
        facts: JSON.stringify({ words: '这是一条测试，收到后请回答 2xx' }),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    const delivery = await inner.db
      .insertInto('webhook_delivery')
      // It counts as failed until its answer is there, so that no job sends it as well.
      .values({ account_id: actor.accountId, webhook_id: id, event_id: event.id, status: 'failed' })
      .returningAll()
      .executeTakeFirstOrThrow()
    return { event, delivery }
  })
  const sent = await send(ctx, webhook, recorded.event, new AbortController().signal)
  await noteAttempt(ctx, recorded.delivery, sent, false)
  if (sent.answer.status !== null && sent.answer.status < 300) await noteStanding(ctx, webhook, [sent])
  const row = await db.selectFrom('webhook_delivery').selectAll().where('id', '=', recorded.delivery.id).executeTakeFirstOrThrow()
  return viewDelivery({ ...row, kind: 'test', at: recorded.event.at })
}

/** Events with their deliveries are kept for some weeks. */
export async function sweepEvents({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await db
    .deleteFrom('webhook_event')
    .where('at', '<', new Date(clock.now().getTime() - webhookDays * 24 * 60 * 60_000))
    .execute()
}
