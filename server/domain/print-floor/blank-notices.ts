/** Tells sellers that blanks run low, before a batch stands still for want of a case: once for each case, until there are enough again. */
import { sql } from 'kysely'
import { caseNameOf } from '../../../contract/rules/case-names'
import type { Blank } from '../../../contract/types'
import type { Ctx, Deps } from '../../kernel/context'
import { transact } from '../../kernel/transact'
import { notify, resolve } from '../notifications/notifications'
import { lockBlanks, readBlanks } from './blank-rows'

type Needs = Pick<Ctx, 'db' | 'clock'> & { readonly actor: Pick<Ctx['actor'], 'accountId'> }

const kind = 'blanks-low'

const subjectOf = ({ phoneModelId, materialColorId }: Blank): string => `blank:${phoneModelId}-${materialColorId}`

/** The words have no count, because they stay while the count changes. */
const wordsOf = (blank: Blank): string =>
  blank.warnBelow > 0
    ? `空壳快用完了：${caseNameOf(blank)}，排队的打完后剩不到 ${blank.warnBelow} 个。请补货，到货后在空壳库存里入库。`
    : `空壳不够用：${caseNameOf(blank)}，排队的比现有的多。请补货，到货后在空壳库存里入库。`

/**
 * Makes the open notifications those of the blanks that are low now. Call it in the transaction of each change of blanks or of the
 * pieces that need them, as its last step: changes of one account wait for each other here, so that the later one sees the earlier.
 */
export async function tellLowBlanks(ctx: Needs): Promise<void> {
  const { db, actor } = ctx
  await lockBlanks(ctx)
  const low = new Map((await readBlanks(ctx)).filter(({ isLow }) => isLow).map((blank) => [subjectOf(blank), wordsOf(blank)]))
  const told = await db
    .selectFrom('notification')
    .select(['subject', 'words'])
    .where('account_id', '=', actor.accountId)
    .where('kind', '=', kind)
    .where('resolved_at', 'is', null)
    .execute()
  for (const { subject } of told) if (!low.has(subject)) await resolve(ctx, kind, subject)
  for (const [subject, words] of low) {
    if (told.some((one) => one.subject === subject && one.words === words)) continue
    await notify(ctx, { kind, subject, words, target: 'blanks' })
  }
}

/** Does the same for all accounts, because a case or an order that was deleted changes blanks without a step of the print floor. */
export async function tellAllLowBlanks({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const { rows } = await sql<{ account_id: number }>`
    select account_id from blank_stock
    union select account_id from notification where kind = ${kind} and resolved_at is null order by account_id`.execute(db)
  for (const { account_id: accountId } of rows) {
    await transact({ db, clock }, (inner) => tellLowBlanks({ ...inner, actor: { accountId } }))
  }
}
