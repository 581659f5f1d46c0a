/**
 * The register of states: for each source of orders, the states of its documents in the one vocabulary, and the consequences of each. A
 * documented state that the register lacks fails here, and so does a state that nobody documents and that would be made all the same.
 */
import { describe, expect, test } from 'vitest'
import {
  type ItemState,
  itemStateOf,
  itemStateRules,
  itemStates,
  orderStateNames,
  orderStateOf,
} from '../contract/rules/item-state'
import { isHeld, isOpenForWork, isOver } from '../contract/rules/order-state'
import * as doudian from '../server/infra/marketplaces/doudian/orders'
import * as pinduoduo from '../server/infra/marketplaces/pinduoduo/orders'
import { stateOfLine as taobaoState } from '../server/infra/marketplaces/taobao/order-states'
import * as wechat from '../server/infra/marketplaces/wechat-store/orders'
import { type PresetId, presets } from '../src/features/orders/files/headings'
import { readState } from '../src/features/orders/files/states'

/** The words of a source, and the state of the line that follows; null: the seller is asked, and nothing is made until the answer. */
type Row = readonly [said: string, state: ItemState | null]

interface Source {
  readonly read: (said: string) => { readonly state: ItemState; readonly hold: string | null } | null
  readonly rows: readonly Row[]
}

const stated = (state: ItemState) => itemStateOf({ state })
const fieldsIn = (said: string): Record<string, unknown> => JSON.parse(said) as Record<string, unknown>

const taobao: Source = {
  read: (said) => {
    const [status, refund_status, step_trade_status] = said.split(' ')
    return stated(taobaoState({ status, refund_status }, { status, step_trade_status }))
  },
  rows: [
    ['TRADE_NO_CREATE_PAY', 'unpaid'],
    ['WAIT_BUYER_PAY', 'unpaid'],
    ['WAIT_BUYER_PAY NO_REFUND FRONT_PAID_FINAL_NOPAID', 'depositPaid'],
    ['PAY_PENDING', 'paying'],
    ['WAIT_PRE_AUTH_CONFIRM', 'notYet'],
    ['PAID_FORBID_CONSIGN', 'notYet'],
    ['WAIT_SELLER_SEND_GOODS', 'toMake'],
    ['WAIT_SELLER_SEND_GOODS CLOSED', 'toMake'],
    ['WAIT_SELLER_SEND_GOODS WAIT_SELLER_AGREE', 'refundAsked'],
    ['WAIT_SELLER_SEND_GOODS WAIT_BUYER_RETURN_GOODS', 'refundAgreed'],
    ['WAIT_SELLER_SEND_GOODS WAIT_SELLER_CONFIRM_GOODS', 'goodsReturned'],
    ['WAIT_SELLER_SEND_GOODS SELLER_REFUSE_BUYER', 'refundRefused'],
    ['WAIT_SELLER_SEND_GOODS SUCCESS', 'partRefunded'],
    ['SELLER_CONSIGNED_PART', 'partlyShipped'],
    ['WAIT_BUYER_CONFIRM_GOODS', 'shipped'],
    ['WAIT_BUYER_CONFIRM_GOODS WAIT_SELLER_AGREE', 'shippedRefund'],
    ['TRADE_BUYER_SIGNED', 'shipped'],
    ['TRADE_FINISHED', 'finished'],
    ['TRADE_CLOSED', 'closed'],
    ['TRADE_CLOSED_BY_TAOBAO', 'closed'],
    ['SOMETHING_NEW', 'unknown'],
    ['WAIT_SELLER_SEND_GOODS SOMETHING_NEW', 'unknown'],
  ],
}

