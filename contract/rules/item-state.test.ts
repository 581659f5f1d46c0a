import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { graverState, type ItemState, itemStateOf, itemStateRules, itemStates, orderStateOf } from './item-state'
import { isHeld, isOpenForWork, isOver } from './order-state'
import { orderStateCases } from './test/order-state-cases'

const anyState = fc.constantFrom(...itemStates)

describe('the consequences of each state', () => {
  test('an item is open for work, held or over, and what asks may be made once it is confirmed', () => {
    const kinds = Object.fromEntries(
      itemStates.map((state) => {
        const item = itemStateOf({ state })
        const { ask } = itemStateRules[state]
        return [state, [isOpenForWork(item) && 'open', isHeld(item) && 'held', isOver(item) && 'over', ask !== null && 'asks']]
      }),
    )
    const open = ['open', false, false, false]
    const asks = ['open', false, false, 'asks']
    const held = [false, 'held', false, false]
    const shipped = [false, false, 'over', 'asks']
    const ended = [false, 'held', 'over', false]
    expect(kinds).toEqual({
      toMake: open,
      partRefunded: asks,
      refundRefused: asks,
      partlyShipped: asks,
      unknown: asks,
      shipped,
      finished: shipped,
      notYet: held,
      depositPaid: held,
      paying: held,
      unpaid: held,
      refundAsked: held,
      refundAgreed: held,
      goodsReturned: held,
      held,
      shippedRefund: ended,
      refunded: ended,
      closed: ended,
    })
  })
})

describe('combining two states', () => {
  test('the graver one counts whatever their order, and combining again changes nothing', () => {
    fc.assert(
      fc.property(anyState, anyState, (one, other) => {
        const both = graverState(one, other)
        expect(graverState(other, one)).toBe(both)
        expect(graverState(both, one)).toBe(both)
        expect(graverState(both, both)).toBe(both)
      }),
    )
  })

  test('a combination never opens what one of the two holds back or has ended', () => {
    fc.assert(
      fc.property(anyState, anyState, (one, other) => {
        const isOpen = (state: ItemState) => isOpenForWork(itemStateOf({ state }))
        if (isOpen(graverState(one, other))) expect([isOpen(one), isOpen(other)]).toEqual([true, true])
      }),
    )
  })

  test('a refund that is asked for after shipping is one of shipped goods', () => {
    expect(graverState('shipped', 'refundAsked')).toBe('shippedRefund')
    expect(graverState('goodsReturned', 'finished')).toBe('shippedRefund')
  })
})

describe('what a source gives of an item', () => {
  test.each([
    [{}, { state: 'toMake', hold: null }],
    [
      { state: null, hold: null },
      { state: 'toMake', hold: null },
    ],
    [{ state: 'refunded' }, { state: 'refunded', hold: '已退款，请不要生产' }],
    [
      { state: 'refunded', hold: '款已退' },
      { state: 'refunded', hold: '款已退' },
    ],
    [{ hold: '买家要改地址' }, { state: 'held', hold: '买家要改地址' }],
    [
      { state: 'toMake', hold: '买家要改地址' },
      { state: 'held', hold: '买家要改地址' },
    ],
    [
      { state: 'partRefunded', hold: '等客服' },
      { state: 'held', hold: '等客服' },
    ],
    [
      { state: 'shipped', hold: '等客服' },
      { state: 'shipped', hold: '等客服' },
    ],
  ] as const)('%j is stored as %j', (given, stored) => expect(itemStateOf(given)).toEqual(stored))
})

test.each(orderStateCases)('an order of items that are %j and, below it, %j is %s', (own, children, state) => {
  expect(orderStateOf([...own, ...children.flat()].map((one) => ({ state: one })))).toBe(state)
})
