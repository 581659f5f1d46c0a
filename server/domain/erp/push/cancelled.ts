/** Stores that a factory does not make a line any more. */
import { sql } from 'kysely'
import type { UnmadeReason } from '../../../../contract/constants'
import type { Ctx } from '../../../kernel/context'
import type { ErpReceipt } from '../../../ports/erp'
import { writeAuditEntry } from '../../audit/audit'

/** For the seller, in the factory's words. */
export const cancelledText = ({ factoryOrderId, state }: Pick<ErpReceipt, 'factoryOrderId' | 'state'>): string =>
  `工厂没有生产这一单（工厂订单号 ${factoryOrderId}，工厂的状态：${state}），可以再推送，也可以推送到其他工厂，不另扣点`

/**
 * Columns of such a line. It is `failed`, so that it can be pushed again, to any factory, and its design can be changed; it will be
 * ordered with another outside id.
 */
export const cancelledValues = ({ clock }: Pick<Ctx, 'clock'>, factoryOrderId: string | null, message: string) => ({
  status: 'failed' as const,
  factory_order_id: null,
  cancelled_number: factoryOrderId,
  cancelled_at: clock.now(),
  attempt: sql<number>`attempt + 1`,
  cancel_asked_at: null,
  doubtful_words: null,
  message,
})

/** @param saidBy who said that the factory does not make it. */
export const writeCancellation = (
  inner: Ctx,
  customizationId: number,
  factoryOrderId: string | null,
  saidBy: 'factory' | 'seller',
  words: { readonly reason?: UnmadeReason; readonly note?: string } = {},
): Promise<void> =>
  writeAuditEntry(inner, {
    action: 'pushed',
    subject: 'cancelledPushes',
    details: { id: customizationId, factoryOrderId, saidBy, ...words },
    about: { customizationId },
  })
