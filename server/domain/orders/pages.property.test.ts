/** Pages that continue behind the last order show each order of a filter once, in the sequence of the list. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sized } from '../../../test/setup/size'
import { type Domain, openDomain } from '../../test/domain'
import { everything, openOrderShop } from '../../test/order-shop'
import { listOrders } from './list'

let domain: Domain
let shop: Awaited<ReturnType<typeof openOrderShop>>
beforeAll(async () => {
  domain = await openDomain()
  shop = await openOrderShop(domain)
})
afterAll(() => domain.close())

let lastNumber = 0
/** Adds orders at these times, in microseconds after a moment; of every third a push has failed. */
const insert = (times: readonly number[]) => {
  const rows = times.map((time) => {
    lastNumber += 1
    return { number: lastNumber, time, status: lastNumber % 3 === 0 ? 'failed' : 'none' }
  })
  return sql`
    insert into shop_order (account_id, shop_id, original_id, is_platform_order, merge_split_status, created_at, sha256, search, push_status)
    select ${shop.ctx.actor.accountId}::bigint, ${shop.shopId}::bigint, 'n-' || number, true, 'INDEPENDENT',
      timestamptz '2026-02-01T00:00:00.123456Z' + time * interval '1 microsecond', '', '猫 ' || number, status
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (number int, time bigint, status text)`.execute(shop.ctx.db)
}

const filter = fc.constantFrom({}, { shopId: 0 }, { finding: 'pushFailed' as const }, { keyword: '猫' }, { pushed: false })

test('pages behind an order leave none out and show none twice, also where newer orders come meanwhile', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 12 }),
      filter,
      fc.integer({ min: 1, max: 5 }),
      async (times, chosen, pageSize) => {
        await shop.ctx.db.deleteFrom('shop_order').where('shop_id', '=', shop.shopId).execute()
        await insert(times)
        const query = { ...everything, ...chosen, ...('shopId' in chosen && { shopId: shop.shopId }) }
        const whole = (await listOrders(shop.ctx, query)).items.map(({ id }) => id)
        const read: number[] = []
        let after: string | undefined
        do {
          const page = await listOrders(shop.ctx, { ...query, pageSize, ...(after !== undefined && { after }) })
          read.push(...page.items.map(({ id }) => id))
          expect(page.next === undefined).toBe(page.items.length < pageSize)
          after = page.next
          await insert([1_000_000])
        } while (after !== undefined)
        expect(read).toEqual(whole)
      },
    ),
    { numRuns: sized(25, 200) },
  )
})

test('a list that is sorted by the time to ship is read by page numbers alone', async () => {
  await insert([0])
  const { next } = await listOrders(shop.ctx, { pageNo: 1, pageSize: 1 })
  const byShipping = { pageNo: 1, pageSize: 1, shipUntil: 'first' } as const
  expect(await listOrders(shop.ctx, byShipping)).not.toHaveProperty('next')
  await expect(listOrders(shop.ctx, { ...byShipping, after: next })).rejects.toMatchObject({ code: 'invalid' })
})