const wechatStore: Source = {
  read: (said) => {
    const { line, ...order } = fieldsIn(said)
    return stated(wechat.stateOfLine({ sku_cnt: 2, ...(line as object) }, order))
  },
  rows: [
    ['{"status":10}', 'unpaid'],
    ['{"status":12}', 'notYet'],
    ['{"status":13}', 'notYet'],
    ['{"status":20}', 'toMake'],
    ['{"status":21}', 'partlyShipped'],
    ['{"status":30}', 'shipped'],
    ['{"status":100}', 'finished'],
    ['{"status":200}', 'refunded'],
    ['{"status":250}', 'closed'],
    ['{"status":20,"line":{"on_aftersale_sku_cnt":1}}', 'refundAsked'],
    ['{"status":20,"aftersale_detail":{"on_aftersale_order_cnt":1}}', 'refundAsked'],
    ['{"status":20,"line":{"finish_aftersale_sku_cnt":1}}', 'partRefunded'],
    ['{"status":20,"line":{"finish_aftersale_sku_cnt":2}}', 'refunded'],
    ['{"status":30,"line":{"on_aftersale_sku_cnt":1}}', 'shippedRefund'],
    ['{"status":77}', 'unknown'],
    ['{}', 'unknown'],
  ],
}

const doudianShop: Source = {
  read: (said) => {
    const { refund, ...order } = fieldsIn(said)
    return stated(doudian.stateOfLine({ after_sale_info: refund }, order))
  },
  rows: [
    ...Object.entries(doudian.orderStatuses).map(([status, state]): Row => [`{"order_status":${status}}`, state]),
    ['{"order_status":2,"refund":{"after_sale_status":6}}', 'refundAsked'],
    ['{"order_status":2,"refund":{"after_sale_status":7}}', 'refundAgreed'],
    ['{"order_status":2,"refund":{"after_sale_status":11}}', 'goodsReturned'],
    ['{"order_status":2,"refund":{"after_sale_status":12}}', 'refunded'],
    ['{"order_status":2,"refund":{"after_sale_status":27}}', 'refundRefused'],
    ['{"order_status":2,"refund":{"after_sale_status":28}}', 'toMake'],
    ['{"order_status":2,"refund":{"after_sale_status":13}}', 'unknown'],
    ['{"order_status":2,"refund":{"refund_status":3}}', 'refunded'],
    ['{"order_status":2,"refund":{"refund_status":4}}', 'unknown'],
    ['{"order_status":3,"refund":{"after_sale_status":6}}', 'shippedRefund'],
    ['{"order_status":77}', 'unknown'],
    ['{}', 'unknown'],
  ],
}

const pinduoduoShop: Source = {
  read: (said) => stated(pinduoduo.stateOf(fieldsIn(said))),
  rows: [
    ['{"order_status":1,"refund_status":1,"group_status":1,"confirm_status":1,"risk_control_status":0}', 'toMake'],
    ['{"order_status":2}', 'shipped'],
    ['{"order_status":3}', 'shipped'],
    ['{"order_status":1,"confirm_status":0}', 'unpaid'],
    ['{"order_status":1,"confirm_status":2}', 'closed'],
    ['{"order_status":1,"group_status":0}', 'notYet'],
    ['{"order_status":1,"group_status":2}', 'closed'],
    ['{"order_status":1,"risk_control_status":1}', 'paying'],
    ['{"order_status":1,"refund_status":2}', 'refundAsked'],
    ['{"order_status":1,"refund_status":3}', 'refundAsked'],
    ['{"order_status":1,"refund_status":4}', 'refunded'],
    ['{"order_status":2,"refund_status":2}', 'shippedRefund'],
    ['{"order_status":1,"step_order_info":{"step_trade_status":0}}', 'unpaid'],
    ['{"order_status":1,"step_order_info":{"step_trade_status":1}}', 'depositPaid'],
    ['{"order_status":1,"step_order_info":{"step_trade_status":2}}', 'toMake'],
    ['{"order_status":1,"order_tag_list":[{"name":"ship_hold","value":1}]}', 'notYet'],
    ['{"order_status":1,"order_tag_list":[{"name":"ship_hold","value":0}]}', 'toMake'],
    ['{"order_status":1,"refund_status":9}', 'unknown'],
    ['{"order_status":77}', 'unknown'],
    ['{}', 'unknown'],
  ],
}

