import { describe, expect, test } from 'vitest'
import { fieldsOf } from '../../../../contract/ground/fields'
import closed from '../../../../fixtures/marketplace/taobao.trade.fullinfo.get.closed.json'
import twoLines from '../../../../fixtures/marketplace/taobao.trade.fullinfo.get.json'
import { contentOf, quantityOf, toOrder } from './orders'

const orderOf = (reply: { trade_fullinfo_get_response: { trade: object } }) =>
  toOrder(fieldsOf(reply.trade_fullinfo_get_response.trade))

describe('a recorded order', () => {
  test('a recorded order of two lines has its long numbers as text, its time and its items', () => {
    expect(orderOf(twoLines.reply)).toMatchObject({
      originalId: '1011032513941101325',
      createdAt: new Date('2020-05-20T03:11:30Z'),
      modifiedAt: new Date('2020-05-20T03:11:38Z'),
      items: [
        {
          originalId: '1011032513942101325',
          productOriginalId: '549924403733',
          skuOriginalId: '4120248730389',
          quantity: 1,
          hold: null,
        },
        { originalId: '1011032513943101325', quantity: 2, content: null, hold: null },
      ],
    })
  })

  test('a recorded order that was closed says so, and its picture address uses https', () => {
    const [item] = orderOf(closed.reply)?.items ?? []
    expect(item).toMatchObject({
      originalId: '452790065331038',
      propertiesName: '颜色:白色;尺码:180/100(XL)',
      hold: '交易已关闭，请不要生产',
    })
    expect(item?.imageUrl).toMatch(/^https:\/\/img04\.taobaocdn\.com\//)
  })
})

test('an order without a number or time is skipped', () => {
  expect(toOrder({ created: '2020-05-20 11:11:30' })).toBeNull()
  expect(toOrder({ tid: 1 })).toBeNull()
})

test('an order says when it was paid, when the seller promised to ship it, and its flag, as far as the answer has them', () => {
  const order = (fields: object) => toOrder(fieldsOf({ tid: 1, created: '2020-05-20 11:11:30', ...fields }))
  const said = { pay_time: '2020-05-20 11:12:00', est_con_time: '2020-05-22 23:59:59', seller_flag: 3 }
  expect(order(said)).toMatchObject({
    paidAt: new Date('2020-05-20T03:12:00Z'),
    shipUntil: new Date('2020-05-22T15:59:59Z'),
    ...{ flag: 'green', flagText: null },
  })
  expect(order({ pay_time: '', est_con_time: '付款后3天内', seller_flag: '9' })).toMatchObject({
    ...{ paidAt: null, shipUntil: undefined, flag: null, flagText: '旗帜 9' },
  })
  for (const name of ['paidAt', 'shipUntil', 'flag']) expect(fieldsOf(order({}))[name]).toBeUndefined()
})

test.each([
  [1, 1],
  ['2', 2],
  [' 3 ', 3],
  [0, 0],
  [1_000_000, 1_000_000],
  [1_000_001, null],
  ['many', null],
  ['', null],
  [undefined, null],
  [null, null],
  [-1, null],
  [1.5, null],
  ['1e3', null],
  ['２', null],
  [{ value: 1 }, null],
])('the quantity %j is read as %j and never guessed', (num, quantity) => {
  expect(quantityOf(fieldsOf({ num }))).toBe(quantity)
  const items = toOrder({ tid: 1, created: '2020-05-20 11:11:30', orders: { order: { oid: 2, num } } })?.items
  expect(items).toMatchObject(quantity === null ? [] : [{ originalId: '2', quantity, title: '' }])
})

test('a buyer’s customization is found alone or among the texts, and any other text is returned unchanged', () => {
  const ours = JSON.stringify({ v: 1, phoneCaseCustomizationInfos: [] })
  const official = {
    itemId: 123,
    skuId: 123,
    text: [{ id: 44, content: 'home' }],
    pic: [{ id: 44, url: 'sn' }],
    dingzhi: ';pluginId:182;',
  }
  const among = { ...official, text: [...official.text, { id: 45, content: ours }] }
  expect(contentOf(ours)).toBe(ours)
  expect(contentOf(JSON.stringify(among))).toBe(ours)
  expect(contentOf(among)).toBe(ours)
  expect(contentOf(JSON.stringify(official))).toBe(JSON.stringify(official))
  expect([contentOf('no json'), contentOf(' '), contentOf(null), contentOf(undefined)]).toEqual(['no json', null, null, null])
})
