/** One attempt to send an event, and what follows from its answer for the delivery and for its webhook. */
import type { DeliveryAttempt } from '../../../contract/types'
import type { Db, Deps } from '../../kernel/context'
import { Failure, OperatorFailure } from '../../kernel/failure'
import { transact } from '../../kernel/transact'
import type { EventAnswer } from '../../ports/event-sender'
import { notify } from '../notifications/notifications'
import { nextWait, restOf, stopAfterMs } from './retries'
import { bodyOf, type DeliveryRow, type EventRow, secretsOf, type WebhookRow, withAttempt } from './rows'
import { problemOf, signedHeaders } from './signature'

export type AttemptNeeds = Pick<Deps, 'db' | 'clock' | 'sealer' | 'eventSender' | 'operatorWebhook'>

/** An answer that took longer counts as slow, ms. */
const slowMs = 2000

export interface Sent {
  readonly answer: EventAnswer
  readonly ms: number
  readonly at: Date
}

/** Posts the event and measures the answer; it resolves in every case. */
export async function send(needs: AttemptNeeds, webhook: WebhookRow, event: EventRow, signal: AbortSignal): Promise<Sent> {
  const at = needs.clock.now()
  const began = performance.now()
  const answer = await post(needs, webhook, event, signal)
  return { answer, ms: Math.round(performance.now() - began), at }
}

async function post(needs: AttemptNeeds, webhook: WebhookRow, event: EventRow, signal: AbortSignal): Promise<EventAnswer> {
  const failed = (problem: string): EventAnswer => ({ status: null, text: '', problem, retryAfter: null })
  try {
    const secrets = secretsOf(needs, webhook)
    if (secrets.length === 0) return failed('没有密钥可以签名，请更换密钥')
    const body = bodyOf(event)
    const headers = signedHeaders({ id: event.id, kind: event.kind, body, secrets, now: needs.clock.now() })
    return await needs.eventSender.post({ url: webhook.url, headers, body, isTrusted: webhook.account_id === null, signal })
  } catch (error) {
    if (error instanceof OperatorFailure || error instanceof Failure) return failed(error.message)
    throw error
  }
}

/** Notes an attempt at a delivery; its webhook is noted by `noteStanding`. */
export async function noteAttempt(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  row: DeliveryRow,
  { answer, ms, at }: Sent,
  mayRetry: boolean,
): Promise<void> {
  const problem = problemOf(answer)
  const attempt: DeliveryAttempt = { at: at.getTime(), status: answer.status, ms, problem, answer: answer.text }
  const failures = row.failures + 1
  const wait = problem === null || !mayRetry ? null : nextWait(failures, answer.retryAfter, Math.random())
  await db
    .updateTable('webhook_delivery')
    .set({
      status: problem === null ? 'done' : wait === null ? 'failed' : 'waiting',
      failures: problem === null ? row.failures : failures,
      next_at: wait === null ? null : new Date(clock.now().getTime() + wait),
      claimed_until: null,
      attempts: withAttempt(row.attempts, attempt),
      tried_at: at,
    })
    .where('id', '=', row.id)
    .execute()
}

/**
 * Notes what these attempts say about their webhook: one success ends its failures. After days without any, or when its receiver says
 * that it is gone (410), it is switched off and the account gets one notification.
 */
export async function noteStanding(needs: AttemptNeeds, webhook: WebhookRow, sent: readonly Sent[]): Promise<void> {
  const isGone = sent.some(({ answer }) => answer.status === 410)
  const hasSuccess = sent.some(({ answer }) => problemOf(answer) === null)
  const isSlow = sent.some(({ answer, ms }) => answer.status === null || ms > slowMs)
  const retryAfter = Math.max(0, ...sent.map(({ answer }) => answer.retryAfter ?? 0))
  const now = needs.clock.now()
  await transact(needs, async ({ db, ...rest }) => {
    const row = await db.selectFrom('webhook').selectAll().where('id', '=', webhook.id).forUpdate().executeTakeFirst()
    // Deleted, or given another address meanwhile: what was sent says nothing about the new one.
    if (!row || row.url !== webhook.url) return
    const fresh = hasSuccess && !isGone
    const failures = fresh ? 0 : row.failures + sent.length
    const since = fresh ? null : (row.failing_since ?? sent[0]?.at ?? now)
    const rest_until = fresh ? null : new Date(now.getTime() + restOf(failures, retryAfter))
    await db
      .updateTable('webhook')
      .set({ failures, failing_since: since, rest_until, is_slow: isSlow })
      .where('id', '=', row.id)
      .execute()
    const lasts = since !== null && now.getTime() - since.getTime() >= stopAfterMs
    if (row.is_on && (isGone || lasts))
      await stop({ db, ...rest }, row, isGone ? '对方说不再接收（410）' : '连续 3 天都没有发送成功')
  })
}

async function stop({ db, clock }: Pick<Deps, 'db' | 'clock'>, webhook: WebhookRow, why: string): Promise<void> {
  // The operator's stays: it stands in the configuration, and the process says on each start that it is there.
  if (webhook.account_id === null) return
  await db.updateTable('webhook').set({ is_on: false, stopped_why: why }).where('id', '=', webhook.id).execute()
  await endWaiting(db, webhook.id)
  await notify(
    { db, clock, actor: { accountId: webhook.account_id } },
    {
      ...{ kind: 'webhook-stopped', subject: `webhook:${webhook.id}`, target: 'webhooks' },
      words: `事件通知“${webhook.name}”已停用：${why}。请检查接收程序，再启用并重发失败的事件`,
    },
  )
}

/** Lets the deliveries fail that wait for a webhook which is off; they can be sent again. */
export const endWaiting = (db: Db, webhookId: number): Promise<unknown> =>
  db
    .updateTable('webhook_delivery')
    .set({ status: 'failed', next_at: null })
    .where('webhook_id', '=', webhookId)
    .where('status', '=', 'waiting')
    .execute()
