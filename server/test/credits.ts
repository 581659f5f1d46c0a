/** Accounts with orders and credits on a real database, a clock that the test moves, and an audit of the ledger. */

import { sql } from 'kysely'
import { expect } from 'vitest'
import { paymentStatus } from '../../contract/constants'
import { priceOf } from '../domain/credits/price'
import { settle } from '../domain/credits/settle'
import type { Ctx, Db } from '../kernel/context'
import type { TradeState } from '../ports/payments'
import { openDomain } from './domain'
import { insertShop } from './rows'

export const day = 24 * 60 * 60 * 1000

export interface CreditShop {
  readonly ctx: Ctx
  /** Creates an order with so many finished customizations and returns their ids. */
  order(count: number, of?: { parentId?: number; image?: boolean }): Promise<{ orderId: number; ids: number[] }>
  /** Shows customizations under another order and returns its id. */
  showInAnotherOrder(ids: readonly number[], of?: { parentId?: number }): Promise<number>
  /** Creates a recharge record that awaits payment and returns its number. */
  createRecharge(credits: number): Promise<string>
  /** Creates a paid recharge and returns its number. */
  createPaidRecharge(credits: number): Promise<string>
}

export interface CreditClient {
  readonly db: Db
  readonly clock: { now(): Date; advance(ms: number): void }
  shop(): Promise<CreditShop>
  close(): Promise<void>
}

let numbers = 0
const next = (): number => ++numbers

export const paidState = (outTradeNo: string, change: Partial<TradeState> = {}): TradeState => ({
  outTradeNo,
  status: 'paid',
  tradeNo: `T${outTradeNo}`,
  totalFen: null,
  paidAt: null,
  refundedFen: 0,
  ...change,
})

export async function openCreditClient(): Promise<CreditClient> {
  const domain = await openDomain()
  let time = domain.deps.clock.now().getTime()
  const move = (ms: number): void => {
    time += ms
  }
  const clock = { now: () => new Date(time), advance: (ms: number) => move(ms) }
  return {
    db: domain.deps.db,
    clock,
    shop: async () => shopOf({ ...(await domain.seller()), clock }),
    close: domain.close,
  }
}

/** Creates a shop of the caller's account. */
export async function shopOf(ctx: Ctx): Promise<CreditShop> {
  const { db, actor } = ctx
  const mine = { account_id: actor.accountId }
  const insertId = async (query: { executeTakeFirstOrThrow(): Promise<{ id: number }> }): Promise<number> =>
    (await query.executeTakeFirstOrThrow()).id
  const shopId = await insertShop(db, actor.accountId)

  async function newItem(parentId: number | null): Promise<{ orderId: number; itemId: number }> {
    const original = `${next()}`
    const orderId = await insertId(
      db
        .insertInto('shop_order')
        .values({
          ...mine,
          shop_id: shopId,
          original_id: original,
          is_platform_order: true,
          merge_split_status: parentId === null ? 'INDEPENDENT' : 'MERGE_CHILD',
          parent_id: parentId,
          created_at: ctx.clock.now(),
          sha256: original,
          search: original,
        })
        .returning('id'),
    )
    const item = { ...mine, order_id: orderId, place: 0, original_id: original, title: '壳', properties_name: '黑', quantity: 1 }
    return { orderId, itemId: await insertId(db.insertInto('order_item').values(item).returning('id')) }
  }
  const show = (itemId: number, ids: readonly number[]) =>
    db
      .insertInto('order_item_customization')
      .values(ids.map((id, place) => ({ ...mine, order_item_id: itemId, customization_id: id, place })))
      .execute()

  const shop: CreditShop = {
    ctx,
    async order(count, { parentId = null, image = true }: { parentId?: number | null; image?: boolean } = {}) {
      const { orderId, itemId } = await newItem(parentId)
      const names = { phone_brand_name: '', phone_model_name: '', material_name: '', material_color_name: '' }
      const rows = await db
        .insertInto('customization')
        .values(
          Array.from({ length: count }, () => {
            const key = `${next()}`
            const url = image ? `/files/ab/${key}.png` : null
            return { ...mine, shop_id: shopId, key, ...names, customized_image_url: url, snapshot: '{}' }
          }),
        )
        .returning('id')
        .execute()
      const ids = rows.map((row) => row.id)
      await show(itemId, ids)
      return { orderId, ids }
    },
    async showInAnotherOrder(ids, { parentId = null }: { parentId?: number | null } = {}) {
      const { orderId, itemId } = await newItem(parentId)
      await show(itemId, ids)
      return orderId
    },
    async createRecharge(credits) {
      const outTradeNo = `KJ${next()}`
      await db
        .insertInto('recharge_record')
        .values({
          ...mine,
          out_trade_no: outTradeNo,
          credits,
          amount_fen: priceOf(credits),
          operator: actor.username,
          status: paymentStatus.awaiting,
          created_at: ctx.clock.now(),
          closes_at: new Date(ctx.clock.now().getTime() + 900_000),
        })
        .execute()
      return outTradeNo
    },
    async createPaidRecharge(credits) {
      const outTradeNo = await shop.createRecharge(credits)
      await settle(ctx, paidState(outTradeNo, { totalFen: priceOf(credits) }))
      return outTradeNo
    },
  }
  return shop
}

/** Checks every invariant of an account's ledger and returns its balance. */
export async function audit({ db, actor }: Ctx): Promise<number> {
  const mine = actor.accountId
  const { rows: sides } = await sql<{ kind: string; balance: number; posted: number }>`
    select l.kind, l.balance, coalesce((select sum(amount) from posting p where p.ledger_account_id = l.id), 0)::int8 as posted
    from ledger_account l where l.account_id = ${mine}`.execute(db)
  const balances = new Map(sides.map(({ kind, balance }) => [kind, balance]))
  for (const { kind, balance, posted } of sides) expect([kind, balance]).toEqual([kind, posted])
  expect(sides.reduce((sum, { balance }) => sum + balance, 0)).toBe(0)
  const { rows: lots } = await sql<{ remaining: number; posted: number }>`
    select c.remaining, coalesce((select sum(amount) from posting p where p.credit_lot_id = c.id), 0)::int8 as posted
    from credit_lot c where c.account_id = ${mine}`.execute(db)
  for (const { remaining, posted } of lots) expect(remaining).toBe(posted)
  const balance = balances.get('balance') ?? 0
  expect(lots.reduce((sum, { remaining }) => sum + remaining, 0)).toBe(balance)
  expect(balance).toBeGreaterThanOrEqual(0)
  const { rows: used } = await sql<{ lines: number; distinct: number; cost: number; recorded: number }>`
    select count(*)::int8 as lines, count(distinct customization_id)::int8 as distinct,
      coalesce(sum(used_credits), 0)::int8 as cost,
      (select coalesce(sum(used_credits), 0)::int8 from usage_record where account_id = ${mine})
        - (select coalesce(sum(used_credits), 0)::int8 from usage_correction where account_id = ${mine}) as recorded
    from usage_line where account_id = ${mine}`.execute(db)
  const [{ lines = 0, distinct = 0, cost = 0, recorded = 0 } = {}] = used
  expect([lines, recorded]).toEqual([distinct, cost])
  expect(balances.get('used') ?? 0).toBe(cost)
  return balance
}
