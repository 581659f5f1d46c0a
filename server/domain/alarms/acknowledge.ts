/** The seller's word that an alarm is settled as it is, or that it was known when the design was paid for or pushed. */
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { AppContract } from '../../../contract/contract'
import type { Parsed, Reply } from '../../../contract/core'
import type { Ctx } from '../../kernel/context'
import { transact } from '../../kernel/transact'
import { designsByShop, writeAuditEntry } from '../audit/audit'
import { deriveAlarms } from './refresh'
import { tellAlarms } from './tell'

type Call = AppContract['alarms']['acknowledge']

/**
 * Takes alarms off the list until their facts change, with the seller's reason. One whose facts are other ones than the seller saw, or that
 * is gone, stays as it is and is not among the returned ids.
 */
export function acknowledgeAlarms(ctx: Ctx, { alarms, note }: Parsed<Call>['body']): Promise<Reply<Call>> {
  return transact(ctx, async (inner) => {
    const { db, actor, clock } = inner
    const { rows } = await sql<{ id: number; orderId: number }>`
      update alarm set acknowledged_at = ${clock.now()}::timestamptz, acknowledged_by = ${actor.username}, note = ${note}
      from jsonb_to_recordset(${JSON.stringify(alarms)}::jsonb) as seen ("customizationId" bigint, facts text)
      where alarm.account_id = ${actor.accountId} and alarm.customization_id = seen."customizationId" and alarm.facts = seen.facts
        and alarm.acknowledged_at is null
      returning alarm.customization_id as id, alarm.order_id as "orderId"`.execute(db)
    const ids = rows.map(({ id }) => id).sort((a, b) => a - b)
    const over = rows.map(({ orderId }) => orderId)
    await tellAlarms({ db, clock, accountId: actor.accountId }, { begun: [], over })
    for (const { ids: some, about } of await designsByShop(inner, ids))
      await writeAuditEntry(inner, { action: 'pushed', subject: 'alarms', details: { ids: some, note }, about })
    return { acknowledged: ids }
  })
}

/**
 * Derives the alarms of designs that were just paid for, without those that were known: the seller saw them and wanted the files all the
 * same. What is at a factory is not settled by it.
 */
export const acknowledgeCharged = (ctx: Ctx, customizationIds: readonly number[]): Promise<void> =>
  acknowledgeKnown(
    ctx,
    customizationIds,
    '扣点时已经是这样',
    sql`kinds <@ array['refund', 'closed', 'changed'] and not exists (select from push_line line
      where line.account_id = alarm.account_id and line.customization_id = alarm.customization_id and line.status <> 'failed')`,
  )

/** Derives the alarms of a design that was just pushed, without a partial refund: the seller was asked, and wanted it made. */
export const acknowledgePushed = (ctx: Ctx, customizationId: number): Promise<void> =>
  acknowledgeKnown(
    ctx,
    [customizationId],
    '推送时已经确认',
    sql`kinds = array['refund'] and not exists (
      select from order_item_customization link join order_item item on item.id = link.order_item_id
      where link.customization_id = alarm.customization_id and item.state <> 'partRefunded'
        and alarm_of_state(item.state, item.hold) is not null)`,
  )

async function acknowledgeKnown(
  { db, clock, actor }: Ctx,
  customizationIds: readonly number[],
  note: string,
  isKnown: RawBuilder<SqlBool>,
): Promise<void> {
  const scope = { db, clock, accountId: actor.accountId }
  const changed = await deriveAlarms(scope, customizationIds)
  await sql`
    update alarm set acknowledged_at = ${clock.now()}::timestamptz, acknowledged_by = ${actor.username}, note = ${note}
    where account_id = ${actor.accountId} and customization_id = any(${[...customizationIds]}::bigint[]) and ${isKnown}`.execute(
    db,
  )
  await tellAlarms(scope, changed)
}
