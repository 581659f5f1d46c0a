/** Notifies the account of new alarms, once per order, and ends the notification when the last alarm of the order is over or acknowledged. */
import { sql } from 'kysely'
import { type AlarmKind, alarmNames } from '../../../contract/rules/alarm'
import type { Db } from '../../kernel/context'
import type { Clock } from '../../ports/clock'
import { notify, resolve } from '../notifications/notifications'

export interface AlarmScope {
  readonly db: Db
  readonly clock: Clock
  readonly accountId: number
}

/** Orders with alarms whose facts are new, and those of which an alarm is over. */
export interface ChangedAlarms {
  readonly begun: readonly number[]
  readonly over: readonly number[]
}

interface OpenAlarms {
  readonly id: number
  readonly number: string
  readonly kinds: readonly AlarmKind[]
}

/** New facts make a new notification, although the seller has read the one of the earlier facts. */
export async function tellAlarms({ db, clock, accountId }: AlarmScope, { begun, over }: ChangedAlarms): Promise<void> {
  const ids = [...new Set([...begun, ...over])]
  if (ids.length === 0) return
  const { rows } = await sql<OpenAlarms>`
    select o.id, o.original_id as number, array(select distinct kind from alarm, unnest(alarm.kinds) kind
      where alarm.account_id = ${accountId} and alarm.order_id = o.id and alarm.acknowledged_at is null) as kinds
    from shop_order o where o.account_id = ${accountId} and o.id = any(${ids}::bigint[])`.execute(db)
  const needs = { db, clock, actor: { accountId } }
  const isBegun = new Set(begun)
  for (const { id, number, kinds } of rows) {
    const isOpen = kinds.length > 0
    if (isOpen && !isBegun.has(id)) continue
    const subject = `order:${id}`
    await resolve(needs, 'alarm', subject)
    if (!isOpen) continue
    const what = kinds.map((kind) => alarmNames[kind]).join('、')
    await notify(needs, { kind: 'alarm', subject, words: `订单 ${number} 下载或推送后有变化：${what}，请处理`, target: 'alarms' })
  }
}
