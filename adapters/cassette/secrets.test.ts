import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findSecrets, secretKinds, secretSentence } from './secrets'

const fixtures = join(import.meta.dirname, '../../fixtures')
const files = readdirSync(fixtures, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(json|md|txt|csv|svg)$/.test(name))

/** Invented names and ids of the embedded gateway's sellers; the only secrets that are allowed, by file. */
const invented: Readonly<Record<string, readonly string[]>> = {
  'marketplace/gateway.json': ['壳匠演示店', '邻居数码', '1000001', '1000002'],
  'marketplace/taobao.user.seller.get.json': ['壳匠演示店', '1000001'],
}

function secretsOf(name: string) {
  const text = readFileSync(join(fixtures, name), 'utf8')
  return findSecrets(name.endsWith('.json') ? JSON.parse(text) : text)
}

describe('fixtures', () => {
  test('there are fixtures to search, cassettes and marketplace replies', () => {
    expect(files.filter((name) => name.startsWith('cassettes')).length).toBeGreaterThan(5)
    expect(files.filter((name) => name.startsWith('marketplace')).length).toBeGreaterThan(3)
  })

  test.each(files)('the fixture %s contains no secret', (name) => {
    const allowed = invented[name.replaceAll('\\', '/')] ?? []
    const found = secretsOf(name).filter(({ value }) => !allowed.includes(value))
    expect(found.map(secretSentence)).toEqual([])
  })

  test('every allowed value still occurs in its fixture', () => {
    for (const [name, values] of Object.entries(invented)) {
      const found = secretsOf(name).map(({ value }) => value)
      expect(values.filter((value) => !found.includes(value))).toEqual([])
    }
  })
})

describe('the scan', () => {
  test.each(secretKinds)('findSecrets finds $what', ({ description, example }) => {
    const planted: unknown = example.startsWith('{') ? JSON.parse(example) : example
    expect(findSecrets(planted).map((secret) => secret.what)).toContain(description)
  })

  test.each(secretKinds)('findSecrets finds $what deep in a cassette, in JSON inside a text', ({ description, example }) => {
    const cassette = { entries: [{ outcome: { error: { message: `服务器说：${JSON.stringify({ said: [example] })}` } } }] }
    const found = findSecrets(cassette).filter((secret) => secret.what === description)
    expect(found.length).toBeGreaterThan(0)
    expect(found[0]?.path).toMatch(/^entries\[0\]\.outcome\.error\.message/)
  })

  test.each([
    'session',
    'sessionKey',
    'accessToken',
    'access_token',
    'refresh_token',
    'sign',
    'Authorization',
    'policy',
    'signature',
    'mc-session',
    'nick',
    'seller_nick',
    'sellerNick',
    'openId',
    'open_uid',
    'buyer_open_uid',
    'userId',
    'user_id',
    'mobile',
    'receiver_mobile',
    'receiverPhone',
    'address',
    'receiver_address',
    'receiver',
    'receiver_name',
    'buyer_message',
  ])('findSecrets knows the field %s, with texts, numbers and lists', (field) => {
    for (const value of ['x', 12345, ['x'], { inner: 'x' }]) expect(findSecrets({ data: { [field]: value } })).not.toEqual([])
    for (const value of ['<redacted>', '<any>', '', null]) expect(findSecrets({ data: { [field]: value } })).toEqual([])
  })

  test.each(['13812345678', 'wang@a.cn', '6100e1a2b3c4d5e6f7a8b9c0d1e2f3a4', 'cloud://shop123/a.png'])(
    'findSecrets finds %s as the name of a field',
    (name) => {
      expect(findSecrets({ data: { [name]: 3 } })).toMatchObject([{ path: 'data' }])
    },
  )

  test('findSecrets ignores orders, products and our own ids', () => {
    expect(
      findSecrets({
        tid: '1011032513941101325',
        tid18: '101103251394210132',
        // It has the check digit of an identity card, but no day of birth.
        tidWithCheckDigit: '101103251394210137',
        num_iid: 700000000001,
        title: '定制手机壳',
        phoneModelId: 12,
        phoneBrandName: '苹果',
        fields: 'user_id,nick,receiver_name',
        created: 1763712000000,
      }),
    ).toEqual([])
  })
})
