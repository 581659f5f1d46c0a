/** Credits of missing images return to their lots, once. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transact } from '../../kernel/transact'
import { audit, type CreditClient, day, openCreditClient } from '../../test/credits'
import { paint, storePicture } from '../../test/push-shop'
import { charge } from './charge'
import { correctMissing } from './corrections'
import { recordDeliveries } from './deliveries'
import { enterJournal, lockLedger, spendableLots } from './ledger'
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
  expect(await correctMissing(shop.ctx, ids)).toEqual({
    corrected: [one, two],
    returned: [one, two].map((customizationId) => ({ customizationId, credits: 60 })),
    credits: 940,
  })
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
  expect(await correctMissing(shop.ctx, [one])).toMatchObject({ corrected: [one], credits: 880 })
  expect(await audit(shop.ctx)).toBe(880)
})

test('nothing is given back for images that were never paid for, belong to others, or existed for days', async () => {
  const [shop, stranger] = [await books.shop(), await books.shop()]
  await shop.createPaidRecharge(1000)
  const { ids } = await shop.order(2)
  await charge(shop.ctx, ids.slice(0, 1))
  expect(await correctMissing(stranger.ctx, ids)).toMatchObject({ corrected: [], credits: 0 })
  expect((await correctMissing(shop.ctx, ids.slice(1))).corrected).toEqual([])
  books.clock.advance(4 * day)
  expect(await correctMissing(shop.ctx, ids)).toMatchObject({ corrected: [], credits: 940 })
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
  expect(await correctMissing(shop.ctx, ids)).toMatchObject({ corrected: [lost], credits: 940 })
  expect(await audit(shop.ctx)).toBe(940)
})

test.each([
  ['rose', 60, 100],
  ['fell', 60, 20],
])('an image gives back what it cost when the price %s since', async (_, before, after) => {
  const shop = await books.shop()
  await shop.createPaidRecharge(1000)
  const { ids } = await shop.order(2)
  const later = await shop.order(1)
  const [one = 0, two = 0] = ids
  await charge(shop.ctx, ids, [], { creditsPerImage: before })
  await charge(shop.ctx, later.ids, [], { creditsPerImage: after })
  const left = 1000 - 2 * before - after
  expect(await correctMissing(shop.ctx, [one])).toMatchObject({
    returned: [{ customizationId: one, credits: before }],
    credits: left + before,
  })
  expect(await correctMissing(shop.ctx, [two, ...later.ids])).toMatchObject({ credits: 1000 })
  const { items } = await listUsage(shop.ctx, everything)
  expect(items.map(({ usedCredits, correctedCredits }) => [usedCredits, correctedCredits])).toEqual([
    [after, after],
    [2 * before, 2 * before],
  ])
  // An image that is charged again costs the new price, and its correction gives the new price back.
  await charge(shop.ctx, [one], [], { creditsPerImage: after })
  expect(await correctMissing(shop.ctx, [one])).toMatchObject({
    returned: [{ customizationId: one, credits: after }],
    credits: 1000,
  })
  expect(await audit(shop.ctx)).toBe(1000)
})

test('the database refuses a correction that gives back something else than the image cost', async () => {
  const shop = await books.shop()
  await shop.createPaidRecharge(1000)
  const { ids } = await shop.order(1)
  await charge(shop.ctx, ids)
  const wrong = transact(shop.ctx, async (inner) => {
    const ledger = await lockLedger(inner, inner.actor.accountId)
    const [lot] = await spendableLots(ledger)
    const journal_id = await enterJournal(ledger, 'correction', 'correction:wrong', [
      { side: 'used', amount: -50 },
      { side: 'balance', amount: 50, ...(lot && { lotId: lot.id }) },
    ])
    const line = await inner.db
      .selectFrom('usage_line')
      .selectAll()
      .where('customization_id', '=', ids[0] ?? 0)
      .executeTakeFirstOrThrow()
    await inner.db
      .insertInto('usage_correction')
      .values({ ...line, used_credits: 50, journal_id })
      .execute()
    await inner.db.deleteFrom('usage_line').where('customization_id', '=', line.customization_id).execute()
  })
  await expect(wrong).rejects.toThrow('history and cannot be changed')
  expect(await audit(shop.ctx)).toBe(940)
})
