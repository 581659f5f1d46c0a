/**
 * Coming back to a design from another phone: by its code and the last four digits of a telephone number, if its buyer left them. The
 * code stands in remarks, where others may read it, so the digits are what opens it, and wrong ones are limited.
 */
import { sql } from 'kysely'
import { codesIn } from '../../../contract/rules/design-code'
import type { BuyerDesign } from '../../../contract/types'
import type { PublicCtx } from '../../kernel/context'
import { Failure } from '../../kernel/failure'
import { takeBackUse } from '../../kernel/shared-limit'
import { newToken, tokenHash } from '../users/tokens'
import { limit, openDesign } from './access'
import { toBuyerDesign } from './rows'

const hour = 60 * 60 * 1000
/** Wrong answers that block a code or an address for an hour. */
export const maxWrongReturns = 5
export const maxWrongReturnsPerAddress = 20
/** Wrong answers that block a code for twenty days: of ten thousand possible digits so few are tried that a guess hardly ever succeeds. */
export const maxWrongReturnsOfCode = 30
const longMs = 20 * 24 * hour
/** Phones beside the first one that keep a design; the oldest go. */
const mostKeys = 10

/** Stores the digits with which the buyer comes back; null forgets them. */
export async function setReturn(publicCtx: PublicCtx, id: number, digits: string | null): Promise<BuyerDesign> {
  const { ctx } = await openDesign(publicCtx, id)
  const row = await ctx.db
    .updateTable('buyer_design')
    .set({ return_digits: digits })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return toBuyerDesign(ctx, row)
}

/**
 * Returns a new secret of the design with this code. An unknown code, a design without digits and wrong digits are answered alike, with
 * 'invalid'; beyond the limits with 'too-many-requests', also for the right ones.
 */
export async function findDesign(
  publicCtx: PublicCtx,
  { code: typed, digits }: { readonly code: string; readonly digits: string },
): Promise<{ id: number; secret: string }> {
  const { db, address, clock } = publicCtx
  const unknown = new Failure('invalid', '没有找到：请核对编号和手机号后 4 位。没有留过后 4 位的设计，要用原来的手机打开。')
  const [code] = codesIn(typed)
  const keys: readonly (readonly [key: string, most: number, windowMs: number])[] = [
    [`buyer:return-address:${address}`, maxWrongReturnsPerAddress, hour],
    ...(code
      ? ([
          [`buyer:return:${code}`, maxWrongReturns, hour],
          [`buyer:return-long:${code}`, maxWrongReturnsOfCode, longMs],
        ] as const)
      : []),
  ]
  // Counted before the design is looked for, so that guesses at the same time cannot exceed the limits.
  for (const [key, most, windowMs] of keys) await limit(publicCtx, key, most, windowMs)
  if (code === undefined) throw unknown
  const row = await db
    .selectFrom('buyer_design')
    .select(['id', 'account_id'])
    .where('code', '=', code)
    .where('return_digits', '=', digits)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (!row) throw unknown
  for (const [key] of keys) await takeBackUse(db, key)
  const secret = newToken()
  await db
    .insertInto('buyer_design_key')
    .values({ account_id: row.account_id, design_id: row.id, secret_hash: tokenHash(secret), created_at: clock.now() })
    .execute()
  await sql`
    delete from buyer_design_key where design_id = ${row.id} and id not in (
      select id from buyer_design_key where design_id = ${row.id} order by id desc limit ${mostKeys}
    )`.execute(db)
  return { id: row.id, secret }
}
