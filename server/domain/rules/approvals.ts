/** Orders whose pictures a person has to look at before a rule may push them: listed, approved, or sent back with a reason. */
import { sql } from 'kysely'
import type { AppContract } from '../../../contract/contract'
import type { Parsed, Reply } from '../../../contract/core'
import { caseNameOf } from '../../../contract/rules/case-names'
import { piecesOf } from '../../../contract/rules/pieces'
import type { Ctx } from '../../kernel/context'
import { Failure } from '../../kernel/failure'
import { requireOwned } from '../../kernel/owned'
import { transact } from '../../kernel/transact'
import { writeAuditEntry } from '../audit/audit'
import { type OrderWithFacts, readFacts } from './facts'

type Calls = AppContract['approvals']
type Shown = Reply<Calls['list']>['items'][number]

function toApproval({ order, facts, designsHash }: OrderWithFacts): Shown {
  const pictures = order.orderItems.flatMap((item) => {
    const pieces = piecesOf(item)
    return item.customizations.map((made) => ({
      customizationId: made.id,
      name: caseNameOf(made),
      pieces: pieces?.get(made.id) ?? 0,
      propertiesName: item.propertiesName,
      customizedImageUrl: made.customizedImageUrl,
      previewImageUrl: made.previewImageUrl,
    }))
  })
  return {
    orderId: order.id,
    orderOriginalId: order.originalId,
    designs: designsHash,
    waitingSince: facts.importedAt,
    buyerMessage: order.buyerMessage,
    sellerMemo: order.sellerMemo,
    pictures,
  }
}

/** Returns the orders that wait, the oldest first. */
export async function listApprovals(
  ctx: Ctx,
  { after, pageSize }: Parsed<Calls['list']>['query'],
): Promise<Reply<Calls['list']>> {
  const waiting = ctx.db.selectFrom('shop_order').where('account_id', '=', ctx.actor.accountId).where('approval', '=', 'waiting')
  const { total } = await waiting.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await waiting
    .select('id')
    .where('id', '>', after ?? 0)
    .orderBy('id')
    .limit(pageSize)
    .execute()
  const read = await readFacts(
    ctx,
    rows.map(({ id }) => id),
    new Map(),
  )
  return { items: read.map(toApproval), totalItems: total }
}

/**
 * Approves the designs that were shown, or sends them back and so holds the order. Rejects with 'conflict' where the designs changed
 * since, or somebody decided already; the same decision of the same user again changes nothing.
 */
export function decideApproval(
  ctx: Ctx,
  orderId: number,
  { designs, answer, reason }: Parsed<Calls['decide']>['body'],
): Promise<{ ok: true }> {
  return transact(ctx, async (inner) => {
    const { db, actor, clock } = inner
    const row = await requireOwned(inner, 'shop_order', orderId, '订单', { lock: 'no key update' })
    const [read] = await readFacts(inner, [orderId], new Map())
    if (row.approval === answer && row.approval_by === actor.username && row.approval_of === designs) return { ok: true }
    if (row.approval !== 'waiting') {
      throw new Failure(
        'conflict',
        row.approval_by === null ? '这个订单不在待审批中，请刷新' : `已由 ${row.approval_by} 处理，请刷新`,
      )
    }
    if (read?.designsHash !== designs) throw new Failure('conflict', '图片刚刚变化，请看过新的图片再审批')
    await db
      .updateTable('shop_order')
      .set({
        approval: answer,
        approval_of: designs,
        approval_by: actor.username,
        approval_at: clock.now(),
        approval_reason: reason ?? null,
        ...(answer === 'rejected' && {
          held_back: sql<string>`coalesce(held_back, ${`审批退回：${reason ?? ''}`}::text)`,
          held_back_by: sql<string>`coalesce(held_back_by, ${actor.username}::text)`,
        }),
      })
      .where('account_id', '=', actor.accountId)
      .where('id', '=', orderId)
      .execute()
    await writeAuditEntry(inner, { action: 'approval', subject: 'orders', details: { id: orderId, answer, reason } })
    return { ok: true }
  })
}
