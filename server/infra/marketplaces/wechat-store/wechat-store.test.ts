/** Tests WeChat's own requests as they are sent, its states row by row, its codes, and the buyer's customization. */
import { describe, expect, test } from 'vitest'
import { itemStateRules } from '../../../../contract/rules/item-state'
import { openWechatStoreDouble } from '../../../embedded/marketplaces/wechat-store/double'
import { stateOfLine, toOrder } from './orders'
import { createWechatStore } from './wechat-store'

const start = Date.parse('2026-03-01T08:00:00Z')

function open() {
  const double = openWechatStoreDouble({ now: () => new Date(start) })
  const sent: { method: string; path: string; token: string | null; body: string }[] = []
  const marketplace = createWechatStore(
    async (request) => {
      const { pathname, searchParams } = new URL(request.url)
      sent.push({
        method: request.method,
        path: pathname,
        token: searchParams.get('access_token'),
        body: await request.clone().text(),
      })
      return double.gateway(request)
    },
    { clock: { now: () => new Date(start) }, wait: async () => undefined },
  )
  return { double, sent, marketplace, keys: marketplace.keys as NonNullable<typeof marketplace.keys> }
}

const orderOf = (fields: object, line: object = {}) => ({
  order_id: '3720000000000000001',
  create_time: start / 1000,
  status: 20,
  ...fields,
  order_detail: { product_infos: [{ product_id: '1', sku_id: '2', sku_cnt: 2, ...line }] },
})

test('the requests go out as the documents have them', async () => {
  const { double, sent, marketplace, keys } = open()
  for (let n = 0; n < 101; n += 1) {
    const id = `37${String(n).padStart(17, '0')}`
    double.orders.set(id, { id, created: start - 1000, modified: start - 1000, fields: orderOf({}) })
  }
  const { session, expiresAt } = await keys.open(double.keys)
  expect(expiresAt).toEqual(new Date(start + 7_200_000))
  await marketplace.seller(session)
  for await (const _ of marketplace.orders(session, { by: 'modified', from: new Date(start - 60_000), to: new Date(start) }));
  const [token, seller, first] = sent
  const second = sent.filter(({ path }) => path.endsWith('/list/get'))[1]
  expect(token).toEqual({
    method: 'POST',
    path: '/cgi-bin/stable_token',
    token: null,
    body: `{"grant_type":"client_credential","appid":"${double.keys.appKey}","secret":"${double.keys.secret}","force_refresh":false}`,
  })
  expect(seller).toEqual({ method: 'GET', path: '/channels/ec/basics/info/get', token: '1_stable', body: '' })
  const filter = { update_time_range: { start_time: start / 1000 - 60, end_time: start / 1000 }, page_size: 100 }
  expect([first?.token, JSON.parse(first?.body ?? '')]).toEqual(['1_stable', filter])
  expect(JSON.parse(second?.body ?? '')).toEqual({ ...filter, next_key: expect.any(String) })
  expect(sent.at(-1)).toMatchObject({
    path: '/channels/ec/order/get',
    body: expect.stringMatching(/^\{"order_id":"37\d{17}"\}$/),
  })
})

describe('the state of a line', () => {
  test.each([
    [10, {}, 'unpaid'],
    [12, {}, 'notYet'],
    [13, {}, 'notYet'],
    [20, {}, 'toMake'],
    ['20', {}, 'toMake'],
    [21, {}, 'partlyShipped'],
    [30, {}, 'shipped'],
    [100, {}, 'finished'],
    [200, {}, 'refunded'],
    [250, {}, 'closed'],
    [undefined, {}, 'unknown'],
    [0, {}, 'unknown'],
    [31, {}, 'unknown'],
    ['toString', {}, 'unknown'],
    [20, { on_aftersale_sku_cnt: 1 }, 'refundAsked'],
    [20, { finish_aftersale_sku_cnt: 1 }, 'partRefunded'],
    [20, { finish_aftersale_sku_cnt: 2 }, 'refunded'],
    [30, { on_aftersale_sku_cnt: 1 }, 'shippedRefund'],
    [250, { on_aftersale_sku_cnt: 1 }, 'closed'],
  ] as const)('status %s with %j is %s', (status, line, state) => {
    const order = orderOf({ status }, line)
    expect(stateOfLine(order.order_detail.product_infos[0] ?? {}, order)).toBe(state)
    expect(itemStateRules[state]).toBeDefined()
  })

  test('a refund that names no line concerns all of them, one that names a line this one alone', () => {
    const order = { ...orderOf({ aftersale_detail: { on_aftersale_order_cnt: 1 } }) }
    expect(toOrder(order)).toMatchObject({ items: [{ state: 'refundAsked' }] })
    order.order_detail.product_infos.push({ product_id: '3', sku_id: '4', sku_cnt: 1, ...{ on_aftersale_sku_cnt: 1 } })
    expect(toOrder(order)).toMatchObject({ items: [{ state: 'toMake' }, { state: 'refundAsked' }] })
  })
})

