/**
 * What must hold when calls for the same rows reach four servers at once, which share a few connections through a pooler in transaction
 * mode. Skipped where PostgreSQL or PgBouncer is not installed.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { creditsPerImage } from '../../../contract/constants'
import type { ChargeReply, PhoneBrand } from '../../../contract/types'
import { findPgBouncer, findPostgres } from '../../../scripts/lib/postgres.mjs'
import { maxFailuresPerNameAndAddress } from '../../domain/users/login-limit'
import { audit } from '../credits'
import { buyCredits } from '../order-shop'
import { openPushShop, type PushShop } from '../push-shop'
import { type Cluster, openCluster } from './cluster'

const isInstalled = findPostgres() !== null && findPgBouncer() !== null
const times = (count: number): number[] => Array.from({ length: count }, (_, n) => n)

describe.skipIf(!isInstalled)('four servers behind a pooler', () => {
  let cluster: Cluster
  let shop: PushShop
  let token = ''

  beforeAll(async () => {
    cluster = await openCluster(4, { poolSize: 8 })
    shop = await openPushShop(cluster.domain)
    token = await cluster.session(shop.ctx)
  })
  afterAll(() => cluster?.close())

  it('charge a design once, whichever of them are asked and with whatever keys', async () => {
    for (const n of times(10)) await shop.order(`O${n}`)
    await buyCredits(shop.ctx, 10_000)
    const { rows } = await sql<{ id: number }>`
      select id from customization where account_id = ${shop.ctx.actor.accountId} order by id`.execute(shop.ctx.db)
    const ids = rows.map(({ id }) => id)
    const keys = times(8).map(() => randomUUID())
    const charge = (n: number) => {
      // Each key is used for three designs that others charge, too, and is sent to several servers.
      const at = n % keys.length
      const body = { customizationIds: [0, 1, 2].map((offset) => ids[(at + offset) % ids.length]) }
      return cluster.call('POST', '/api/credit_usage_records', { token, body, key: keys[at] ?? '' })
    }
    const replies = await Promise.all(times(40).map(charge))
    // While another server handles a call, its repetition is refused and may be sent again.
    expect(replies.filter(({ status }) => status !== 200 && status !== 409)).toEqual([])
    const last = await Promise.all(times(keys.length).map(charge))
    expect(last.map(({ status }) => status)).toEqual(keys.map(() => 200))
    expect(last.flatMap(({ body }) => (body as ChargeReply).charged).sort((a, b) => a - b)).toEqual(ids)
    expect(await audit(shop.ctx)).toBe(10_000 - ids.length * creditsPerImage)
  })

  it('keep an ordered list whole while its items are moved', async () => {
    const body = (n: number) => ({ name: `品牌 ${n}` })
    await Promise.all(times(8).map((n) => cluster.call('POST', '/api/phone_brands', { token, body: body(n) })))
    const brands = async (): Promise<number[]> =>
      (await cluster.call('GET', '/api/phone_brands', { token })).body.map(({ id }: PhoneBrand) => id)
    const before = await brands()
    const moves = times(48).map((n) => {
      const [id, next] = [before[n % before.length], before[(n * 5 + 3) % before.length]]
      return cluster.call('PATCH', `/api/phone_brands/${id}/ordering`, { token, body: { next: id === next ? null : next } })
    })
    expect(new Set((await Promise.all(moves)).map(({ status }) => status))).toEqual(new Set([200]))
    const after = await brands()
    expect([...after].sort()).toEqual([...before].sort())
  })

  it('look at no more passwords than one server would', async () => {
    const body = { username: 'nobody', password: 'wrong password' }
    const tries = await Promise.all(times(24).map(() => cluster.call('POST', '/api/users/login', { token: '', body })))
    const count = (status: number) => tries.filter((each) => each.status === status).length
    expect(count(429)).toBe(24 - maxFailuresPerNameAndAddress)
    expect(count(0) + count(500) + count(503)).toBe(0)
  })
})
