import { creditsPerImage } from '../../../contract/constants'
import type { AccountCredits } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'
import { creditPrice } from './price'

/** Returns the credits that the account can spend now: expired lots do not count, even if their expiry is not booked yet. */
export async function currentCredits({ db, actor, clock }: Ctx): Promise<AccountCredits> {
  const lots = await db
    .selectFrom('credit_lot')
    .select(['remaining', 'expires_at'])
    .where('account_id', '=', actor.accountId)
    .where('remaining', '>', 0)
    .where('expires_at', '>', clock.now())
    .orderBy('expires_at')
    .execute()
  const recharge = await db
    .selectFrom('recharge_record')
    .select('id')
    .where('account_id', '=', actor.accountId)
    .where('paid_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  const firstExpiry = lots[0]?.expires_at.getTime()
  const firstToExpire = lots.filter(({ expires_at }) => expires_at.getTime() === firstExpiry)
  const sum = (of: typeof lots): number => of.reduce((total, { remaining }) => total + remaining, 0)
  return {
    credits: sum(lots),
    creditsPerImage,
    creditPrice,
    nextExpiry: firstExpiry === undefined ? null : { credits: sum(firstToExpire), at: firstExpiry },
    hasRecharged: recharge !== undefined,
  }
}