test('the buyer’s customization stands with the line where there is one, in the form of marketplaces', () => {
  const order = orderOf({})
  const custom_info = {
    custom_type: 2,
    custom_img_url: 'http://mmecimage.cn/p/a',
    custom_word: '安安 AB2CD9F',
    custom_preview_img_url: '',
  }
  const customized = { ...order, order_detail: { ...order.order_detail, custom_info } }
  const content = (of: object) => {
    const read = toOrder(of as never)
    return typeof read === 'string' ? read : read.items.map((item) => item.content && JSON.parse(item.content))
  }
  expect(content(customized)).toEqual([
    {
      text: [{ id: 1, key: '定制文字', content: '安安 AB2CD9F' }],
      pic: [{ id: 1, key: '定制图片', url: 'https://mmecimage.cn/p/a' }],
    },
  ])
  const two = {
    ...customized.order_detail,
    product_infos: [...order.order_detail.product_infos, { product_id: '9', sku_cnt: 1 }],
  }
  expect(content({ ...order, order_detail: two })).toEqual([null, null])
})

test.each([
  [{ errcode: 40013, errmsg: 'invalid appid rid: 1' }, 'AppID 不正确'],
  [{ errcode: 40125, errmsg: 'invalid appsecret rid: 1' }, 'AppSecret 不正确'],
  [{ errcode: 40001, errmsg: 'invalid credential' }, 'AppSecret 不正确，或者已经重新生成过'],
  [{ errcode: 40243, errmsg: 'frozen' }, 'AppSecret 已被冻结'],
  [{ errcode: 40164, errmsg: 'invalid ip 2408:8756:1::9 ipv6 ::1, not in whitelist' }, '2408:8756:1::9'],
  [{ errcode: 89503, errmsg: 'no address' }, '微信没有说明地址'],
  [{ errcode: 45009, errmsg: 'reach max api daily quota limit' }, '调用次数已用完'],
  [{ errcode: 99999, errmsg: 'who knows rid: 5' }, '微信小店没有说明原因（代码 99999）'],
  [{ errcode: 99999, errmsg: '店铺已关闭 rid: 5' }, '微信小店返回错误：店铺已关闭'],
] as const)('keys that are refused with %j are told why', async (reply, words) => {
  const marketplace = createWechatStore(async () => Response.json(reply), {
    clock: { now: () => new Date(start) },
    wait: async () => undefined,
  })
  await expect(marketplace.keys?.open({ appKey: 'a', secret: 's', extra: null })).rejects.toThrow(words)
})

test('a list that promises a page and never gives it fails, and loses nothing', async () => {
  const replies = [
    { order_id_list: ['1'], has_more: true, next_key: 'k' },
    { order_id_list: [], has_more: true, next_key: 'k' },
  ]
  const marketplace = createWechatStore(
    async (request) =>
      Response.json(request.url.includes('/list/get') ? { errcode: 0, ...replies.shift() } : { errcode: 0, order: orderOf({}) }),
    { clock: { now: () => new Date(start) }, wait: async () => undefined },
  )
  const reading = async () => {
    for await (const _ of marketplace.orders('{"token":"t","appId":"a"}', {
      by: 'created',
      from: new Date(start - 1),
      to: new Date(start),
    }));
  }
  await expect(reading()).rejects.toThrow('微信小店的订单列表没有给全')
})
