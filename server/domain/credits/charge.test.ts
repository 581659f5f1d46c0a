import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { creditLimits, creditsPerImage } from '../../../contract/constants'
import { sized } from '../../../test/setup/size'
import { audit, type CreditClient, type CreditShop, day, openCreditClient, paidState } from '../../test/credits'
import { expectFailure } from '../../test/domain'
import { storedPicture } from '../../test/order-shop'
import { currentCredits } from './balance'
import { charge } from './charge'
import { expireCredits } from './expiry'
import { creditLifeMs } from './limits'
import { creditPrice } from './price'
import { settle } from './settle'
import { getUsage, listUsage } from './usage'

let books: CreditClient
beforeAll(async () => {
  books = await openCreditClient()
})
afterAll(() => books.close())

const usage = (shop: CreditShop, query: object = {}) => listUsage(shop.ctx, { pageNo: 1, pageSize: 100, ...query })

const paidImage = (customizationId: number) => ({ customizationId, customizedImageUrl: expect.stringMatching(/\.png$/) })

describe('a charge', () => {
  test('a charge at another price than the seller saw is refused with the new price, and costs nothing', async () => {
    const shop = await books.shop()
    await shop.createPaidRecharge(1000)
    const { ids } = await shop.order(2)
    const raised = { creditsPerImage: 80, seen: 60 }
    await expectFailure(charge(shop.ctx, ids, [], raised), 'price-changed', undefined, '从 60 点变为 80 点')
    expect(await audit(shop.ctx)).toBe(1000)
    expect(await charge(shop.ctx, ids, [], { creditsPerImage: 60, seen: 60 })).toMatchObject({ charged: ids, credits: 880 })
    // Nothing is to be paid any more, so the price does not matter; nor does it for a page that does not say what it showed.
    expect(await charge(shop.ctx, ids, [], raised)).toMatchObject({ alreadyCharged: ids, credits: 880 })
    const more = await shop.order(1)
    expect(await charge(shop.ctx, more.ids, [], { creditsPerImage: 80 })).toMatchObject({ charged: more.ids, credits: 800 })
  })

  test('a charge takes 60 credits for each unpaid image, once', async () => {
    const shop = await books.shop()
    await shop.createPaidRecharge(1000)
    const { ids } = await shop.order(3)
    const [one = 0, two = 0, three = 0] = ids
    expect(await charge(shop.ctx, [two, one, two])).toEqual({
      charged: [two, one],
      alreadyCharged: [],
      insufficient: [],
      refused: [],
      images: [two, one].map(paidImage),
      credits: 880,
    })
    expect(await charge(shop.ctx, [one, three])).toEqual({
      charged: [three],
      alreadyCharged: [one],
      insufficient: [],
      refused: [],
      images: [one, three].map(paidImage),
      credits: 820,
    })
    expect(await charge(shop.ctx, ids)).toMatchObject({ charged: [], alreadyCharged: ids, credits: 820 })
    expect(await audit(shop.ctx)).toBe(820)
  })

  test('a charge pays in the given order as far as the balance reaches, and reports the rest', async () => {
    const shop = await books.shop()
    await shop.createPaidRecharge(1000)
    const { ids } = await shop.order(20)
    const asked = [...ids].reverse()
    const reply = await charge(shop.ctx, asked)
    const charged = asked.slice(0, 16)
    expect(reply).toEqual({
      charged,
      alreadyCharged: [],
      insufficient: asked.slice(16),
      refused: [],
      images: charged.map(paidImage),
      credits: 40,
    })
    expect(await charge(shop.ctx, ids.slice(0, 1))).toMatchObject({ charged: [], insufficient: ids.slice(0, 1), credits: 40 })
    expect(await audit(shop.ctx)).toBe(40)
  })

  test('a charge of an account without credits charges nothing', async () => {
    const shop = await books.shop()
    const { ids } = await shop.order(2)
    expect(await charge(shop.ctx, ids)).toEqual({
      charged: [],
      alreadyCharged: [],
      insufficient: ids,
      refused: [],
      images: [],
      credits: 0,
    })
    expect(await currentCredits(shop.ctx)).toEqual({
      credits: 0,
      creditsPerImage,
      creditPrice,
      nextExpiry: null,
      hasRecharged: false,
    })
  })

  test('a design that a merged order and its parts show is charged once, recorded under the merged order', async () => {
    const shop = await books.shop()
    await shop.createPaidRecharge(1000)
    const parent = await shop.order(2)
    await shop.showInAnotherOrder(parent.ids.slice(0, 1), { parentId: parent.orderId })
    const child = await shop.showInAnotherOrder(parent.ids.slice(1), { parentId: parent.orderId })
    expect((await charge(shop.ctx, [...parent.ids, ...parent.ids])).charged).toEqual(parent.ids)
    const { items } = await usage(shop)
    expect(items).toMatchObject([{ orderId: parent.orderId, usedCredits: 120 }])
    expect((await usage(shop, { orderId: child })).totalItems).toBe(0)
    expect(await audit(shop.ctx)).toBe(880)
  })

  test('a charge of several orders leaves a usage record for each with its images', async () => {
    const shop = await books.shop()
    await shop.createPaidRecharge(6000)
    const first = await shop.order(2)
    const second = await shop.order(1)
    await charge(shop.ctx, [...second.ids, ...first.ids])
    const { items, totalItems } = await usage(shop)
    expect(totalItems).toBe(2)
    const record = items.find(({ orderId }) => orderId === first.orderId)
    expect(record?.usedCredits).toBe(120)
    const detail = await getUsage(shop.ctx, record?.id ?? 0)
    expect(detail.lines.map(({ customizationId, usedCredits }) => [customizationId, usedCredits])).toEqual(
      first.ids.map((id) => [id, creditsPerImage]),
    )
    expect(detail.lines[0]?.customizedImageUrl).toMatch(/\.png$/)
    expect((await usage(shop, { orderOriginalId: record?.orderOriginalId })).totalItems).toBe(1)
    expect((await usage(shop, { shopId: 999_999 })).totalItems).toBe(0)
    const at = books.clock.now().getTime()
    expect((await usage(shop, { createdAtStart: at, createdAtEnd: at })).totalItems).toBe(2)
    expect((await usage(shop, { createdAtStart: at + 1 })).totalItems).toBe(0)
    await expectFailure(getUsage((await books.shop()).ctx, record?.id ?? 0), 'not-found')
  })

  test('a charge refuses, each with its reason, images of other accounts, unknown ones and unfinished ones', async () => {
    const shop = await books.shop()
    const other = await books.shop()
    await shop.createPaidRecharge(1000)
    const { ids } = await shop.order(1)
    const [theirs = 0] = (await other.order(1)).ids
    const [unfinished = 0] = (await shop.order(1, { image: false })).ids
    const reply = await charge(shop.ctx, [theirs, ...ids, 999_999_999, unfinished], [theirs, unfinished])
    expect(reply).toMatchObject({ charged: ids, images: ids.map(paidImage), credits: 940 })
    expect(reply.refused.map(({ customizationId, findings }) => [customizationId, findings[0]?.code])).toEqual([
      [theirs, 'missing'],
      [999_999_999, 'missing'],
      [unfinished, 'unfinished'],
    ])
    expect(await charge(shop.ctx, [theirs])).toMatchObject({ charged: [], insufficient: [], credits: 940 })
    expect(await audit(shop.ctx)).toBe(940)
  })

  test('a charge takes held and blank images and those without pieces only when the seller confirmed them', async () => {
    const shop = await books.shop()
    await shop.createPaidRecharge(1000)
    const [held, none, blank, well] = await Promise.all([1, 1, 1, 1].map((count) => shop.order(count)))
    const [heldId = 0, noneId = 0, blankId = 0, wellId = 0] = [held, none, blank, well].map((order) => order?.ids[0])
    const change = (orderId: number | undefined, fields: object) =>
      books.db
        .updateTable('order_item')
        .set(fields)
        .where('order_id', '=', orderId ?? 0)
        .execute()
    await change(held?.orderId, { hold: '买家申请了退款' })
    await change(none?.orderId, { quantity: 0 })
    const { id: fileId } = await storedPicture(shop.ctx)
    await books.db
      .insertInto('picture_look')
      .values({ account_id: shop.ctx.actor.accountId, file_id: fileId, width: 8, height: 8, content: 'uniform' })
      .execute()
    await books.db.updateTable('customization').set({ customized_file_id: fileId }).where('id', '=', blankId).execute()
    const ids = [heldId, noneId, blankId, wellId]
    const reply = await charge(shop.ctx, ids)
    expect(reply).toMatchObject({ charged: [wellId], images: [paidImage(wellId)], credits: 940 })
    expect(reply.refused.map(({ customizationId, findings }) => [customizationId, findings.map(({ code }) => code)])).toEqual([
      [heldId, ['held']],
      [noneId, ['noPieces']],
      [blankId, ['blank']],
    ])
    expect(reply.refused[0]?.findings[0]?.text).toContain('买家申请了退款')
    // Confirming one image does not confirm another.
    expect(await charge(shop.ctx, ids, [noneId])).toMatchObject({ charged: [noneId], alreadyCharged: [wellId], credits: 880 })
    expect(await charge(shop.ctx, ids, ids)).toMatchObject({ charged: [heldId, blankId], refused: [], credits: 760 })
    expect(await audit(shop.ctx)).toBe(760)
  })

  test('the same charge requested 50 times at once is made once', async () => {
    const shop = await books.shop()
    await shop.createPaidRecharge(1000)
    const { ids } = await shop.order(5)
    const replies = await Promise.all(Array.from({ length: 50 }, () => charge(shop.ctx, ids)))
    expect(replies.filter(({ charged }) => charged.length > 0)).toHaveLength(1)
    expect(new Set(replies.map(({ credits }) => credits))).toEqual(new Set([700]))
    expect(await audit(shop.ctx)).toBe(700)
  })

  test('a charge of the maximum number of images is one journal', async () => {
    const images = sized(1000, 5000)
    const shop = await books.shop()
    await shop.createPaidRecharge(60 * images)
    const { ids } = await shop.order(images)
    expect((await charge(shop.ctx, ids)).charged).toHaveLength(images)
    expect(await audit(shop.ctx)).toBe(0)
  })
})

