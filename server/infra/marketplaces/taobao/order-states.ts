/**
 * Maps the documented states of Taobao's trades, lines and refunds (`Trade.status`, `Trade.step_trade_status`, `Order.status`,
 * `Order.refund_status` of taobao.trade.fullinfo.get) to those of order items. A state that is not documented asks the seller.
 */
import type { Fields } from '../../../../contract/ground/fields'
import { graverState, type ItemState } from '../../../../contract/rules/item-state'
import { stateIn, textOf } from '../values'

export const ofTrade: Readonly<Record<string, ItemState>> = {
  // Nothing is paid: no payment was begun, or it is awaited. The last two are groups of states that only searches name.
  TRADE_NO_CREATE_PAY: 'unpaid',
  WAIT_BUYER_PAY: 'unpaid',
  ALL_WAIT_PAY: 'unpaid',
  ALL_CLOSED: 'closed',
  // A payment by a foreign card is being confirmed.
  PAY_PENDING: 'paying',
  // A contract in place of a payment (0 元购) waits for its confirmation.
  WAIT_PRE_AUTH_CONFIRM: 'notYet',
  // Paid, and the marketplace forbids shipping: a group purchase that is not complete, a strictly controlled delivery.
  PAID_FORBID_CONSIGN: 'notYet',
  WAIT_SELLER_SEND_GOODS: 'toMake',
  SELLER_CONSIGNED_PART: 'partlyShipped',
  WAIT_BUYER_CONFIRM_GOODS: 'shipped',
  TRADE_BUYER_SIGNED: 'shipped',
  TRADE_FINISHED: 'finished',
  // Refunded whole, or ended before the payment by the buyer, the seller or the marketplace.
  TRADE_CLOSED: 'closed',
  TRADE_CLOSED_BY_TAOBAO: 'closed',
}

/** Payments in steps, as of presales: with a deposit alone the trade itself says only that a payment is awaited. */
export const ofSteps: Readonly<Record<string, ItemState>> = {
  FRONT_NOPAID_FINAL_NOPAID: 'unpaid',
  FRONT_PAID_FINAL_NOPAID: 'depositPaid',
  FRONT_PAID_FINAL_PAID: 'toMake',
}

export const ofRefund: Readonly<Record<string, ItemState>> = {
  NO_REFUND: 'toMake',
  CLOSED: 'toMake',
  WAIT_SELLER_AGREE: 'refundAsked',
  WAIT_BUYER_RETURN_GOODS: 'refundAgreed',
  WAIT_SELLER_CONFIRM_GOODS: 'goodsReturned',
  SELLER_REFUSE_BUYER: 'refundRefused',
  // The marketplace closes a line that is refunded whole, so that of a live line it was a part.
  SUCCESS: 'partRefunded',
}

/** Whether a line names a refund of at least what was paid for it. Both amounts are yuan with a decimal point. */
function isWhollyRefunded({ refund_fee, payment }: Fields): boolean {
  const [refunded, paid] = [Number(textOf(refund_fee) ?? Number.NaN), Number(textOf(payment) ?? Number.NaN)]
  return refunded > 0 && refunded >= paid
}

/**
 * Returns the state of a line by the states of its trade, its own and its refund's: the gravest of them. That a trade is partly
 * shipped says something of a line only if the line has no state of its own.
 */
export function stateOfLine(line: Fields, trade: Fields): ItemState {
  const own = stateIn(ofTrade, line.status)
  const whole = stateIn(ofTrade, trade.status)
  const steps = stateIn(ofSteps, trade.step_trade_status)
  const refund = stateIn(ofRefund, line.refund_status)
  const placed = own === null ? (whole ?? 'unknown') : whole === null || whole === 'partlyShipped' ? own : graverState(own, whole)
  const paid = steps === 'depositPaid' && placed === 'unpaid' ? 'depositPaid' : graverState(placed, steps ?? 'toMake')
  return graverState(paid, refund === 'partRefunded' && isWhollyRefunded(line) ? 'refunded' : (refund ?? 'toMake'))
}
