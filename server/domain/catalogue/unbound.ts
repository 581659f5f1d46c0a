/**
 * Removes wireframes that no SKU uses: their form was abandoned between two calls, or their SKU got another one. They stay for a
 * week, so that an undo or an open form still finds them. Those of a deleted SKU are removed at once (cascade.ts).
 */
import { sql } from 'kysely'
import type { Db, Deps } from '../../kernel/context'
import { runExclusively } from '../../kernel/exclusive'
import { transact } from '../../kernel/transact'

export const unboundLifeMs = 7 * 24 * 60 * 60 * 1000
/** Maximum number of wireframes removed in one round; the next round takes the rest. */
const maxRemovedPerRound = 500

const isBound = sql`exists (select from sku where sku.wireframe_id = wireframe.id)`

/** Marks a wireframe as used. The row stays locked until the transaction ends, so that no sweep removes it. */
export async function markWireframeUsed(db: Db, id: number): Promise<void> {
  await sql`update wireframe set unbound_since = null where id = ${id} and unbound_since is not null`.execute(db)
}

/** Marks wireframes that no SKU uses, and removes those that have been unused for a week. Returns how many it removed. */
export async function sweepWireframes({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<number> {
  const now = clock.now()
  const before = new Date(now.getTime() - unboundLifeMs)
  await runExclusively(db, 'unbound wireframes', async (inner) => {
    await sql`update wireframe set unbound_since = null where unbound_since is not null and ${isBound}`.execute(inner)
    await sql`update wireframe set unbound_since = ${now} where unbound_since is null and not ${isBound}`.execute(inner)
  })
  const due = await sql<{ id: number }>`
    select id from wireframe where unbound_since <= ${before} order by id limit ${sql.lit(maxRemovedPerRound)}`.execute(db)
  let removed = 0
  for (const { id } of due.rows) if (await deleteUnbound(db, id, before)) removed += 1
  return removed
}

/**
 * Locked first and checked in a second statement: a transaction that binds the wireframe holds the lock until its SKU is visible.
 */
function deleteUnbound(db: Db, id: number, before: Date): Promise<boolean> {
  return transact({ db }, async (inner) => {
    await sql`select from wireframe where id = ${id} for update`.execute(inner.db)
    const deleted = await sql`
      delete from wireframe where id = ${id} and unbound_since <= ${before} and not ${isBound} returning id`.execute(inner.db)
    return deleted.rows.length === 1
  })
}
