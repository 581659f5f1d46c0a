/**
 * Sellers charge and push through four servers, and one after another is killed: every acknowledged change is stored, nothing is paid
 * or made twice, and all of it is done in the end. SALES sets the number of charges and pushes, KILLS the number of kills.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { creditsPerImage } from '../../../contract/constants'
import type { ChargeReply, PushReply } from '../../../contract/types'
import { leaseMs } from '../../domain/erp/push/claims'
import { audit } from '../credits'
import { buyCredits } from '../order-shop'
import { openPushShop, type PushShop } from '../push-shop'
import { type Cluster, canCluster, openCluster, type Reply } from './cluster'

const sales = Number(process.env.SALES ?? 1000)
const kills = Number(process.env.KILLS ?? 40)
const servers = 4
/** Requests that sellers have open at the same time. */
const windows = 6
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

describe.skipIf(!canCluster)('four servers that are killed', () => {
  let cluster: Cluster
  let shop: PushShop
  let token = ''

  beforeAll(async () => {
    cluster = await openCluster(servers)
    shop = await openPushShop(cluster.domain)
    token = await cluster.session(shop.ctx)
    for (let n = 0; n < sales; n += 1) await shop.order(`O${n}`)
    await buyCredits(shop.ctx, 100_000)
  })
  afterAll(() => cluster.close())

  /** Repeats a call as the plugin does, until `isDone` accepts the answer; returns that and the longest time it took. */
  async function untilDone(call: () => Promise<Reply>, isDone: (reply: Reply) => boolean): Promise<{ reply: Reply; ms: number }> {
    const began = performance.now()
    for (;;) {
      const reply = await call()
      const ms = performance.now() - began
      if (isDone(reply)) return { reply, ms }
      if (ms > 3 * leaseMs) throw new Error(`still not done: ${reply.status} ${JSON.stringify(reply.body)}`)
      await pause(200)
    }
  }

  /** Works on the items in several windows at a time, while one server after another is replaced. */
  async function underKills<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
    const rest = [...items]
    const lane = async (): Promise<void> => {
      for (let item = rest.shift(); item !== undefined; item = rest.shift()) await work(item)
    }
    const done = Promise.all(Array.from({ length: windows }, lane)).then(() => true)
    let isOver = false
    const over = done.finally(() => {
      isOver = true
    })
    for (let killed = 0; killed < kills && !isOver; killed += 1) {
      // The kills are spread over the work.
      const left = items.length * (1 - (killed + Math.random()) / kills)
      while (rest.length > left && !isOver) await pause(20)
      if (!isOver) await cluster.replace(killed % servers)
    }
    await over
  }

  test(`four servers that are killed charge ${sales} designs once each`, async () => {
    const { rows } = await sql<{ id: number }>`
      select id from customization where account_id = ${shop.ctx.actor.accountId} order by id`.execute(shop.ctx.db)
    const ids = rows.map(({ id }) => id)
    expect(ids).toHaveLength(sales)
    const replies: ChargeReply[] = []
    await underKills(ids, async (id) => {
      const key = randomUUID()
      const body = { customizationIds: [id], creditsPerImage }
      const { reply } = await untilDone(
        () => cluster.call('POST', '/api/credit_usage_records', { token, body, key }),
        ({ status }) => status === 200,
      )
      replies.push(reply.body)
    })
    expect(replies.flatMap(({ charged }) => charged).sort((a, b) => a - b)).toEqual(ids)
    expect(await audit(shop.ctx)).toBe(100_000 - sales * creditsPerImage)
  })

  test(`four servers that are killed push ${sales} orders once each, also those whose server was killed twice in a row`, async () => {
    const orders = await cluster.pushBodies(token, shop.factories.dongguan)
    expect(orders).toHaveLength(sales)
    let longest = 0
    await underKills(orders, async (body) => {
      const { ms } = await untilDone(
        () => cluster.call('POST', '/api/erp/push_order', { token, body }),
        // A server that was killed after its push was recorded answers the repetition with `already`.
        ({ status, body: reply }) => status === 200 && ['pushed', 'already'].includes((reply as PushReply).status),
      )
      longest = Math.max(longest, ms)
    })
    const made = await cluster.domain.factory.orders()
    expect(new Set(made.map(({ params }) => params.third_id)).size).toBe(made.length)
    expect(made).toHaveLength(sales)
    console.log(`the longest push took ${(longest / 1000).toFixed(1)} s`)
    expect(longest).toBeLessThan(2 * leaseMs)
  })
})
