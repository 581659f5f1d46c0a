/** A keyword finds exactly the orders whose searched text has it, whether they are read or looked up in the index. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sized } from '../../../test/setup/size'
import { type Domain, openDomain } from '../../test/domain'
import { everything, openOrderShop } from '../../test/order-shop'
import { matchingOrders } from './filters'
import { indexedKeyword, indexedPart, sampleSize } from './keyword'
import { listOrders } from './list'

let domain: Domain
let shop: Awaited<ReturnType<typeof openOrderShop>>
beforeAll(async () => {
  domain = await openDomain()
  shop = await openOrderShop(domain)
})
afterAll(() => domain.close())

const texts = [
  '6900000000000000901\n定制手机壳 iphone 15 pro max\n黑色;猫咪',
  '6900000000000012345\n猫\nk-7%_\\\né à',
  '260114-590123456789\n华为 mate 70\n情侣款，全包防摔😀',
  '3811111111111111\na-b.c\n来图定制ab定ab制',
  '1\n\n猫 咪\n😀😀\nxs',
]
const filler = '4512345678900000000\n手机壳 磨砂'
/** Parts of the texts, texts made of the same characters, and words of any characters. */
const part = fc
  .tuple(fc.constantFrom(...texts, filler), fc.nat(60), fc.integer({ min: 1, max: 24 }))
  .map(([text, from, length]) =>
    [...text]
      .slice(from % [...text].length)
      .slice(0, length)
      .join(''),
  )
const keyword = fc
  .oneof(
    { arbitrary: part, weight: 4 },
    fc.string({ unit: fc.constantFrom(...new Set(texts.join(''))), minLength: 1, maxLength: 4 }),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 5 }),
  )
  .map((text) => text.trim().toUpperCase())
  .filter((text) => text !== '' && !/[\0\p{Surrogate}]/u.test(text))

/** Fills the shop with orders of which the newest are more than a sample, and two orders with parts; returns their texts by id. */
async function fill(): Promise<ReadonlyMap<number, string>> {
  const { db, actor } = shop.ctx
  const insert = (rows: readonly { number: string; text: string; parent: number | null }[], age: string) =>
    sql<{ id: number }>`
    insert into shop_order (account_id, shop_id, original_id, is_platform_order, merge_split_status, parent_id, created_at, sha256, search)
    select ${actor.accountId}::bigint, ${shop.shopId}::bigint, number, true, case when parent is null then 'INDEPENDENT' else 'MERGE_CHILD' end,
      parent, timestamptz '2026-02-01' - ${age}::interval, '', text
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (number text, text text, parent bigint) returning id`.execute(
      db,
    )
  const found = new Map<number, string>()
  const newest = Array.from({ length: sampleSize + 10 }, (_, at) => ({ number: `new-${at}`, text: filler, parent: null }))
  for (const { id } of (await insert(newest, '0 days')).rows) found.set(id, filler)
  for (const [at, text] of texts.entries()) {
    const { rows } = await insert([{ number: `old-${at}`, text, parent: null }], `${at + 1} days`)
    for (const { id } of rows) found.set(id, text)
  }
  const first = [...found.keys()].at(-2)
  await insert([{ number: 'part', text: '子单 mi 15 ultra\n蓝', parent: first ?? 0 }], '1 day')
  found.set(first ?? 0, `${found.get(first ?? 0)}\n子单 mi 15 ultra\n蓝`)
  return found
}

test('a keyword finds the orders whose text has it, and counts them', async () => {
  const { db } = shop.ctx
  const orders = await fill()
  await sql`analyze shop_order`.execute(db)
  await fc.assert(
    fc.asyncProperty(keyword, async (word) => {
      const wanted = [...orders].filter(([, text]) => text.includes(word.toLowerCase())).map(([id]) => id)
      const { items, totalItems, totalIsLeast } = await listOrders(shop.ctx, { ...everything, keyword: word })
      const ids = items.map(({ id }) => id)
      expect(ids.length).toBe(Math.min(wanted.length, everything.pageSize))
      expect(wanted).toEqual(expect.arrayContaining(ids))
      expect([totalItems, totalIsLeast]).toEqual([wanted.length, undefined])
    }),
    { numRuns: sized(80, 1000) },
  )
})

test('the index finds every keyword that reading finds', async () => {
  const { db } = shop.ctx
  await fc.assert(
    fc.asyncProperty(part, keyword, async (text, word) => {
      const indexed = indexedPart(word)
      if (indexed === null) return
      const search = `${text.toLowerCase()}${word.toLowerCase()}`
      const { rows } = await sql<{ found: boolean }>`
        select ${indexedKeyword(word, indexed)} as found from (select ${search}::text as search, null::text as search_below) stored`.execute(
        db,
      )
      expect(rows).toEqual([{ found: true }])
    }),
    { numRuns: sized(80, 1000) },
  )
})

test('PostgreSQL looks a rare keyword up in the index of the account', async () => {
  const { db, actor } = shop.ctx
  await sql`
    insert into shop_order (account_id, shop_id, original_id, is_platform_order, merge_split_status, created_at, sha256, search)
    select ${actor.accountId}::bigint, ${shop.shopId}::bigint, 'more-' || n, true, 'INDEPENDENT', timestamptz '2025-01-01', '', ${filler}
    from generate_series(1, 20000) n`.execute(db)
  await sql`analyze shop_order`.execute(db)
  for (const word of ['猫', '猫咪', 'ultra']) {
    const found = matchingOrders(shop.ctx, { keyword: word }, indexedPart(word) ?? 'read').select('id')
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${found}`.execute(db)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toContain('shop_order_search')
    expect(plan).toMatch(new RegExp(`Index Cond: .*account_id = '?${actor.accountId}`))
  }
})

test('Chinese words of one and two characters are in the index, and one of two letters is read', () => {
  const parts = ['猫', '手机', 'S款', '黑 白', '😀', 'xs', '-', '，', 'abc', '手机壳', '15 P'].map(
    (word) => indexedPart(word)?.text ?? null,
  )
  expect(parts).toEqual(['猫猫猫', '手手手机机机', '款款款', '黑黑黑 白白白', null, null, null, null, 'abc', '手机壳', null])
  // Without letters outside ASCII PostgreSQL makes no trigrams of them.
  expect(['猫', '手机壳', 'abc', 'iphone 手机'].map((word) => indexedPart(word, false)?.text ?? null)).toEqual([
    null,
    null,
    'abc',
    'iphone 手机',
  ])
})
