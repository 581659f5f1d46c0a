import { afterAll, beforeAll, expect, test } from 'vitest'
import type { KeyCeilings } from '../../contract/rules/key-rights'
import { createKey } from '../domain/api-keys/keys'
import { charge } from '../domain/credits/charge'
import { pushOrder } from '../domain/erp/push/push'
import type { Ctx } from '../kernel/context'
import { audit, type CreditClient, openCreditClient } from './credits'
import { type Domain, openDomain } from './domain'
import { openPushShop } from './push-shop'

let credits: CreditClient
let domain: Domain
beforeAll(async () => {
  credits = await openCreditClient()
  domain = await openDomain()
})
afterAll(async () => {
  await credits.close()
  await domain.close()
})

/** The context of a program with a key of the account. */
async function withKey(ctx: Ctx, ceilings: KeyCeilings): Promise<Ctx> {
  const expiresAt = ctx.clock.now().getTime() + 86_400_000
  const wish = { name: '出货', rights: { orders: 'write' as const }, ceilings, shopIds: null, addresses: [], expiresAt }
  const { id, name } = await createKey(ctx, wish)
  return { ...ctx, actor: { ...ctx.actor, username: name, key: { id, name, ceilings } } }
}

test('a download beyond the ceiling of the day charges nothing, and one within it counts what it costs once', async () => {
  const shop = await credits.shop()
  await shop.createPaidRecharge(6000)
  const { ids } = await shop.order(3)
  const program = await withKey(shop.ctx, { download: 150 })
  await expect(charge(program, ids)).rejects.toMatchObject({ code: 'key-ceiling' })
  expect(await audit(shop.ctx)).toBe(6000)
  expect((await charge(program, ids.slice(0, 2))).charged).toHaveLength(2)
  expect((await charge(program, ids.slice(0, 2))).charged).toEqual([])
  await expect(charge(program, ids)).rejects.toMatchObject({ code: 'key-ceiling' })
  expect((await charge(shop.ctx, ids)).charged).toHaveLength(1)
  expect(await audit(shop.ctx)).toBe(6000 - 180)
})

test('a push of more cases than are left of the day orders none, and one within the ceiling is sent and counted', async () => {
  const shop = await openPushShop(domain)
  await shop.order('A', [shop.picture, shop.picture])
  await shop.order('B', [shop.picture])
  const program = await withKey(shop.ctx, { push: 2 })
  const first = await pushOrder(program, await shop.seen('A'))
  expect(first.factoryOrderIds).toHaveLength(2)
  await expect(pushOrder(program, await shop.seen('B'))).rejects.toMatchObject({ code: 'key-ceiling' })
  // A repeated push orders nothing, so it needs nothing of the ceiling, and names the same numbers.
  expect((await pushOrder(program, await shop.seen('A'))).factoryOrderIds).toEqual(first.factoryOrderIds)
  expect((await shop.push('B')).factoryOrderIds).toHaveLength(1)
})
