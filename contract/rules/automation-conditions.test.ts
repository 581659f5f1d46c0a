import { describe, expect, test } from 'vitest'
import { type ConditionKind, judge, type RuleCondition } from './automation-conditions'
import type { RuleFacts } from './automation-facts'
import { designCode } from './design-code'
import { dayMs, goodDesign, goodFacts, goodLine, minuteMs, moment, now } from './test/automation'

const code = designCode([1, 2, 3, 4, 5, 6, 7])
const line = (change: Partial<typeof goodLine>): Partial<RuleFacts> => ({ lines: [{ ...goodLine, ...change }] })
const design = (change: Partial<typeof goodDesign>): Partial<RuleFacts> => line({ designs: [{ ...goodDesign, ...change }] })

/** A condition, a change of an order against which there is nothing, whether it holds then, and a part of the reason. */
type Row = readonly [RuleCondition, Partial<RuleFacts>, boolean, string]
const rows: readonly Row[] = [
  [{ kind: 'shop', shopIds: [7, 8] }, {}, true, '「抖店一号」在所选店铺中'],
  [{ kind: 'shop', shopIds: [8] }, {}, false, '「抖店一号」不在所选店铺中'],
  [{ kind: 'product', codes: ['700000000001'] }, {}, true, '商品都在所选商品中'],
  [{ kind: 'product', codes: ['ｋｅ-15-hei '] }, {}, true, '商品都在所选商品中'],
  [{ kind: 'product', codes: ['7000'] }, {}, false, '「定制手机壳」不在所选商品中'],
  [{ kind: 'product', codes: ['700000000001'] }, line({ codes: [] }), false, '不在所选商品中'],
  [
    { kind: 'product', codes: ['700000000001'] },
    { lines: [goodLine, { ...goodLine, title: '赠品挂绳', kind: 'gift', codes: ['9'], designs: [] }] },
    true,
    '商品都在所选商品中',
  ],
  [{ kind: 'product', codes: ['700000000001'] }, { lines: [] }, false, '没有要定制的商品'],
  [{ kind: 'pieces', max: 2 }, line({ quantity: 2 }), true, '件数 2，不超过 2'],
  [{ kind: 'pieces', max: 2 }, line({ quantity: 3 }), false, '件数 3，超过 2'],
  [{ kind: 'lines', max: 1 }, {}, true, '商品行 1'],
  [{ kind: 'lines', max: 1 }, { lines: [goodLine, goodLine] }, false, '商品行 2，超过 1'],
  [{ kind: 'paidFor', minutes: 60 }, { paidAt: now - 60 * minuteMs }, true, '付款已满 60 分钟'],
  [{ kind: 'paidFor', minutes: 60 }, { paidAt: now - 59 * minuteMs }, false, '付款还不满 60 分钟'],
  [{ kind: 'paidFor', minutes: 60 }, { paidAt: null }, false, '不知道付款时间'],
  [{ kind: 'age', days: 3 }, { createdAt: now - 3 * dayMs }, true, '不超过 3 天'],
  [{ kind: 'age', days: 3 }, { createdAt: now - 3 * dayMs - 1 }, false, '已超过 3 天'],
  [{ kind: 'noRemark', side: 'any' }, { buyerMessage: ' \n' }, true, '没有留言和备注'],
  [{ kind: 'noRemark', side: 'any' }, { buyerMessage: `定制编号：${code.slice(0, 4)}-${code.slice(4)}` }, true, '没有留言和备注'],
  [{ kind: 'noRemark', side: 'any' }, { buyerMessage: `${code} 换成红色` }, false, '有买家留言'],
  [{ kind: 'noRemark', side: 'any' }, { buyerMessage: `${code} red ASAP` }, false, '有买家留言'],
  [{ kind: 'noRemark', side: 'any' }, { sellerMemo: '等通知' }, false, '有卖家备注：等通知'],
  [{ kind: 'noRemark', side: 'buyer' }, { sellerMemo: '等通知' }, true, '没有留言和备注'],
  [{ kind: 'noRemark', side: 'any' }, { buyerMessage: '12345678' }, false, '有买家留言'],
  [{ kind: 'remarkHas', side: 'any', words: ['退款', 'ＶＩＰ'] }, { buyerMessage: '老vip客户' }, true, '买家留言里有「ＶＩＰ」'],
  [{ kind: 'remarkHas', side: 'seller', words: ['vip'] }, { buyerMessage: 'vip' }, false, '没有提到「vip」'],
  [{ kind: 'remarkHas', side: 'any', words: [' '] }, { buyerMessage: 'a' }, false, '没有提到'],
  [{ kind: 'remarkHas', side: 'any', words: ['先别做'] }, { sellerMemo: '先 别做' }, true, '卖家备注里有「先别做」'],
  [{ kind: 'remarkLacks', side: 'any', words: ['先别做'] }, { sellerMemo: '先别做' }, false, '卖家备注里有「先别做」'],
  [{ kind: 'remarkLacks', side: 'any', words: ['先别做'] }, {}, true, '没有提到这些词'],
  [{ kind: 'tagged', tagIds: [3, 4] }, { tagIds: [4] }, true, '有标签「老客」'],
  [{ kind: 'tagged', tagIds: [3, 9] }, {}, false, '没有标签「加急」、「已删除」'],
  [{ kind: 'untagged', tagIds: [3] }, { tagIds: [3] }, false, '有标签「加急」'],
  [{ kind: 'untagged', tagIds: [3] }, {}, true, '没有这些标签'],
  [{ kind: 'flagged', flags: ['red', 'blue'] }, { flag: 'blue' }, true, '是蓝旗'],
  [{ kind: 'flagged', flags: ['red'] }, { flag: 'blue' }, false, '是蓝旗，不是红旗'],
  [{ kind: 'flagged', flags: ['red'] }, {}, false, '没有旗帜'],
  [{ kind: 'designComplete' }, {}, true, '1 个定制都齐了'],
  [{ kind: 'designComplete' }, line({ designs: [] }), false, '还没有定制'],
  [{ kind: 'designComplete' }, design({ findings: null }), false, '图片还没有检查完'],
  [{ kind: 'designComplete' }, design({ findings: ['unfinished'] }), false, '买家还没有完成定制'],
  [{ kind: 'designComplete' }, design({ findings: ['undecidedPieces', 'blank'] }), false, '件数待定、空白图'],
  [{ kind: 'designComplete' }, design({ findings: ['unplacedCode'] }), false, '还有没放进订单的定制'],
  [{ kind: 'designComplete' }, design({ findings: ['poor', 'otherPhone', 'held'] }), true, '1 个定制都齐了'],
  [{ kind: 'designComplete' }, { lines: [{ ...goodLine, kind: 'gift', designs: [] }] }, false, '没有要定制的商品'],
  [{ kind: 'resolution' }, {}, true, '定制图都够清晰'],
  [{ kind: 'resolution' }, design({ findings: ['fair', 'plain', 'offShape'] }), true, '定制图都够清晰'],
  [{ kind: 'resolution' }, design({ findings: ['poor'] }), false, '分辨率过低'],
  [{ kind: 'resolution' }, design({ findings: ['wrongShape'] }), false, '比例'],
  [{ kind: 'resolution' }, design({ hasSize: false }), false, '不知道毫米尺寸'],
  [{ kind: 'resolution' }, design({ findings: null }), false, '图片还没有检查完'],
  [{ kind: 'modelBound', factoryId: 2 }, {}, true, '型号都绑定了工厂“义乌厂”'],
  [{ kind: 'modelBound', factoryId: 2 }, design({ boundAt: [1] }), false, '1 个定制的型号没有绑定工厂“义乌厂”'],
  [{ kind: 'modelBound', factoryId: 5 }, design({ boundAt: [5] }), false, '工厂已不在列表中'],
  [{ kind: 'boughtModel' }, {}, true, '买的型号与定制一致'],
  [{ kind: 'boughtModel' }, design({ fit: 'other' }), false, '买的型号与定制不符'],
  [{ kind: 'boughtModel' }, design({ fit: 'unknown' }), false, '看不出买的是什么型号'],
  [{ kind: 'notHeld' }, {}, true, '没有被平台或卖家暂停'],
  [{ kind: 'notHeld' }, { heldBack: '等买家确认' }, false, '已搁置：等买家确认'],
  [{ kind: 'notHeld' }, line({ state: 'refundAsked', hold: '买家申请了退款' }), false, '买家申请了退款'],
  [{ kind: 'notHeld' }, line({ state: 'shipped' }), false, '不用再做'],
  // The moment is a Sunday at 16:00 in Beijing.
  [{ kind: 'clock', weekdays: [7], from: 9 * 60, until: 18 * 60 }, {}, true, '北京时间 16:00，在时段内'],
  [{ kind: 'clock', weekdays: [1, 2, 3, 4, 5, 6], from: 0, until: 1440 }, {}, false, '不在时段内'],
  [{ kind: 'clock', weekdays: [6], from: 17 * 60, until: 16 * 60 + 1 }, {}, true, '在时段内'],
  [{ kind: 'clock', weekdays: [7], from: 17 * 60, until: 16 * 60 }, {}, false, '不在时段内'],
]

