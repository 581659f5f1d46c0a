/** Remembers for each shop what its seller answered about the marketplace's export files, for the next file. */
import { orderFileProfile } from '../../../contract/schemas/orders'
import type { OrderFileProfile } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'
import { requireOwned } from '../../kernel/owned'

const settingOf = (shopId: number): string => `order-file:${shopId}`

/** Answers of so many kinds of files are kept; the latest stay. */
const maxKinds = 20

const latest = <V>(of: Readonly<Record<string, V>>): Record<string, V> => Object.fromEntries(Object.entries(of).slice(-maxKinds))

export async function readFileProfile(ctx: Ctx, shopId: number): Promise<OrderFileProfile> {
  await requireOwned(ctx, 'shop', shopId, '店铺')
  const row = await ctx.db
    .selectFrom('account_setting')
    .select('value')
    .where('account_id', '=', ctx.actor.accountId)
    .where('name', '=', settingOf(shopId))
    .executeTakeFirst()
  // A newer server may have written states that this one does not know.
  const stored = orderFileProfile.safeParse(row?.value)
  return stored.success ? stored.data : { columns: {}, states: {} }
}

/** Adds the answers to those of other kinds of files. */
export async function keepFileProfile(ctx: Ctx, shopId: number, given: OrderFileProfile): Promise<OrderFileProfile> {
  const before = await readFileProfile(ctx, shopId)
  const states = Object.fromEntries(
    Object.entries(given.states).map(([kind, words]) => [kind, { ...before.states[kind], ...words }]),
  )
  const profile = {
    columns: latest({ ...before.columns, ...given.columns }),
    states: latest({ ...before.states, ...states }),
  }
  const value = JSON.stringify(profile)
  await ctx.db
    .insertInto('account_setting')
    .values({ account_id: ctx.actor.accountId, name: settingOf(shopId), value })
    .onConflict((conflict) => conflict.columns(['account_id', 'name']).doUpdateSet({ value }))
    .execute()
  return profile
}
