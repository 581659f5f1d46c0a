import { expect, test } from 'vitest'
import { grantedAt, grantReplies } from '../../../../fixtures/replies/marketplace-grants'
import { exchangeCode, readGrant } from './oauth'

const now = new Date(grantedAt)

test.each(grantReplies.map((line) => [line.title, line] as const))(
  'a grant with %s is read as it is meant',
  (_, { reply, expected }) => {
    if ('refused' in expected) return expect(() => readGrant(JSON.stringify(reply), now)).toThrow(expected.refused)
    const { nick, lifeMs, subAccount = null } = expected
    const expiresAt = lifeMs === null ? null : new Date(grantedAt + lifeMs)
    expect(readGrant(JSON.stringify(reply), now)).toEqual({ session: 'sess-new', nick, expiresAt, subAccount })
  },
)

test('an answer of the token endpoint that is none, or none at all, asks for another try', async () => {
  for (const answer of [
    async () => new Response('<html>502</html>', { status: 502 }),
    async () => Promise.reject(new TypeError('fetch failed')),
  ]) {
    const exchanged = exchangeCode(
      { appKey: '1', appSecret: 'secret', fetch: answer, now: () => now },
      'code',
      'https://a.example',
    )
    await expect(exchanged).rejects.toMatchObject({ code: 'upstream-failed', message: '淘宝暂时没有响应，请重新授权' })
  }
})

test('a refusal does not repeat the secret or the code', async () => {
  const fetch = async () => Response.json({ error: 'invalid', error_description: 'code c0de of s3cret is expired' })
  const exchanged = exchangeCode({ appKey: '1', appSecret: 's3cret', fetch, now: () => now }, 'c0de', 'https://a.example')
  await expect(exchanged).rejects.toThrow('淘宝没有同意授权，请重新授权（code *** of *** is expired）')
})
