/** The ceilings of a day that a program's key has for what costs something. */
import { beijingDayNumber } from '../../../contract/rules/beijing-time'
import type { KeyMoney } from '../../../contract/rules/key-rights'
import { moneyNames, moneyUnits } from '../../../contract/rules/key-texts'
import type { ActorKey, Ctx } from '../../kernel/context'
import { Failure } from '../../kernel/failure'

const dayOf = ({ clock }: Pick<Ctx, 'clock'>): number => beijingDayNumber(clock.now().getTime())

function ceilingReached(key: ActorKey, kind: KeyMoney, used: number, amount: number): Failure {
  const [name, unit] = [moneyNames[kind], moneyUnits[kind]]
  return new Failure(
    'key-ceiling',
    `接口密钥「${key.name}」的「${name}」每天最多 ${key.ceilings[kind] ?? 0} ${unit}，今天已用 ${used} ${unit}，这次需要 ${amount} ${unit}；请明天再试，或换一个上限更高的密钥`,
  )
}

/**
 * Counts `amount` against the ceiling of the caller's key for today in Beijing, in the transaction of what costs it. People have no
 * ceiling. Rejects with 'key-ceiling', and counts nothing, where the rest of the day is too small.
 */
export async function spendFromCeiling(ctx: Ctx, kind: KeyMoney, amount: number): Promise<void> {
  const { db, actor } = ctx
  const { key } = actor
  if (!key || amount === 0) return
  const { used } = await db
    .insertInto('api_key_use')
    .values({ key_id: key.id, account_id: actor.accountId, day: dayOf(ctx), kind, used: amount })
    .onConflict((conflict) =>
      conflict.columns(['key_id', 'day', 'kind']).doUpdateSet(({ eb }) => ({ used: eb('api_key_use.used', '+', amount) })),
    )
    .returning('used')
    .executeTakeFirstOrThrow()
  if (used > (key.ceilings[kind] ?? 0)) throw ceilingReached(key, kind, used - amount, amount)
}

/** Rejects with 'key-ceiling' where `amount` would not fit, before work begins that spends it in several transactions. */
export async function requireCeiling(ctx: Ctx, kind: KeyMoney, amount: number): Promise<void> {
  const { key } = ctx.actor
  if (!key || amount === 0) return
  const row = await ctx.db
    .selectFrom('api_key_use')
    .select('used')
    .where('key_id', '=', key.id)
    .where('account_id', '=', ctx.actor.accountId)
    .where('day', '=', dayOf(ctx))
    .where('kind', '=', kind)
    .executeTakeFirst()
  const used = row?.used ?? 0
  if (used + amount > (key.ceilings[kind] ?? 0)) throw ceilingReached(key, kind, used, amount)
}
