/** Tests 拼多多's own signature, its requests as they are sent, its windows, and its states row by row. */
import { describe, expect, test } from 'vitest'
import { openPinduoduoDouble } from '../../../embedded/marketplaces/pinduoduo/double'
import { KeysRefused } from '../../../kernel/failure'
import { signature } from './client'
import { stateOf, toOrder } from './orders'
import { createPinduoduo } from './pinduoduo'

const start = Date.parse('2026-03-01T08:00:00Z')

function open() {
  const clock = { now: () => new Date(start) }
  const double = openPinduoduoDouble(clock)
  const sent: Record<string, string>[] = []
  const gateway = async (request: Request) => {
    sent.push(Object.fromEntries(new URLSearchParams(await request.clone().text())))
    return double.gateway(request)
  }
  const marketplace = createPinduoduo(gateway, { clock, wait: async () => undefined })
  return { double, sent, marketplace, keys: marketplace.keys as NonNullable<typeof marketplace.keys> }
}

test('the signature equals the open platform’s own example', () => {
  const params = {
    type: 'pdd.order.number.list.get',
    data_type: 'XML',
    timestamp: '1480411125',
    client_id: '1',
    access_token: 'asd78172s8ds9a921j9qqwda12312w1w21211',
    order_status: '1',
    page: '1',
    page_size: '10',
  }
  expect(signature(params, 'testSecret')).toBe('E4DE3ED21002510DED352819E7AE6775')
})

test('the signature of a request is that of what was sent', async () => {
  const { double, sent, marketplace, keys } = open()
  const { session, endsAt, expiresAt } = await keys.open(double.keys)
  expect([endsAt, expiresAt]).toEqual([new Date(start + 86_400_000), null])
  const range = { by: 'modified', from: new Date(start - 20 * 60_000), to: new Date(start) } as const
  for await (const _ of marketplace.orders(session, range));
  for (const { sign, ...params } of sent) expect(sign).toBe(signature(params, double.keys.secret))
  const common = { client_id: double.keys.appKey, timestamp: String(start / 1000), data_type: 'JSON' }
  expect(sent[0]).toMatchObject({ ...common, type: 'pdd.pop.auth.token.create', code: expect.any(String) })
  expect(sent[0]).not.toHaveProperty('access_token')
  const { sign, ...list } = sent[1] ?? {}
  expect(list).toEqual({
    ...common,
    ...{ type: 'pdd.order.number.list.increment.get', access_token: 'access-1', is_lucky_flag: '0' },
    ...{ order_status: '5', refund_status: '5', page: '1', page_size: '100', use_has_next: 'false' },
    // Changes are listed only three minutes after they happened.
    ...{ start_updated_at: String(start / 1000 - 1200), end_updated_at: String(start / 1000 - 180) },
  })
})

test('a range of the last three minutes is not asked for, because it is not listed yet', async () => {
  const { double, sent, marketplace, keys } = open()
  const { session } = await keys.open(double.keys)
  const range = { by: 'modified', from: new Date(start - 120_000), to: new Date(start) } as const
  for await (const _ of marketplace.orders(session, range));
  expect(sent).toHaveLength(1)
})

test('a code is accepted once, and a used one is refused at its field', async () => {
  const { double, keys } = open()
  const typed = { ...double.keys }
  await keys.open(typed)
  const refused = await keys.open(typed).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(KeysRefused)
  expect(refused).toMatchObject({ field: 'extra', message: expect.stringContaining('授权码') })
})

const fine = { order_status: 1, refund_status: 1, group_status: 1, risk_control_status: 0, confirm_status: 1 }

describe('the state of an order', () => {
  test.each([
    [{}, 'toMake'],
    [{ order_status: '1' }, 'toMake'],
    [{ order_status: 2 }, 'shipped'],
    [{ order_status: 3 }, 'shipped'],
    [{ order_status: 0 }, 'unknown'],
    [{ order_status: 9 }, 'unknown'],
    [{ order_status: undefined }, 'unknown'],
    [{ refund_status: 2 }, 'refundAsked'],
    [{ refund_status: 3 }, 'refundAsked'],
    [{ refund_status: 4 }, 'refunded'],
    [{ refund_status: 8 }, 'unknown'],
    [{ order_status: 2, refund_status: 2 }, 'shippedRefund'],
    [{ order_status: 2, refund_status: 4 }, 'refunded'],
    [{ group_status: 0 }, 'notYet'],
    [{ group_status: 2 }, 'closed'],
    [{ risk_control_status: 1 }, 'paying'],
    [{ risk_control_status: 7 }, 'unknown'],
    [{ confirm_status: 0 }, 'unpaid'],
    [{ confirm_status: 2 }, 'closed'],
    [{ refund_status: undefined, group_status: undefined, risk_control_status: undefined, confirm_status: undefined }, 'toMake'],
  ] as const)('%j is %s', (change, state) => {
    expect(stateOf({ ...fine, ...change })).toBe(state)
  })
})

test('times are those of Beijing, and a choice without names gets some, so that the bought phone can be read', () => {
  const item = { goods_id: 1, goods_count: 1, goods_spec: '黑色，iPhone 15,' }
  expect(toOrder({ ...fine, order_sn: '260301-1', created_time: '2026-03-01 16:00:00', item_list: [item] })).toMatchObject({
    createdAt: new Date(start),
    items: [{ originalId: '260301-1-1', propertiesName: '规格1:黑色;规格2:iPhone 15' }],
  })
})
