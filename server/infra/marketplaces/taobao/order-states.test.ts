import { describe, expect, test } from 'vitest'
import { type ItemState, itemStateRules } from '../../../../contract/rules/item-state'
import { isHeld, isOpenForWork } from '../../../../contract/rules/order-state'
import { ofRefund, ofSteps, ofTrade, stateOfLine } from './order-states'
import { toOrder } from './orders'

/** The states that the documentation of `Trade` and `Order` lists, as of its copies in public client libraries. */
const documented = {
  trade: [
    'TRADE_NO_CREATE_PAY',
    'WAIT_BUYER_PAY',
    'SELLER_CONSIGNED_PART',
    'WAIT_SELLER_SEND_GOODS',
    'WAIT_BUYER_CONFIRM_GOODS',
    'TRADE_BUYER_SIGNED',
    'TRADE_FINISHED',
    'TRADE_CLOSED',
    'TRADE_CLOSED_BY_TAOBAO',
    'PAY_PENDING',
    'WAIT_PRE_AUTH_CONFIRM',
    'PAID_FORBID_CONSIGN',
    'ALL_WAIT_PAY',
    'ALL_CLOSED',
  ],
  steps: ['FRONT_NOPAID_FINAL_NOPAID', 'FRONT_PAID_FINAL_NOPAID', 'FRONT_PAID_FINAL_PAID'],
  refund: [
    'NO_REFUND',
    'WAIT_SELLER_AGREE',
    'WAIT_BUYER_RETURN_GOODS',
    'WAIT_SELLER_CONFIRM_GOODS',
    'SELLER_REFUSE_BUYER',
    'CLOSED',
    'SUCCESS',
  ],
}

test('every documented state of trades, payments in steps and refunds has a meaning, and no other has', () => {
  expect(Object.keys(ofTrade).sort()).toEqual([...documented.trade].sort())
  expect(Object.keys(ofSteps).sort()).toEqual([...documented.steps].sort())
  expect(Object.keys(ofRefund).sort()).toEqual([...documented.refund].sort())
})

/** States of the trade, of the line and of its refund, and the state of the order item. */
const cases: readonly (readonly [string | null, string | null, string | null, ItemState])[] = [
  ['WAIT_SELLER_SEND_GOODS', 'WAIT_SELLER_SEND_GOODS', 'NO_REFUND', 'toMake'],
  ['WAIT_SELLER_SEND_GOODS', 'WAIT_SELLER_SEND_GOODS', null, 'toMake'],
  ['WAIT_SELLER_SEND_GOODS', 'WAIT_SELLER_SEND_GOODS', 'CLOSED', 'toMake'],
  // In the state of the trade alone, or of the line alone.
  ['PAID_FORBID_CONSIGN', null, 'NO_REFUND', 'notYet'],
  [null, 'PAID_FORBID_CONSIGN', 'NO_REFUND', 'notYet'],
  ['PAID_FORBID_CONSIGN', 'WAIT_SELLER_SEND_GOODS', 'NO_REFUND', 'notYet'],
  ['WAIT_PRE_AUTH_CONFIRM', '', 'NO_REFUND', 'notYet'],
  ['TRADE_CLOSED', 'WAIT_SELLER_SEND_GOODS', 'NO_REFUND', 'closed'],
  ['TRADE_CLOSED_BY_TAOBAO', null, null, 'closed'],
  ['WAIT_SELLER_SEND_GOODS', 'TRADE_CLOSED', 'SUCCESS', 'closed'],
  ['WAIT_BUYER_PAY', 'WAIT_BUYER_PAY', null, 'unpaid'],
  ['TRADE_NO_CREATE_PAY', null, null, 'unpaid'],
  ['PAY_PENDING', 'WAIT_SELLER_SEND_GOODS', null, 'paying'],
  // Refunds of what is not shipped.
  ['WAIT_SELLER_SEND_GOODS', 'WAIT_SELLER_SEND_GOODS', 'WAIT_SELLER_AGREE', 'refundAsked'],
  ['WAIT_SELLER_SEND_GOODS', 'WAIT_SELLER_SEND_GOODS', 'WAIT_BUYER_RETURN_GOODS', 'refundAgreed'],
  ['WAIT_SELLER_SEND_GOODS', 'WAIT_SELLER_SEND_GOODS', 'WAIT_SELLER_CONFIRM_GOODS', 'goodsReturned'],
  ['WAIT_SELLER_SEND_GOODS', 'WAIT_SELLER_SEND_GOODS', 'SELLER_REFUSE_BUYER', 'refundRefused'],
  ['WAIT_SELLER_SEND_GOODS', 'WAIT_SELLER_SEND_GOODS', 'SUCCESS', 'partRefunded'],
  // Shipped, with and without a refund.
  ['WAIT_BUYER_CONFIRM_GOODS', 'WAIT_BUYER_CONFIRM_GOODS', 'NO_REFUND', 'shipped'],
  ['TRADE_BUYER_SIGNED', null, null, 'shipped'],
  ['TRADE_FINISHED', 'TRADE_FINISHED', 'NO_REFUND', 'finished'],
  ['WAIT_BUYER_CONFIRM_GOODS', 'WAIT_BUYER_CONFIRM_GOODS', 'WAIT_SELLER_AGREE', 'shippedRefund'],
  ['TRADE_FINISHED', 'TRADE_FINISHED', 'WAIT_SELLER_CONFIRM_GOODS', 'shippedRefund'],
  ['WAIT_BUYER_CONFIRM_GOODS', 'WAIT_BUYER_CONFIRM_GOODS', 'SELLER_REFUSE_BUYER', 'shipped'],
  ['WAIT_BUYER_CONFIRM_GOODS', 'WAIT_BUYER_CONFIRM_GOODS', 'SUCCESS', 'shipped'],
  // A trade of which a part is shipped says nothing of a line that has a state of its own.
  ['SELLER_CONSIGNED_PART', 'WAIT_BUYER_CONFIRM_GOODS', 'NO_REFUND', 'shipped'],
  ['SELLER_CONSIGNED_PART', 'WAIT_SELLER_SEND_GOODS', 'NO_REFUND', 'toMake'],
  ['SELLER_CONSIGNED_PART', null, 'NO_REFUND', 'partlyShipped'],
  ['SELLER_CONSIGNED_PART', 'SELLER_CONSIGNED_PART', 'NO_REFUND', 'partlyShipped'],
  // States that nobody documented, and none at all.
  ['WAIT_SELLER_SEND_GOODS', 'WAIT_FOR_CUSTOMS', 'NO_REFUND', 'unknown'],
  ['WAIT_FOR_CUSTOMS', 'WAIT_SELLER_SEND_GOODS', 'NO_REFUND', 'unknown'],
  ['WAIT_SELLER_SEND_GOODS', 'WAIT_SELLER_SEND_GOODS', 'FROZEN', 'unknown'],
  ['WAIT_SELLER_SEND_GOODS', 'constructor', 'NO_REFUND', 'unknown'],
  [null, null, null, 'unknown'],
  ['TRADE_CLOSED', 'WAIT_FOR_CUSTOMS', 'NO_REFUND', 'closed'],
  // Another spelling of the same.
  [' wait_seller_send_goods ', 'Wait_Seller_Send_Goods', 'no_refund', 'toMake'],
]

