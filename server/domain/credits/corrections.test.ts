/** Credits of missing images return to their lots, once. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { audit, type CreditClient, day, openCreditClient } from '../../test/credits'
import { paint, storePicture } from '../../test/push-shop'
import { charge } from './charge'
import { correctMissing } from './corrections'
import { recordDeliveries } from './deliveries'
import { getUsage, listUsage } from './usage'

let books: CreditClient
beforeAll(async () => {
  books = await openCreditClient()
})
afterAll(() => books.close())

const everything = { pageNo: 1, pageSize: 100 }

test('missing images cost nothing in the end, however often it is requested, and existing ones stay paid', async () => {
  const shop = await books.shop()
  await shop.createPaidRecharge(1000)
  // Only the third has a picture at its address.
  const { ids } = await shop.order(3)
  const [one = 0, two = 0, there = 0] = ids
  const url = await storePicture(shop.ctx, await paint('drawn'))
  const file = await shop.ctx.db
    .selectFrom('file')
    .select('id')
    .where('storage_key', '=', url.replace('/files/', ''))
    .executeTakeFirstOrThrow()
  await shop.ctx.db
    .updateTable('customization')
    .set({ customized_image_url: url, customized_file_id: file.id })
    .where('id', '=', there)
    .execute()
  await charge(shop.ctx, ids)
  const replies = await Promise.all([
    correctMissing(shop.ctx, ids),
    correctMissing(shop.ctx, [two]),
    correctMissing(shop.ctx, ids),
  ])
  expect(replies[0]?.corrected).toEqual([one, two])
  expect(await correctMissing(shop.ctx, ids)).toEqual({ corrected: [one, two], credits: 940 })
  expect(await audit(shop.ctx)).toBe(940)
  const { items } = await listUsage(shop.ctx, everything)
  expect(items).toMatchObject([{ usedCredits: 180, correctedCredits: 120 }])
  expect((await getUsage(shop.ctx, items[0]?.id ?? 0)).lines).toMatchObject([
    { customizationId: one, corrected: true },
    { customizationId: two, corrected: true },
    { customizationId: there, corrected: false },
  ])
  // It may exist later: then it is charged like any other.
  expect(await charge(shop.ctx, ids)).toMatchObject({ charged: [one, two], alreadyCharged: [there], credits: 820 })
  expect(await correctMissing(shop.ctx, [one])).toEqual({ corrected: [one], credits: 880 })
  expect(await audit(shop.ctx)).toBe(880)
})

test('nothing is given back for images that were never paid for, belong to others, or existed for days', async () => {
  const [shop, stranger] = [await books.shop(), await books.shop()]
  await shop.createPaidRecharge(1000)
  const { ids } = await shop.order(2)
  await charge(shop.ctx, ids.slice(0, 1))
  expect(await correctMissing(stranger.ctx, ids)).toEqual({ corrected: [], credits: 0 })
  expect((await correctMissing(shop.ctx, ids.slice(1))).corrected).toEqual([])
  books.clock.advance(4 * day)
  expect(await correctMissing(shop.ctx, ids)).toEqual({ corrected: [], credits: 940 })
  expect(await audit(shop.ctx)).toBe(940)
})

test('credits return to the lots they came from, and expire with a lot that has expired meanwhile', async () => {
  const shop = await books.shop()
  await shop.createPaidRecharge(1000)
  books.clock.advance(364 * day)
  await shop.createPaidRecharge(1000)
  const { ids } = await shop.order(17)
  // 16 credits from the old lot; the last image took 20 from the new one.
  await charge(shop.ctx, ids)
  expect(await correctMissing(shop.ctx, ids.slice(0, 1))).toMatchObject({ credits: 1040 })
  expect(await audit(shop.ctx)).toBe(1040)
  books.clock.advance(2 * day)
  // 1000 − 20 + 20 of the new lot; the old one has expired.
  const { credits } = await correctMissing(shop.ctx, ids.slice(1, 3))
  expect(credits).toBe(1000)
  expect(await audit(shop.ctx)).toBe(1000)
})

test('a delivered image stays paid, although its address is empty later', async () => {
  const [shop, stranger] = [await books.shop(), await books.shop()]
  await shop.createPaidRecharge(1000)
  const { ids } = await shop.order(2)
  const [delivered = 0, lost = 0] = ids
  await charge(shop.ctx, ids)
  await recordDeliveries(stranger.ctx, stranger.ctx.actor.accountId, [lost])
  const reportDelivered = () => recordDeliveries(shop.ctx, shop.ctx.actor.accountId, [delivered, delivered])
  await Promise.all([reportDelivered(), reportDelivered()])
  expect(await correctMissing(shop.ctx, ids)).toEqual({ corrected: [lost], credits: 940 })
  expect(await audit(shop.ctx)).toBe(940)
})
