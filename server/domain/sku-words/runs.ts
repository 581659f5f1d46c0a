/** Keeps what set-ups from SKU words created, for a day, so that they can be undone. */
import type { Ctx } from '../../kernel/context'
import type { Applied } from './body'
import type { MadeRow } from './made'

const keptMs = 24 * 60 * 60 * 1000

interface RunName {
  readonly shopId: number
  readonly runKey: string
}

interface Run {
  readonly reply: Applied
  readonly made: readonly MadeRow[]
}

/** @param lock holds the row until the transaction ends. */
export async function findRun({ db, actor, clock }: Ctx, { shopId, runKey }: RunName, lock = false): Promise<Run | undefined> {
  const run = db
    .selectFrom('sku_words_run')
    .select(['reply', 'made'])
    .where('account_id', '=', actor.accountId)
    .where('shop_id', '=', shopId)
    .where('run_key', '=', runKey)
    .where('made_at', '>', new Date(clock.now().getTime() - keptMs))
  return (lock ? run.forUpdate() : run).executeTakeFirst()
}

export async function insertRun({ db, actor, clock }: Ctx, { shopId, runKey }: RunName, { reply, made }: Run): Promise<void> {
  await db
    .insertInto('sku_words_run')
    .values({
      ...{ account_id: actor.accountId, shop_id: shopId, run_key: runKey, made_at: clock.now() },
      ...{ reply: JSON.stringify(reply), made: JSON.stringify(made) },
    })
    .execute()
}

export async function removeRun({ db, actor }: Ctx, { shopId, runKey }: RunName): Promise<void> {
  await db
    .deleteFrom('sku_words_run')
    .where('account_id', '=', actor.accountId)
    .where('shop_id', '=', shopId)
    .where('run_key', '=', runKey)
    .execute()
}

/** Removes the account's runs that can no longer be undone. */
export async function sweepRuns({ db, actor, clock }: Ctx): Promise<void> {
  await db
    .deleteFrom('sku_words_run')
    .where('account_id', '=', actor.accountId)
    .where('made_at', '<=', new Date(clock.now().getTime() - keptMs))
    .execute()
}
