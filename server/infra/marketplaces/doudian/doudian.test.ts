/** Tests 抖店's own signature, its requests as they are sent, its states row by row, and the buyer's customization. */
import { describe, expect, test } from 'vitest'
import { openDoudianDouble } from '../../../embedded/marketplaces/doudian/double'
import { KeysRefused } from '../../../kernel/failure'
import { paramJson, signature } from './client'
import { createDoudian } from './doudian'
import { customizationOf, stateOfLine } from './orders'

const start = Date.parse('2026-03-01T08:00:00Z')

function open() {
  let time = start
  const clock = { now: () => new Date(time) }
  const double = openDoudianDouble(clock)
  const sent: { url: URL; body: string }[] = []
  const gateway = async (request: Request) => {
    sent.push({ url: new URL(request.url), body: await request.clone().text() })
    return double.gateway(request)
  }
  const marketplace = createDoudian(gateway, { clock, wait: async () => undefined })
  const advance = (ms: number) => {
    time += ms
  }
  return { double, sent, marketplace, advance, keys: marketplace.keys as NonNullable<typeof marketplace.keys> }
}

test('the signature is the one that another program computes', () => {
  const call = { appKey: 'appkey123', method: 'order.searchList', params: '{"page":0,"size":100}', timestamp: '1800000000' }
  expect(signature(call, 'secret123')).toBe('8a5350b8fdacaa753c0885ab9859d382a31de4add09c6943c1d34298bd2165f1')
})

test('parameters are written with sorted keys at every depth, without spaces and without escapes of HTML', () => {
  expect(paramJson({ b: [{ d: '<&>', c: 1 }], a: null, e: undefined })).toBe('{"a":null,"b":[{"c":1,"d":"<&>"}]}')
})

test('the signature of a request is that of what was sent', async () => {
  const { double, sent, marketplace, keys } = open()
  const { session, expiresAt } = await keys.open(double.keys)
  expect(expiresAt).toEqual(new Date(start + 7 * 86_400_000))
  for await (const _ of marketplace.orders(session, { by: 'modified', from: new Date(start - 60_000), to: new Date(start) }));
  expect(sent.map(({ url }) => url.pathname)).toEqual(['/token/create', '/order/searchList', '/order/searchList'])
  for (const { url, body } of sent) {
    const { sign, access_token, ...query } = Object.fromEntries(url.searchParams)
    const { app_key: appKey = '', method = '', timestamp = '' } = query
    expect(query).toEqual({
      app_key: double.keys.appKey,
      method,
      timestamp: String(start / 1000),
      v: '2',
      sign_method: 'hmac-sha256',
    })
    expect(sign).toBe(signature({ appKey, method, timestamp, params: body }, double.keys.secret))
    expect(access_token).toBe(method === 'token.create' ? undefined : 'token-1')
  }
  expect(sent[0]?.body).toBe(`{"code":"","grant_type":"authorization_self","shop_id":"${double.keys.extra}"}`)
  const times = `"update_time_end":${start / 1000},"update_time_start":${start / 1000 - 60}`
  expect(sent[1]?.body).toBe(`{"order_asc":true,"order_by":"update_time","page":0,"size":100,${times}}`)
})

test('a list of more rows than can be read is read in halves of its time, and nothing is left out', async () => {
  const { double, marketplace, keys } = open()
  const seconds = 20_000
  for (let n = 0; n < 10_050; n += 1) {
    const [id, at] = [`69${String(n).padStart(17, '0')}`, start - n * 1900]
    double.orders.set(id, { id, created: at, modified: at, fields: {} })
  }
  const { session } = await keys.open(double.keys)
  const range = { by: 'created', from: new Date(start - seconds * 1000), to: new Date(start) } as const
  // Most were read before; those at the ends and about the middle were not.
  const ids = [...double.orders.keys()]
  const wanted = [0, 1, 5023, 5024, 5025, 5262, 5263, 5264, 10_048, 10_049].map((n) => ids[n] ?? '')
  const skip = new Set(ids.filter((id) => !wanted.includes(id)))
  const found = new Set<string>()
  for await (const page of marketplace.orders(session, range, skip)) for (const { originalId } of page) found.add(originalId)
  expect([...found].sort()).toEqual(wanted)
})

