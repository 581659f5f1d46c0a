import fc from 'fast-check'
import { expect, test } from 'vitest'
import { callKey, keyOf } from './call-key'
import { redact, secretsIn } from './redact'
import { findSecrets } from './secrets'

test('redact removes fields with sessions, persons and tenants', () => {
  const recorded = redact({
    accessToken: 'abc',
    headers: { Authorization: 'Bearer x', 'mc-session': 'y', Accept: '*/*' },
    formData: { policy: 'p', signature: 's' },
    nick: '某店:小王',
    list: [{ receiver_mobile: '13800000000', title: '壳' }],
    receiver: { name: '王小明', area: ['浙江', '杭州'] },
    fileId: 'cloud://tenant-77/kejiang/a.png',
  })
  expect(JSON.stringify(recorded)).not.toMatch(/abc|Bearer|某店|13800000000|tenant-77|王小明|浙江|"p"|"s"|"y"/)
  expect(JSON.stringify(recorded)).toContain('壳')
})

test('redact removes secrets in addresses, in JSON inside texts and in sentences', () => {
  const recorded = redact({
    url: 'https://eco.taobao.com/router?method=x&session=6100abc&sign=ABCD',
    message: '{"error_response":{"sub_msg":"tb_owner 没有权限","seller_nick":"tb_owner"}}',
    said: '请联系 tb_owner，电话 13912345678，邮箱 owner@shop.cn，身份证 11010519491231002X',
    seller: { user_id: 267761165 },
    picture: 'https://img.alicdn.com/i4/267761165/T2.jpg',
  })
  const text = JSON.stringify(recorded)
  expect(text).not.toMatch(/6100abc|ABCD|tb_owner|13912345678|owner@|1949|267761165/)
  expect(text).toContain('method=x')
  expect(text).toContain('没有权限')
})

test('redact removes secrets in percent-encoded addresses', () => {
  const url = 'https://img.example.com/%E6%88%91%E7%9A%84%2013912345678.png?by=%E6%9F%90%E5%BA%97'
  expect(redact({ nick: '某店', url })).toEqual({
    nick: '<redacted>',
    url: 'https://img.example.com/%E6%88%91%E7%9A%84%20<redacted>.png?by=<redacted>',
  })
  expect(findSecrets(url)).toMatchObject([{ what: 'a mobile number', value: '13912345678' }])
  // A number of thirteen digits is a timestamp and stays.
  expect(redact({ at: '/1763712000000-a.png' })).toEqual({ at: '/1763712000000-a.png' })
})

test('secretsIn returns the values of secret fields, which redact removes from other texts', () => {
  expect(secretsIn({ nick: '小店', title: '手机壳', count: 5 })).toEqual(['小店'])
  expect(redact({ message: '小店 已授权' }, ['小店'])).toEqual({ message: '<redacted> 已授权' })
})

test('redact keeps order and product numbers, even of eighteen digits', () => {
  const numbers = { tid: '101103251394210132', num_iid: 700000000001, created: 1763712000000 }
  expect(redact(numbers)).toEqual({ created: 1763712000000, num_iid: 700000000001, tid: '101103251394210132' })
})

test('redact replaces a payload in a text by length and checksum', () => {
  const one = redact({ data: `data:image/png;base64,${'A'.repeat(5000)}` })
  expect(JSON.stringify(one)).toMatch(/<text of 5022 bytes, crc32 [0-9a-f]{8}>/)
  expect(redact({ data: `data:image/png;base64,${'B'.repeat(5000)}` })).not.toEqual(one)
})

const names = fc.constantFrom('nick', 'session', 'title', 'receiver', 'data', 'message', 'tid', '__proto__', 'phone')
const texts = fc.oneof(
  fc.string(),
  fc.constantFrom('13912345678', 'cloud://t1/a', 'a=1&sign=2', '{"nick":"小店"}', '小店 说', 'x@y.cn', 'Bearer abcdefghij'),
)
const values = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 4 }, texts, fc.integer(), fc.boolean(), fc.constant(null), tie('list'), tie('record')),
  list: fc.array(tie('value'), { maxLength: 4 }),
  record: fc.dictionary(names, tie('value'), { maxKeys: 5 }),
})).value

test('redacting twice gives the same as once, so that stored and compared requests have one key', () => {
  fc.assert(
    fc.property(values, (value) => {
      const once = redact(value)
      expect(redact(once)).toEqual(once)
      expect(keyOf('x', once)).toBe(callKey('x', value))
    }),
    { numRuns: 500 },
  )
})

test('findSecrets finds nothing in redacted values', () => {
  fc.assert(
    fc.property(values, (value) => {
      expect(findSecrets(redact(value))).toEqual([])
    }),
    { numRuns: 500 },
  )
})
