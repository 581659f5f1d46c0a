/** Makes the print floor a factory of the account, and counts what is on it. */
import { sql } from 'kysely'
import type { AppContract } from '../../../contract/contract'
import type { Reply } from '../../../contract/core'
import { pieceStates } from '../../../contract/rules/print-batch'
import type { Ctx } from '../../kernel/context'
import { transact } from '../../kernel/transact'
import { storeFactories } from '../erp/factories'
import { sealKey } from '../erp/keys'
import { erpOf } from '../erp/programs'
import { ownFactory, ownFloorKind, ownKey } from './own-factory'

type Counts = Reply<AppContract['printFloor']['counts']>

export async function countFloor({ db, actor }: Ctx): Promise<Counts> {
  const { rows } = await sql<{ state: string; count: number }>`
    select state, count(*)::int as count from print_piece where account_id = ${actor.accountId} group by state`.execute(db)
  const { rows: facts } = await sql<{ open: number; own: boolean }>`
    select (select count(*)::int from print_batch where account_id = ${actor.accountId} and state <> 'printed') as open,
      exists (select from erp_integration where account_id = ${actor.accountId} and erp = ${ownFloorKind}) as own`.execute(db)
  const of = new Map(rows.map(({ state, count }) => [state, count]))
  return {
    states: Object.fromEntries(pieceStates.map((state) => [state, of.get(state) ?? 0])) as Counts['states'],
    openBatches: facts[0]?.open ?? 0,
    isOpen: facts[0]?.own ?? false,
  }
}

/** Opening it once more changes nothing. */
export async function openFloor(ctx: Ctx): Promise<Counts> {
  const { program } = erpOf(ctx, ownFloorKind)
  await transact(ctx, async (inner) => {
    const { db, actor, clock } = inner
    const made = await db
      .insertInto('erp_integration')
      .values({
        ...{ account_id: actor.accountId, erp: ownFloorKind, created_at: clock.now() },
        ...sealKey(inner, program, ownKey(actor.accountId)),
      })
      .onConflict((conflict) => conflict.columns(['account_id', 'erp']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (made) await storeFactories(inner, made.id, [ownFactory])
  })
  return countFloor(ctx)
}