test.each(cases)('a line of a trade in %s, itself in %s and its refund in %s, is %s', (trade, line, refund, state) => {
  expect(stateOfLine({ status: line, refund_status: refund }, { status: trade })).toBe(state)
})

describe('amounts and payments in steps', () => {
  const live = { status: 'WAIT_SELLER_SEND_GOODS', refund_status: 'SUCCESS' }
  test.each([
    ['39.00', '39.00', 'refunded'],
    ['45.00', '39.00', 'refunded'],
    ['10.00', '39.00', 'partRefunded'],
    ['0.00', '0.00', 'partRefunded'],
    [undefined, '39.00', 'partRefunded'],
    ['39.00', undefined, 'partRefunded'],
  ] as const)('a live line with a refund of %s of the %s that were paid is %s', (refund_fee, payment, state) => {
    expect(stateOfLine({ ...live, refund_fee, payment }, { status: 'WAIT_SELLER_SEND_GOODS' })).toBe(state)
  })

  test.each([
    ['WAIT_BUYER_PAY', 'FRONT_NOPAID_FINAL_NOPAID', 'unpaid'],
    ['WAIT_BUYER_PAY', 'FRONT_PAID_FINAL_NOPAID', 'depositPaid'],
    ['WAIT_SELLER_SEND_GOODS', 'FRONT_PAID_FINAL_NOPAID', 'depositPaid'],
    ['WAIT_SELLER_SEND_GOODS', 'FRONT_PAID_FINAL_PAID', 'toMake'],
    ['TRADE_CLOSED', 'FRONT_PAID_FINAL_NOPAID', 'closed'],
  ] as const)('a trade in %s whose payment in steps is %s is %s', (status, step_trade_status, state) => {
    expect(stateOfLine({ status, refund_status: 'NO_REFUND' }, { status, step_trade_status })).toBe(state)
  })
})

test('an order item of the marketplace has its state, and its hold in words', () => {
  const lines = [
    { oid: '1', num: 1, status: 'WAIT_SELLER_SEND_GOODS', refund_status: 'SUCCESS' },
    { oid: '2', num: 1, status: 'PAID_FORBID_CONSIGN' },
    { oid: '3', num: 1, status: 'WAIT_BUYER_CONFIRM_GOODS' },
  ]
  const order = toOrder({ tid: '9', created: '2026-11-26 10:00:00', orders: { order: lines } })
  expect(order?.items.map(({ state, hold }) => [state, hold])).toEqual([
    ['partRefunded', null],
    ['notYet', itemStateRules.notYet.hold],
    ['shipped', null],
  ])
  expect(order?.items.map(isHeld)).toEqual([false, true, false])
  expect(order?.items.map(isOpenForWork)).toEqual([true, false, false])
})
