/** Stores approvals: that an order waits, every answer about it, and the notification that goes with them. */
import type { Approval } from '../../../contract/rules/automation-facts'
import type { OrderAutomation } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'
import { notify, resolve } from '../notifications/notifications'
import { countWaiting } from '../orders/waiting'
import type { OrderWithFacts } from './facts'

/** Tells the account that orders wait, or ends that; returns how many do. */
export async function tellWaiting(ctx: Ctx): Promise<number> {
  const waiting = await countWaiting(ctx)
  const about = { kind: 'approvals', subject: 'approvals' } as const
  if (waiting === 0) await resolve(ctx, about.kind, about.subject)
  else await notify(ctx, { ...about, words: `${waiting} 个订单待审批：看过图片，规则才会推送`, target: 'approvals' })
  return waiting
}

/** Lets an order wait for a person who looks at these designs; the actor of the context asks. */
export async function askApproval(ctx: Ctx, orderId: number, designsHash: string): Promise<void> {
  const { db, actor, clock } = ctx
  await db
    .updateTable('shop_order')
    .set({
      approval: 'waiting',
      approval_of: designsHash,
      approval_asked_at: clock.now(),
      approval_asked_by: actor.username,
      ...noAnswer,
    })
    .where('account_id', '=', actor.accountId)
    .where('id', '=', orderId)
    .execute()
  await tellWaiting(ctx)
}

export const noAnswer = { approval_by: null, approval_at: null, approval_reason: null } as const

interface Answer {
  readonly answer: Approval
  readonly reason?: string | undefined
}

/** Keeps an answer of the actor about the designs that he saw. */
export async function keepAnswer(
  { db, actor, clock }: Ctx,
  { order, designs }: Pick<OrderWithFacts, 'order' | 'designs'>,
  { answer, reason }: Answer,
): Promise<void> {
  await db
    .insertInto('order_approval')
    .values({
      account_id: actor.accountId,
      order_id: order.id,
      designs: JSON.stringify(designs),
      answer,
      reason: reason ?? null,
      username: actor.username,
      at: clock.now(),
    })
    .execute()
}

/** Returns the answers about an order, the newest first. */
export async function readAnswers({ db, actor }: Ctx, orderId: number): Promise<OrderAutomation['approvals']> {
  const rows = await db
    .selectFrom('order_approval')
    .select(['answer', 'reason', 'username', 'at'])
    .where('account_id', '=', actor.accountId)
    .where('order_id', '=', orderId)
    .orderBy('id', 'desc')
    .limit(50)
    .execute()
  return rows.map((row) => ({ ...row, at: row.at.getTime() }))
}

/** Whether a rule has begun to push the order. */
export async function hasBegunPush({ db, actor }: Ctx, orderId: number): Promise<boolean> {
  const run = await db
    .selectFrom('rule_run')
    .select('id')
    .where('account_id', '=', actor.accountId)
    .where('order_id', '=', orderId)
    .where('pieces', '>', 0)
    .limit(1)
    .executeTakeFirst()
  return run !== undefined
}
