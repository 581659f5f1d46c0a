/** Tests that `redact` removes secrets in all forms in which a client, an SDK or a seller may write them. */
import { describe, expect, test } from 'vitest'
import { redact } from './redact'

const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJuaWNrIjoi5bCP5bqXIn0.abcDEF123'
const opaque = '6100e1b2c3d4f5a6b7c8d9e0f1a2b3c4d5e6'
const base64 = (text: string) => Buffer.from(text).toString('base64')

/** Values with secrets, and a pattern that must not match afterwards. */
const secretForms: readonly (readonly [what: string, value: unknown, gone: RegExp])[] = [
  ['a bare JSON web token', { said: `令牌 ${jwt} 已失效` }, /eyJ/],
  ['a JSON web token in an address', { url: `https://a.cn/x/${jwt}/y` }, /eyJ/],
  ['a bare opaque token', { said: `token is ${opaque}` }, /6100e1/],
  ['an opaque token in a path', { url: `https://a.cn/api/${opaque}/list` }, /6100e1/],
  ['an opaque token with dashes', { said: '6100e1b2-c3d4-f5a6-b7c8-d9e0f1a2b3c4' }, /6100e1/],
  ['a header by its name and value', { headers: [{ name: 'Authorization', value: 'x1 secret' }] }, /secret/],
  ['a header by its key and value', { headers: [{ key: 'Cookie', value: 'cna=1' }] }, /cna/],
  ['a header that stands alone', { header: { header: 'mc-session', value: 'zzz' } }, /zzz/],
  ['a header list of several values', [{ name: 'Set-Cookie', values: ['a1', 'b2'] }], /a1|b2/],
  ['a line of headers', { said: 'Authorization: OAuth-x9y8' }, /x9y8/],
  ['a line of headers in lower case', { said: 'POST /a\r\nauthorization: zz99\r\n' }, /zz99/],
  ['a line with a Chinese colon', { said: 'buyer_nick：小店铺' }, /小店铺/],
  ['JSON inside a sentence', { said: '出错了 {"seller_nick":"某某店"} 请重试' }, /某某店/],
  ['JSON behind other JSON', { said: '{"a":1} then {"accessToken":"qq77"}' }, /qq77/],
  ['JSON escaped once', { said: 'reply {\\"session\\":\\"ss11\\"}' }, /ss11/],
  ['JSON escaped twice', { said: 'reply {\\\\\\"session\\\\\\":\\\\\\"ss22\\\\\\"}' }, /ss22/],
  ['JSON in JSON in a text', { data: JSON.stringify({ inner: JSON.stringify({ mobile: '139 0000 1111' }) }) }, /139 0000/],
  ['base64 of JSON', { blob: base64('{"accessToken":"abcdef123456"}') }, new RegExp(base64('{"accessToken"').slice(0, 16))],
  [
    'base64 of a sentence with a number',
    { said: `x ${base64('请打 13912345678 找我')} y` },
    new RegExp(base64('请打 139').slice(0, 10)),
  ],
  ['a query, percent-encoded', { url: 'https://a.cn/?to=https%3A%2F%2Fb.cn%2F%3Ftoken%3Dabc123%26x%3D1' }, /abc123/],
  ['a number, percent-encoded', { url: '/x?q=%31%33%39%31%32%33%34%35%36%37%38' }, /%31%33%39/],
  ['a user and a password in an address', { url: 'https://wang:pa55@host.cn/x' }, /wang|pa55/],
  ['a mobile number with spaces', { said: '电话 139 1234 5678' }, /139 1234/],
  ['a mobile number with dashes', { said: '138-1234-5678' }, /138-1234/],
  ['a mobile number with dots', { said: '138.1234.5678' }, /138\.1234/],
  ['a mobile number of full width', { said: '１３９１２３４５６７８' }, /１３９/],
  ['a mobile number with its country', { said: '+86 13912345678' }, /1391234/],
  ['a mobile number with its country and no space', { said: '8613912345678' }, /1391234/],
  ['a landline', { said: '0571-87654321' }, /8765/],
  ['a landline in brackets', { said: '(010) 87654321' }, /8765/],
  ['an address', { said: '寄到浙江省杭州市西湖区文三路123号2单元501室' }, /文三路|501/],
  ['an address without its province', { said: '朝阳区建国路88号' }, /建国路/],
  ['an e-mail address', { said: 'wang.xm+a@mail.example.com' }, /wang/],
  ['a file name with a number', { said: '王 138-1234-5678 图.png' }, /138-1234/],
  ['a session in a fragment', { url: 'https://a.cn/#/x?session=uu88' }, /uu88/],
  ['a bearer in a sentence', { said: 'sent Bearer abcd.efgh-1' }, /efgh/],
  ['an identity card', { said: '身份证 11010519491231002X 号' }, /19491231/],
  ['a mobile number as the name of a field', { byPhone: { 13812345678: 3, 13987654321: 1 } }, /1381234|1398765/],
  ['a token as the name of a field', { m: { '6100e1a2b3c4d5e6f7a8b9c0d1e2f3a4': 3 } }, /6100e1/],
  ['a nick as the name of a field', { buyer_nick: 'zhangsan88', m: { zhangsan88: 3 } }, /zhangsan/],
  ['a Chinese nick inside the name of a field', { nick: '某某店', m: { '店铺/某某店': 3 } }, /某某店/],
  ['a nick as a name inside a secret field', { nick: { 小店铺甲: 1 }, said: '小店铺甲 已授权' }, /小店铺/],
  ['an e-mail address as the name of a field', { m: { 'wang@a.cn': true } }, /wang@/],
  ['an identity card as the name of a field', { m: { '11010519491231002X': 1 } }, /1949/],
  ['a name of a field in JSON in a text', { data: '{"13812345678":{"n":1}}' }, /1381234/],
  ['a mobile number with slashes', { said: '138/1234/5678' }, /1234/],
  ['a mobile number with underscores', { said: 'tel_138_1234_5678_x' }, /1234/],
  ['a mobile number with characters of no width', { said: '138\u200b1234\u20605678' }, /1234/],
  ['a mobile number in Chinese numerals', { said: '电话一三八一二三四五六七八，幺三九〇〇〇〇一二三四' }, /三四五|〇〇〇/],
  ['a mobile number as hexadecimal bytes', { data: '3133383132333435363738' }, /31333831/],
  ['a token in a list of short pieces', { parts: ['6100', 'e1a2', 'b3c4', 'd5e6', 'f7a8', 'b9c0'] }, /e1a2/],
  ['a shop in a path of the cloud', { cloudPath: 'kejiang/张三的店/a.png' }, /张三/],
  ['the name of a buyer in a sentence', { message: '买家 张三 的订单已关闭' }, /张三/],
]

