import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Domain, expectFailure, openDomain } from '../../test/domain'
import { grantCode } from '../../test/marketplace'
import { beginAuthorization, endAuthorization } from './authorization'
import { withSession } from './sessions'
import { listShops } from './shops'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

const day = 86_400_000
const open = async () => ({ ...(await domain.seller()), origin: 'https://kejiang.example' })
const stateOf = ({ url }: { readonly url: string }) => new URL(url).searchParams.get('state') ?? ''

test('a seller who returns from the authorization page has a shop, or a renewed authorization the second time', async () => {
  const ctx = await open()
  const begun = beginAuthorization(ctx)
  expect(new URL(begun.url).origin).toBe('https://kejiang.example')
  const shop = await endAuthorization(ctx, { code: grantCode, state: stateOf(begun) })
  const expiresAt = ctx.clock.now().getTime() + 30 * day
  expect(shop).toMatchObject({ type: 'TAOBAO', authorization: { status: 'active', expiresAt } })
  await ctx.db
    .updateTable('shop')
    .set({ session_expires_at: new Date(0) })
    .where('id', '=', shop.id)
    .execute()
  const of = { accountId: ctx.actor.accountId, shopId: shop.id }
  await expectFailure(
    withSession(ctx, of, async () => 'asked'),
    'upstream-failed',
    undefined,
    '店铺授权已过期，请重新授权后再试',
  )
  const again = await endAuthorization(ctx, { code: grantCode, state: stateOf(beginAuthorization(ctx)) })
  expect(again).toMatchObject({ id: shop.id, authorization: { status: 'active' } })
  expect(await withSession(ctx, of, async () => 'asked')).toBe('asked')
})

test('a session that no key of this server opens is the operator’s matter, and the shop is not called expired', async () => {
  const ctx = await open()
  const shop = await endAuthorization(ctx, { code: grantCode, state: stateOf(beginAuthorization(ctx)) })
  const other = { ...ctx, sealer: { ...ctx.sealer, open: () => null } }
  const of = { accountId: ctx.actor.accountId, shopId: shop.id }
  await expectFailure(
    withSession(other, of, async () => 'asked'),
    'operator-needed',
    undefined,
    '店铺授权暂时无法读取',
  )
  expect(await listShops(ctx)).toMatchObject([{ authorization: { status: 'active' } }])
  expect(await withSession(ctx, of, async () => 'asked')).toBe('asked')
})

test('a state of another account, an unknown or an expired one is refused, and a wrong code creates no shop', async () => {
  const [mine, theirs] = [await open(), await open()]
  for (const state of [stateOf(beginAuthorization(theirs)), 'x', 'v1.AAAA']) {
    await expectFailure(endAuthorization(mine, { code: grantCode, state }), 'invalid')
  }
  const own = stateOf(beginAuthorization(mine))
  const tomorrow = { ...mine, clock: { ...mine.clock, now: () => new Date(mine.clock.now().getTime() + day) } }
  await expectFailure(endAuthorization(tomorrow, { code: grantCode, state: own }), 'invalid')
  await expectFailure(endAuthorization(mine, { code: 'nobody', state: own }), 'invalid')
  expect(await listShops(mine)).toEqual([])
})