test.each(rows)('the condition %j with %j holds: %s, because %s', (condition, change, holds, why) => {
  const judged = judge(condition, { ...goodFacts, ...change }, moment)
  expect([judged.holds, judged.why]).toEqual([holds, expect.stringContaining(why)])
})

test('each kind of condition is judged both ways in the register', () => {
  const kinds = (holds: boolean) => new Set(rows.filter(([, , is]) => is === holds).map(([{ kind }]) => kind))
  const all = Object.keys({
    shop: 0,
    product: 0,
    pieces: 0,
    lines: 0,
    paidFor: 0,
    age: 0,
    noRemark: 0,
    remarkHas: 0,
    remarkLacks: 0,
    tagged: 0,
    untagged: 0,
    flagged: 0,
    designComplete: 0,
    resolution: 0,
    modelBound: 0,
    boughtModel: 0,
    notHeld: 0,
    clock: 0,
  } satisfies Record<ConditionKind, number>)
  expect([...kinds(true)].sort()).toEqual([...all].sort())
  expect([...kinds(false)].sort()).toEqual([...all].sort())
})

describe('a condition that time alone makes hold', () => {
  test.each<[RuleCondition, Partial<RuleFacts>]>([
    [{ kind: 'paidFor', minutes: 60 }, { paidAt: now - 20 * minuteMs }],
    [{ kind: 'clock', weekdays: [7], from: 17 * 60, until: 18 * 60 }, {}],
    [{ kind: 'clock', weekdays: [3], from: 22 * 60, until: 2 * 60 }, {}],
    [{ kind: 'clock', weekdays: [7], from: 9 * 60, until: 15 * 60 }, {}],
  ])('%j says when, and holds then and not a millisecond earlier', (condition, change) => {
    const facts = { ...goodFacts, ...change }
    const { from = 0 } = judge(condition, facts, moment)
    expect(judge(condition, facts, { ...moment, now: from }).holds).toBe(true)
    expect(judge(condition, facts, { ...moment, now: from - 1 }).holds).toBe(false)
  })
})
