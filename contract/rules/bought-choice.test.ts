import { describe, expect, test } from 'vitest'
import { type BoughtChoice, changeSince } from './bought-choice'

const bought: BoughtChoice = {
  productOriginalId: '700000000902',
  skuOriginalId: '111',
  propertiesName: '适用手机型号:iPhone 15 Pro;颜色:云雾白',
  merchantSku: 'P15P-WH',
  quantity: 1,
  cases: { a: '苹果 iPhone 15 Pro · 磨砂 · 白' },
}
const textOf = (now: Partial<BoughtChoice>, was: Partial<BoughtChoice> = {}) =>
  changeSince('pushed', { ...bought, ...was }, { ...bought, ...was, ...now })?.text ?? null

describe('what changed after the push is said with what was pushed and what it is now', () => {
  test.each([
    [
      { skuOriginalId: '222', propertiesName: '适用手机型号:iPhone 15;颜色:曜石黑', merchantSku: 'P15-BK' },
      '推送后买家改了规格：推送的是「适用手机型号:iPhone 15 Pro;颜色:云雾白」，现在是「适用手机型号:iPhone 15;颜色:曜石黑」，请联系工厂',
    ],
    [{ quantity: 3 }, '推送后买家改了数量：推送的是 1 件，现在是 3 件，请联系工厂'],
    [
      { propertiesName: '适用手机型号:iPhone 15 Pro;颜色:黑', quantity: 2 },
      '推送后买家改了规格和数量：推送的是「适用手机型号:iPhone 15 Pro;颜色:云雾白」 1 件，现在是「适用手机型号:iPhone 15 Pro;颜色:黑」 2 件，请联系工厂',
    ],
    [{ merchantSku: 'P15-BK' }, '推送后买家改了规格：推送的是「商家编码 P15P-WH」，现在是「商家编码 P15-BK」，请联系工厂'],
    [{ skuOriginalId: '222' }, '推送后买家改了规格：推送的是「规格编号 111」，现在是「规格编号 222」，请联系工厂'],
    [
      { productOriginalId: '700000000903' },
      '推送后买家改了规格：推送的是「商品编号 700000000902」，现在是「商品编号 700000000903」，请联系工厂',
    ],
    [
      { cases: { a: '苹果 iPhone 15 · 磨砂 · 黑', b: '小米 14' } },
      '推送后买家改了规格：推送的是「苹果 iPhone 15 Pro · 磨砂 · 白」，现在是「苹果 iPhone 15 · 磨砂 · 黑」，请联系工厂',
    ],
  ])('%j', (now, text) => expect(textOf(now)).toBe(text))
})

describe('what is the same choice in another spelling, or is not known to a source, is no change', () => {
  test.each([
    [{}],
    [{ propertiesName: '颜色：云雾白；适用手机型号：iPhone 15 pro' }],
    [{ propertiesName: ' 适用手机型号:iPhone 15 Pro ; 颜色:云雾白;' }],
    [{ propertiesName: '' }],
    [{ skuOriginalId: null, merchantSku: null, productOriginalId: null }],
    [{ cases: {} }],
    [{ cases: { b: '小米 14' } }],
  ])('%j', (now) => expect(textOf(now)).toBeNull())

  test('values that become known are no change', () => {
    expect(textOf({ skuOriginalId: '111', merchantSku: 'X' }, { skuOriginalId: null, merchantSku: null })).toBeNull()
  })
})

test('a change after the picture was paid for asks to confirm before production, and remembers what was bought', () => {
  const change = changeSince('paid', bought, { ...bought, quantity: 2 })
  expect(change).toEqual({
    ...bought,
    stage: 'paid',
    text: '下载后买家改了数量：下载时是 1 件，现在是 2 件，生产前请确认',
  })
})
