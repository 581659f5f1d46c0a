/** Syncs of orders through every registered shape of the marketplace's answers (fixtures/replies/marketplace.ts). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { orderReplies, sessionReplies } from '../../fixtures/replies/marketplace'
import { listReplies } from '../../fixtures/replies/marketplace-lists'
import { listOrders } from '../domain/orders/list'
import { type Domain, openDomain } from './domain'
import { everything } from './order-shop'
import { day, minute, openSyncSeller, start, tradeOf } from './sync-seller'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

const titled = <T extends { readonly title: string }>(lines: readonly T[]) => lines.map((line) => [line.title, line] as const)

describe('a list of orders', () => {
  /** Three pages, the last one short; and one that is exactly full. */
  const sizes = [95, 80]

  test.each(titled(listReplies))('a list that %s is read whole, or its sync fails', async (_, { reply, expected }) => {
    for (const size of sizes) {
      const { put, sync, shapes, ctx, numbers } = await openSyncSeller(domain)
      const all = Array.from({ length: size }, (_, n) => tradeOf(start - 2 * day + n * minute))
      all.forEach(put)
      shapes.list = reply
      const task = await sync({ createdAtStart: start - 3 * day })
      const shown = new Set(await numbers())
      if (expected === 'all') {
        expect(task).toMatchObject({ status: 2, errorMessage: null, unread: [] })
        expect(shown).toEqual(new Set(all.map(({ tid }) => tid)))
        continue
      }
      expect(task).toMatchObject({ status: 3, errorMessage: expect.stringMatching(/^淘宝/) })
      // A plain sync fails in the same way and leaves the cursor, so that the next one finds everything.
      expect(await sync()).toMatchObject({ status: 3 })
      shapes.list = null
      expect(await sync()).toMatchObject({ status: 2 })
      expect(await numbers()).toHaveLength(size)
      expect((await listOrders(ctx, everything)).totalItems).toBe(size)
    }
  })
})

describe('an order', () => {
  test.each(titled(orderReplies))(
    'an order whose answer %s comes in or is named, and the others come in',
    async (_, { reply, expected }) => {
      const { put, sync, shapes, advance, numbers } = await openSyncSeller(domain)
      const all = Array.from({ length: 5 }, (_, n) =>
        tradeOf(start - 2 * day + n * minute, { buyer_message: '请尽快发货', seller_memo: 'x' }),
      )
      all.forEach(put)
      const [, , odd] = all
      if (!odd) throw new Error('there is no order')
      shapes.orders.set(odd.tid, reply)
      const task = await sync()
      expect(task).toMatchObject({ status: 2, errorMessage: null })
      if (expected === 'read') {
        expect(task.unread).toEqual([])
        expect(await numbers()).toHaveLength(5)
        return
      }
      expect(task.unread).toEqual([
        expect.objectContaining({ originalId: odd.tid, reason: expect.stringMatching(/\p{Script=Han}/u), attempts: 1 }),
      ])
      expect(task.unread?.[0]?.reason).not.toMatch(/[a-z]{3,}\.|\d+\.\d+\.\d+\.\d+/i)
      expect((await numbers()).sort()).toEqual(
        all
          .map(({ tid }) => tid)
          .filter((tid) => tid !== odd.tid)
          .sort(),
      )
      // The next sync goes on with what is new and tries this one again.
      advance(day)
      const fresh = tradeOf(start + day - minute)
      put(fresh)
      expect((await sync()).unread).toEqual([expect.objectContaining({ originalId: odd.tid, attempts: 2 })])
      expect(await numbers()).toContain(fresh.tid)
      shapes.orders.clear()
      advance(day)
      expect(await sync()).toMatchObject({ status: 2, unread: [] })
      expect(await numbers()).toHaveLength(6)
    },
  )

  test.each(titled(orderReplies.filter(({ expected }) => expected === 'unread')))(
    'an order whose answer %s does not stop the sync either when it is the only one of its window',
    async (_, { reply }) => {
      const { put, sync, shapes, numbers } = await openSyncSeller(domain)
      const all = [tradeOf(start - 50 * day), tradeOf(start - 30 * day), tradeOf(start - 2 * day)]
      all.forEach(put)
      shapes.orders.set(all[0]?.tid ?? '', reply)
      expect(await sync()).toMatchObject({ status: 2, unread: [{ originalId: all[0]?.tid }] })
      expect(await numbers()).toHaveLength(2)
    },
  )
})

test.each(titled(sessionReplies))(
  'an answer that concerns more than an order (%s) ends the sync with its words and loses nothing',
  async (_, { reply, expected }) => {
    const { put, sync, shapes, told, reported, numbers } = await openSyncSeller(domain)
    const all = Array.from({ length: 3 }, (_, n) => tradeOf(start - 2 * day + n * minute))
    all.forEach(put)
    shapes.everyOrder = () => reply
    const task = await sync({}, { retryDelay: 0 })
    expect(task).toMatchObject({ status: 3, errorMessage: expect.stringMatching(expected.seller), unread: [] })
    expect(task.errorMessage).not.toMatch(/[a-z]{3,}\.|[a-z]{4,} [a-z]+|\d+\.\d+\.\d+\.|没有权限/i)
    if (expected.operator) expect([...told, ...reported].map(String).join('\n')).toMatch(expected.operator)
    shapes.everyOrder = null
    expect(await sync()).toMatchObject({ status: 2, created: 3, unread: [] })
    expect(await numbers()).toHaveLength(3)
  },
)
