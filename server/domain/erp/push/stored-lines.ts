/** Reads push lines as they are stored. */
import { sql } from 'kysely'
import type { PushLineStateName } from '../../../../contract/constants'
import type { PushLineState } from '../../../../contract/rules/order-state'
import type { PushLine } from '../../../../contract/types'
import type { Ctx } from '../../../kernel/context'
import { notFound } from '../../../kernel/failure'
import { cancelRefusal, lineWords, pieceCounts } from '../../print-floor/line-words'
import { ownFloorKind } from '../../print-floor/own-factory'

export interface StoredLine {
  readonly customization_id: number
  readonly status: PushLineState['status']
  readonly factory_id: number
  readonly factory_name: string
  readonly factory_order_id: string | null
  readonly outside_id: string
  readonly quantity: number
  readonly order_id: number
  readonly order_original_id: string
  readonly lease_until: Date | null
  readonly cancelled_number: string | null
  readonly cancelled_at: Date | null
  /** When the factory was asked to cancel it, as long as nobody knows what became of that. */
  readonly cancel_asked_at: Date | null
  /** Of a line at the own print floor: how far its pieces are now. */
  readonly message: string | null
  /** Whether the factory is the account's own print floor. */
  readonly own: boolean
  /** Why the own print floor does not take it back any more. */
  readonly cancel_refusal: string | null
  /** When its last claim ended, or began while none has ended. */
  readonly at: Date
}

/** Returns the lines of these customizations by the customization's id. */
export async function readStoredLines({ db, actor }: Ctx, customizationIds: readonly number[]): Promise<Map<number, StoredLine>> {
  const { rows } = await sql<StoredLine>`
    select line.customization_id, line.status, line.factory_id, factory.name as factory_name, line.factory_order_id, line.outside_id,
      line.quantity, line.order_id, shop_order.original_id as order_original_id, line.lease_until, line.cancelled_number,
      line.cancelled_at, line.cancel_asked_at, line.message, coalesce(line.ended_at, line.claimed_at) as at,
      coalesce(integration.erp = ${ownFloorKind}, false) as own, null::text as cancel_refusal
    from push_line line join factory on factory.id = line.factory_id
    left join erp_integration integration on integration.id = factory.integration_id join shop_order on shop_order.id = line.order_id
    where line.account_id = ${actor.accountId} and line.customization_id = any(${[...customizationIds]}::bigint[])`.execute(db)
  const atOwn = rows.filter(({ own, status }) => own && status === 'pushed')
  const counts = await pieceCounts(
    db,
    actor.accountId,
    atOwn.map(({ outside_id: outsideId }) => outsideId),
  )
  return new Map(
    rows.map((row) => {
      const pieces = atOwn.includes(row) ? (counts.get(row.outside_id) ?? []) : []
      if (pieces.length === 0) return [row.customization_id, row]
      return [row.customization_id, { ...row, message: lineWords(pieces), cancel_refusal: cancelRefusal(pieces) }]
    }),
  )
}

export async function readStoredLine(ctx: Ctx, customizationId: number): Promise<StoredLine> {
  const line = (await readStoredLines(ctx, [customizationId])).get(customizationId)
  if (!line) throw notFound('推送记录')
  return line
}

function stateOf({ status, lease_until: leaseUntil, cancelled_at: cancelledAt }: StoredLine, now: Date): PushLineStateName {
  if (status === 'pushed') return 'pushed'
  if (status === 'failed') return cancelledAt === null ? 'refused' : 'cancelled'
  return leaseUntil !== null && leaseUntil > now ? 'pushing' : 'unsure'
}

export const toPushLine = (line: StoredLine, now: Date): PushLine => ({
  customizationId: line.customization_id,
  factoryName: line.factory_name,
  state: stateOf(line, now),
  factoryOrderId: line.factory_order_id ?? line.cancelled_number,
  quantity: line.quantity,
  message: line.message,
  own: line.own,
  cancelRefusal: line.cancel_refusal,
  at: line.at.getTime(),
})

/** Returns the lines of those of the account's customizations that were sent to a factory, by the customization's id. */
export async function listLines(ctx: Ctx, customizationIds: readonly number[]): Promise<PushLine[]> {
  const lines = await readStoredLines(ctx, customizationIds)
  const now = ctx.clock.now()
  return [...lines.values()].map((line) => toPushLine(line, now)).sort((a, b) => a.customizationId - b.customizationId)
}