describe('credits', () => {
  test('credits are counted exactly up to ten thousand millions', async () => {
    const shop = await books.shop()
    for (let i = 0; i < 3; i += 1) await shop.createPaidRecharge(creditLimits.max)
    const { ids } = await shop.order(1)
    expect((await charge(shop.ctx, ids)).credits).toBe(3 * creditLimits.max - 60)
    expect(await audit(shop.ctx)).toBe(29_999_999_940)
  })

  test('the lots that expire first are spent first, also across lots', async () => {
    const shop = await books.shop()
    await shop.createPaidRecharge(1000)
    books.clock.advance(day)
    await shop.createPaidRecharge(1000)
    const { ids } = await shop.order(20)
    await charge(shop.ctx, ids)
    const lots = await books.db
      .selectFrom('credit_lot')
      .select('remaining')
      .where('account_id', '=', shop.ctx.actor.accountId)
      .orderBy('expires_at')
      .execute()
    expect(lots).toEqual([{ remaining: 0 }, { remaining: 800 }])
    expect(await currentCredits(shop.ctx)).toEqual({
      credits: 800,
      creditsPerImage,
      creditPrice,
      nextExpiry: { credits: 800, at: books.clock.now().getTime() + creditLifeMs },
      hasRecharged: true,
    })
  })

  test('credits last to the last millisecond of their year and are never spent after it, with or without the job', async () => {
    const shop = await books.shop()
    await shop.createPaidRecharge(1000)
    const { ids } = await shop.order(2)
    const [one = 0, two = 0] = ids
    books.clock.advance(creditLifeMs - 1)
    expect((await charge(shop.ctx, [one])).charged).toEqual([one])
    books.clock.advance(1)
    expect((await currentCredits(shop.ctx)).credits).toBe(0)
    expect(await charge(shop.ctx, [two])).toMatchObject({ charged: [], insufficient: [two], images: [], credits: 0 })
    expect(await audit(shop.ctx)).toBe(0)
  })

  test('the job books expired credits once', async () => {
    const shop = await books.shop()
    await shop.createPaidRecharge(1000)
    books.clock.advance(creditLifeMs)
    await shop.createPaidRecharge(2000)
    await Promise.all([expireCredits(shop.ctx), expireCredits(shop.ctx)])
    expect(await audit(shop.ctx)).toBe(2000)
    const { rows } = await sql<{ kind: string }>`
      select kind from journal where account_id = ${shop.ctx.actor.accountId} order by id`.execute(books.db)
    expect(rows.map(({ kind }) => kind)).toEqual(['recharge', 'recharge', 'expiry'])
  })
})