test('a refresh token is used once, and the keys open a session where it has ended', async () => {
  const { double, sent, keys, advance } = open()
  const first = await keys.open(double.keys)
  const second = await keys.renew(double.keys, first.refresh, false)
  expect([first.refresh, second.refresh]).toEqual(['refresh-1', 'refresh-2'])
  expect(sent.map(({ url }) => url.pathname)).toEqual(['/token/create', '/token/refresh'])
  advance(15 * 86_400_000)
  expect((await keys.renew(double.keys, second.refresh, false)).refresh).toBe('refresh-3')
  expect(sent.map(({ url }) => url.pathname).slice(2)).toEqual(['/token/refresh', '/token/create'])
})

test('an id of another shop is refused at its field', async () => {
  const { double, keys } = open()
  const refused = await keys.open({ ...double.keys, extra: '1' }).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(KeysRefused)
  expect(refused).toMatchObject({ field: 'extra' })
})

describe('the state of a line', () => {
  test.each([
    [1, {}, 'unpaid'],
    [105, {}, 'notYet'],
    [2, {}, 'toMake'],
    ['2', {}, 'toMake'],
    [101, {}, 'partlyShipped'],
    [101, { order_status: 2 }, 'toMake'],
    [101, { order_status: 3 }, 'shipped'],
    [3, {}, 'shipped'],
    [5, {}, 'finished'],
    [4, {}, 'closed'],
    [21, {}, 'refunded'],
    [22, {}, 'refunded'],
    [39, {}, 'refunded'],
    [7, {}, 'unknown'],
    [undefined, {}, 'unknown'],
    [2, { after_sale_info: { after_sale_status: 0, refund_status: 0 } }, 'toMake'],
    [2, { after_sale_info: { after_sale_status: 6 } }, 'refundAsked'],
    [2, { after_sale_info: { after_sale_status: 7 } }, 'refundAgreed'],
    [2, { after_sale_info: { after_sale_status: 11 } }, 'goodsReturned'],
    [2, { after_sale_info: { after_sale_status: 12 } }, 'refunded'],
    [2, { after_sale_info: { after_sale_status: 27 } }, 'refundRefused'],
    [2, { after_sale_info: { after_sale_status: 29 } }, 'refundRefused'],
    [2, { after_sale_info: { after_sale_status: 28 } }, 'toMake'],
    [2, { after_sale_info: { after_sale_status: 51 } }, 'refunded'],
    [2, { after_sale_info: { after_sale_status: 3 } }, 'unknown'],
    [2, { after_sale_info: { after_sale_status: 13 } }, 'unknown'],
    [2, { after_sale_info: { after_sale_status: 14 } }, 'unknown'],
    [2, { after_sale_info: { after_sale_status: 99 } }, 'unknown'],
    [2, { after_sale_info: { refund_status: 1 } }, 'refundAsked'],
    [2, { after_sale_info: { refund_status: 2 } }, 'refundAsked'],
    [2, { after_sale_info: { refund_status: 3 } }, 'refunded'],
    [2, { after_sale_info: { refund_status: 4 } }, 'unknown'],
    [3, { after_sale_info: { after_sale_status: 6 } }, 'shippedRefund'],
  ] as const)('order_status %s with %j is %s', (order_status, line, state) => {
    expect(stateOfLine(line, { order_status })).toBe(state)
  })
})

describe('the customization of a line', () => {
  const of = (detail: object) => {
    const text = customizationOf({ sku_customization_info: [{ detail }] })
    return text === null ? null : JSON.parse(text)
  }
  test('texts and pictures of the marketplace are kept in its form', () => {
    expect(
      of({ text: [{ id: 7, key: '刻字', content: '安安' }], pic: [{ id: 9, url: '//p3.ecombdimg.com/a.jpg' }], extra: '' }),
    ).toEqual({
      text: [{ id: 1, key: '刻字', content: '安安' }],
      pic: [{ id: 1, url: 'https://p3.ecombdimg.com/a.jpg' }],
    })
  })
  test('a text that our page wrote is the design', () => {
    const ours = '{"v":1,"phoneCaseCustomizationInfos":[]}'
    expect(of({ text: [{ id: 1, key: '定制', content: ours }] })).toEqual(JSON.parse(ours))
  })
  test.each([{}, { text: null, pic: null }, { text: [{ content: ' ' }], pic: [{ url: 'javascript:x' }] }])(
    '%j is none',
    (detail) => {
      expect(of(detail)).toBeNull()
    },
  )
})
