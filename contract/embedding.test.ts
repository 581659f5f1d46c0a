/** Tests which parents are trusted and which of their messages are accepted. */
import { describe, expect, test } from 'vitest'
import { embeddedPageAt, isTrustedOrigin, messageLimits, readParentMessage, trustedSources } from './embedding'

const design = { id: 5, phoneModelId: 2, phoneCaseMaterialId: 3, phoneCaseMaterialColorId: 4, customizedImageUrl: '/files/a.png' }
const order = {
  orderOriginalId: '240001112223334445',
  orderItems: [{ originalId: 'i1', quantity: 2, phoneCaseCustomizationInfos: [design] }],
}
const push = (orders: unknown) => ({ type: 'PUSH_ORDER_TO_FACTORY', orders })

describe('a trusted parent', () => {
  const trusted = ['https://erp.example.com', 'http://erp.lan:8080']
  test.each([
    'http://localhost:5173',
    'https://127.0.0.1',
    'http://[::1]:4600',
    'https://erp.example.com',
    'http://erp.lan:8080',
  ])('the parent origin %s is trusted', (origin) => expect(isTrustedOrigin(origin, trusted)).toBe(true))
  test.each([
    'null',
    '',
    'file://',
    'https://localhost.evil.example',
    'https://evil.example/?localhost',
    'http://erp.example.com',
    'https://erp.example.com:8443',
    'https://sub.erp.example.com',
    'https://erp.example.com.evil.example',
    'https://localhost@evil.example',
    'ftp://localhost',
    'http://127.0.0.2',
  ])('the parent origin %j is not trusted', (origin) => expect(isTrustedOrigin(origin, trusted)).toBe(false))

  test('trustedSources lists the trusted parent origins as CSP sources', () => {
    expect(trustedSources(['https://erp.example.com']).join(' ')).toBe(
      'http://localhost:* https://localhost:* http://127.0.0.1:* https://127.0.0.1:* https://erp.example.com',
    )
  })
})

test.each([
  ['/push_order_to_factory', 'push'],
  ['/push_order_to_factory/', 'push'],
  ['/has_login', 'login'],
  ['/app/push_order_to_factory', null],
  ['/push_order_to_factory/x', null],
  ['/', null],
])('the embedded page at the path %s is %s', (path, page) => expect(embeddedPageAt(path)).toBe(page))

describe('orders from a parent', () => {
  test('orders from a parent are read with their known fields only', () => {
    const withExtras = { ...order, price: 1, orderItems: [{ ...order.orderItems[0], note: 'x' }] }
    expect(readParentMessage(push([withExtras]))).toEqual({ message: push([order]) })
  })

  test('orders from a parent may omit the ids of a design, and may carry another program’s id for it', () => {
    const item = { originalId: ' i1 ', quantity: 1, phoneCaseCustomizationInfos: [{ id: 'abc', phoneModelId: null }] }
    expect(readParentMessage(push([{ orderOriginalId: '9', orderItems: [item] }]))).toEqual({
      message: push([
        { orderOriginalId: '9', orderItems: [{ originalId: 'i1', quantity: 1, phoneCaseCustomizationInfos: [{}] }] },
      ]),
    })
  })

  const item = order.orderItems[0]
  test.each([
    ['no list', undefined, '消息.orders 应为数组'],
    ['none', [], '消息.orders 不能为空'],
    ['something else', ['1'], '消息.orders[0] 应为对象'],
    ['a number for the platform’s id', [{ ...order, orderOriginalId: 240_001 }], 'orders[0].orderOriginalId 应为非空文本'],
    ['a long id', [{ ...order, orderOriginalId: '1'.repeat(65) }], 'orders[0].orderOriginalId 超过 64 个字符'],
    ['no items', [{ ...order, orderItems: [] }], 'orders[0].orderItems 不能为空'],
    [
      'no quantity',
      [{ ...order, orderItems: [{ ...item, quantity: 0 }] }],
      'orders[0].orderItems[0].quantity 应为 1 到 1000000 的整数',
    ],
    [
      'a text for our id',
      [{ ...order, orderItems: [{ ...item, phoneCaseCustomizationInfos: [{ phoneModelId: '2' }] }] }],
      'orders[0].orderItems[0].phoneCaseCustomizationInfos[0].phoneModelId 应为正整数',
    ],
    ['too many', Array.from({ length: messageLimits.orders + 1 }, () => order), '消息.orders 超过 500 项'],
    [
      'too many designs in all',
      Array.from({ length: 30 }, () => ({
        ...order,
        orderItems: [{ ...item, phoneCaseCustomizationInfos: Array.from({ length: 200 }, () => design) }],
      })),
      '一次最多 5000 个定制，请分几次推送',
    ],
  ])('orders from a parent are refused with a reason: %s', (_, orders, problem) =>
    expect(readParentMessage(push(orders))).toEqual({ problem }),
  )

  test('orders from a parent are not read from an object’s prototype', () => {
    const inherited = Object.create(push([order]))
    expect(readParentMessage(inherited)).toEqual({ ignored: true })
    const poisoned = JSON.parse(`{"type":"PUSH_ORDER_TO_FACTORY","__proto__":{"orders":[${JSON.stringify(order)}]}}`)
    expect(readParentMessage(poisoned)).toEqual({ problem: '消息.orders 应为数组' })
    expect('orders' in {}).toBe(false)
  })
})

test.each([
  undefined,
  null,
  'PUSH_ORDER_TO_FACTORY',
  7,
  [],
  [{ type: 'HAS_LOGIN' }],
  {},
  { type: 'READY' },
  { type: ['HAS_LOGIN'] },
])('a message of another program is ignored: %j', (data) => expect(readParentMessage(data)).toEqual({ ignored: true }))

test('the message HAS_LOGIN is read', () => {
  expect(readParentMessage({ type: 'HAS_LOGIN', more: 1 })).toEqual({ message: { type: 'HAS_LOGIN' } })
})