describe('hidden secrets', () => {
  test.each(secretForms)('redact removes %s', (_, value, gone) => {
    const once = redact(value)
    expect(JSON.stringify(once)).not.toMatch(gone)
    expect(redact(once)).toEqual(once)
  })
})

test.each([
  ['an order number', { tid: '101103251394210132', said: '订单 101103251394210132 已同步' }],
  ['a time', { at: 1_763_712_000_000, said: '/1763712000000-a.png' }],
  ['a picture’s address', { url: 'https://img.alicdn.com/bao/uploaded/i1/TB1xyz2QabcXXXXXXXXXXXXXXXX_!!0-item_pic.jpg' }],
  ['a product’s title', { title: '适用苹果15ProMax手机壳2024新款 磁吸 100%全包', price: '29.90' }],
  ['a method of the marketplace', { api: 'taobao.items.onsale.get', fields: 'num_iid,title,price' }],
  ['a date', { said: '2026-11-22 10:08:05' }],
  ['numbers of products as names of fields', { stock: { '700000000001': 3, '101103251394210132': 1 } }],
  ['names of fields', { buyerTotals2026: 1, 'content-type': 'x', total_results: 3, skus: { sku1: 2 } }],
  ['sizes and colours in lists', { list: ['15', '16', '17'], hex: ['ff0000', '00ff00', '0000ff'] }],
  ['what a buyer did', { said: '买家 已付款，买家 申请退款，收货人：未填写' }],
])('redact keeps %s', (_, value) => {
  expect(redact(value)).toEqual(value)
})
