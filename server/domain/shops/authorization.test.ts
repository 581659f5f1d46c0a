import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Ctx } from '../../kernel/context'
import { Failure } from '../../kernel/failure'
import type { Marketplace } from '../../ports/marketplace'
import { type Domain, expectFailure, openDomain } from '../../test/domain'
import { grantCode } from '../../test/marketplace'
import { beginAuthorization, endAuthorization } from './authorization'
import { marketplaceOf } from './marketplaces'
import { withSession } from './sessions'
import { listShops } from './shops'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

const day = 86_400_000
const withTaobao = <C extends Ctx>(ctx: C, change: Partial<Marketplace>): C => ({
  ...ctx,
  marketplaces: { TAOBAO: { ...marketplaceOf(ctx, 'TAOBAO'), ...change } },
})
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

describe('a grant of a sub-account', () => {
  const subAccountCode = `${grantCode}-sub`
  const grantBy = async (ctx: Awaited<ReturnType<typeof open>>, code: string) =>
    endAuthorization(ctx, { code, state: stateOf(beginAuthorization(ctx)) })

  test('a sub-account’s grant without the right to read orders leaves the owner’s as it is, and says so', async () => {
    const ctx = await open()
    const shop = await grantBy(ctx, grantCode)
    await expectFailure(
      grantBy(ctx, subAccountCode),
      'invalid',
      undefined,
      '没有读取订单的权限，没有采用它的授权，店铺仍使用原来的授权',
    )
    expect(await listShops(ctx)).toEqual([shop])
    const of = { accountId: ctx.actor.accountId, shopId: shop.id }
    expect(await withSession(ctx, of, async (session, marketplace) => (await marketplace.seller(session)).nick)).toBe(
      shop.authorization?.nick,
    )
  })

  test('without a session of the owner it creates no shop either', async () => {
    const ctx = await open()
    await expectFailure(grantBy(ctx, subAccountCode), 'invalid', undefined, '请用店铺主账号授权')
    expect(await listShops(ctx)).toEqual([])
  })

  test('a sub-account’s grant that can read orders is taken, and the shop says who gave it', async () => {
    const ctx = await open()
    const able = withTaobao(ctx, { checkOrders: async () => undefined })
    const shop = await grantBy(able, subAccountCode)
    expect(shop.authorization).toMatchObject({ status: 'active', subAccount: `${shop.authorization?.nick}:客服` })
    expect((await grantBy(ctx, grantCode)).authorization).toMatchObject({ subAccount: null })
  })

  test('a sub-account’s grant that cannot be checked now leaves the owner’s as it is', async () => {
    const ctx = await open()
    await grantBy(ctx, grantCode)
    const checkOrders = () => Promise.reject(new Failure('upstream-failed', '淘宝暂时没有响应，请稍后再试'))
    const away = withTaobao(ctx, { checkOrders })
    await expectFailure(grantBy(away, subAccountCode), 'upstream-failed', undefined, '暂时不能确认')
    expect(await listShops(ctx)).toMatchObject([{ authorization: { status: 'active', subAccount: null } }])
  })
})