/** The words of each kind of file besides those that every one of them has; `state|afterSale|underReview`. */
const words: Readonly<Record<PresetId, readonly Row[]>> = {
  'taobao-lines': [
    ['买家已付款，等待卖家发货|没有申请退款', 'toMake'],
    ['买家已付款,等待卖家发货|没有申请退款', 'toMake'],
    ['买家已付款，等待卖家发货|退款成功', 'refunded'],
    ['等待买家付款', 'unpaid'],
    ['卖家已发货，等待买家确认', 'shipped'],
    ['卖家已发货，等待买家确认|买家申请退款', 'shippedRefund'],
    ['交易成功', 'finished'],
    ['交易关闭', 'closed'],
  ],
  // It names no lines.
  'taobao-orders': [],
  doudian: [
    ['待支付', 'unpaid'],
    ['待发货', 'toMake'],
    ['待发货|售后关闭', 'toMake'],
    ['待发货|待商家处理', 'refundAsked'],
    ['待发货|退款成功', 'refunded'],
    ['已发货', 'shipped'],
    ['已完成', 'finished'],
    ['已关闭', 'closed'],
  ],
  pinduoduo: [
    ['待支付', 'unpaid'],
    ['待发货|无售后或售后取消', 'toMake'],
    ['待发货|无售后或售后取消|是', 'paying'],
    ['待发货|售后处理中', 'refundAsked'],
    ['未发货，退款成功', 'refunded'],
    ['已发货，待签收', 'shipped'],
    ['已签收', 'shipped'],
    ['已收货', 'finished'],
    ['已发货，退款成功', 'refunded'],
    ['已取消', 'closed'],
  ],
  wechat: [
    ['待发货', 'toMake'],
    ['已发货', 'shipped'],
    ['已完成', 'finished'],
    ['已取消', 'closed'],
  ],
  xiaohongshu: [
    ['待配货', 'toMake'],
    ['配货中', 'toMake'],
    ['已完成', 'finished'],
    ['已取消', 'closed'],
  ],
  kuaishou: [
    ['待发货', null],
    ['交易关闭', 'closed'],
  ],
  '1688': [
    ['等待卖家发货', null],
    ['交易关闭', 'closed'],
  ],
  jd: [['等待出库', null]],
  other: [['待发货', null]],
}
const ofFile = (preset: PresetId): Source => ({
  read: (said) => {
    const [state = null, afterSale = null, underReview = null] = said.split('|')
    return readState(preset, { state, afterSale, underReview }, {}).state
  },
  rows: [...words[preset], ['新的说法', null], ['', null]],
})

const sources: readonly (readonly [name: string, source: Source])[] = [
  ['淘宝 by sync', taobao],
  ['微信小店 by sync', wechatStore],
  ['抖店 by sync', doudianShop],
  ['拼多多 by sync', pinduoduoShop],
  ...presets.filter(({ hasNoLines }) => !hasNoLines).map(({ id }) => [`a file of ${id}`, ofFile(id)] as const),
  // A seller who writes an order down wants it made; the form has no states.
  ['by hand', { read: () => stated('toMake'), rows: [['', 'toMake']] }],
]

describe.each(sources)('%s', (_, { read, rows }) => {
  test.each(rows)('the words %j mean that the line is %s', (said, state) => {
    const item = read(said)
    if (state !== null) return expect(item?.state).toBe(state)
    // Nobody knows these words: the item is held, and the reason repeats them.
    expect(item && isHeld(item)).toBe(true)
    if (said !== '') expect(item?.hold).toContain(said)
  })
})

test('the seller is told of a state that no document names and decides about it, and nothing takes it for one that is paid', () => {
  const { ask, hold, isOver: ends } = itemStateRules.unknown
  expect([ask, hold, ends]).toEqual([expect.stringContaining('不认识'), null, false])
  expect(orderStateOf([{ state: 'unknown' }])).toBe('asks')
})

test.each(itemStates)(
  'an order whose lines are %s is found by a filter, has a name, and is new work only if it may be made',
  (state) => {
    const item = itemStateOf({ state })
    const found = orderStateOf([item])
    expect(orderStateNames[found]).toMatch(/\p{Script=Han}/u)
    expect(itemStateRules[state].name).toMatch(/\p{Script=Han}/u)
    if (isOver(item)) {
      expect(isOpenForWork(item)).toBe(false)
      expect(['shipped', 'closed']).toContain(found)
    }
    if (isHeld(item) && state !== 'held') expect(item.hold).toMatch(/请(先)?不要/)
    if (found === 'toMake') expect([state, isOpenForWork(item)]).toEqual(['toMake', true])
  },
)