describe('the database itself', () => {
  const refused = async (change: (shop: CreditShop) => Promise<unknown>, words: RegExp) => {
    const shop = await books.shop()
    await shop.createPaidRecharge(1000)
    await charge(shop.ctx, (await shop.order(1)).ids)
    await expect(books.db.transaction().execute((db) => change({ ...shop, ctx: { ...shop.ctx, db } }))).rejects.toThrow(words)
    expect(await audit(shop.ctx)).toBe(940)
  }
  const run = (text: string) => (shop: CreditShop) =>
    sql.raw(text.replaceAll('$account', String(shop.ctx.actor.accountId))).execute(shop.ctx.db)

  test.each([
    ["update ledger_account set balance = 10 where account_id = $account and kind = 'balance'", /postings only/],
    ['update credit_lot set remaining = 1000 where account_id = $account', /postings only/],
    ["update credit_lot set expires_at = expires_at + interval '1 year' where account_id = $account", /postings only/],
    ['update posting set amount = 2 * amount where account_id = $account', /history/],
    ['delete from journal where account_id = $account', /history/],
    ['delete from usage_line where account_id = $account', /history/],
    ['delete from recharge_record where account_id = $account', /history/],
    ['update recharge_record set credits = credits + 1000 where account_id = $account', /cannot be changed/],
    ['update recharge_record set status = 1 where account_id = $account', /does not become/],
    ["insert into journal (account_id, kind, key) values ($account, 'recharge', 'x')", /out of balance/],
    [
      `with entered as (insert into journal (account_id, kind, key) values ($account, 'charge', 'x') returning id)
       insert into posting (account_id, journal_id, ledger_account_id, credit_lot_id, amount)
       select $account, entered.id, l.id, case when l.kind = 'balance' then c.id end, case when l.kind = 'balance' then -60 else 60 end
       from entered, ledger_account l, credit_lot c
       where l.account_id = $account and l.kind in ('balance', 'used') and c.account_id = $account`,
      /charged/,
    ],
    [
      `insert into usage_line (account_id, usage_record_id, customization_id, used_credits)
       select account_id, usage_record_id, customization_id, 60 from usage_line where account_id = $account`,
      /usage_line_pkey/,
    ],
  ])('the database refuses %s', (text, words) => refused(run(text), words))

  test('the database lets a whole account be deleted', async () => {
    const shop = await books.shop()
    await shop.createPaidRecharge(1000)
    await charge(shop.ctx, (await shop.order(2)).ids)
    await books.db.deleteFrom('account').where('id', '=', shop.ctx.actor.accountId).execute()
    const { rows } = await sql`select 1 from posting where account_id = ${shop.ctx.actor.accountId}`.execute(books.db)
    expect(rows).toEqual([])
  })

  test('the database accepts no second recharge with the same trade number', async () => {
    const shop = await books.shop()
    await shop.createPaidRecharge(1000)
    const other = await shop.createRecharge(1000)
    const trade = await books.db
      .selectFrom('recharge_record')
      .select('trade_no')
      .where('account_id', '=', shop.ctx.actor.accountId)
      .where('trade_no', 'is not', null)
      .executeTakeFirstOrThrow()
    await expect(settle(shop.ctx, paidState(other, { totalFen: 500, tradeNo: trade.trade_no }))).rejects.toThrow(
      'recharge_record_trade',
    )
    expect(await audit(shop.ctx)).toBe(1000)
  })
})
