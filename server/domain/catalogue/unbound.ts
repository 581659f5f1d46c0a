/**
 * Wireframes that no SKU shows: their form was given up between two calls, or their SKU took another. They stay for a week, so that
 * an undo or a form still open finds them. Those of a deleted SKU go at once: see `cascade`.
 */
import { sql } from 'kysely'
import { alone } from '../../kernel/alone'
import type { Db, Deps } from '../../kernel/context'
import { transact } from '../../kernel/transact'

export const unboundLifeMs = 7 * 24 * 60 * 60 * 1000
/** Most wireframes removed in one round; the next round takes the rest. */
const maxRemovedPerRound = 500

const bound = sql`exists (select from sku where sku.wireframe_id = wireframe.id)`

/** A wireframe that is about to be shown. It stays locked until the transaction ends, so that no sweep takes it. */
export async function keepWireframe(db: Db, id: number): Promise<void> {
  await sql`update wireframe set unbound_since = null where id = ${id} and unbound_since is not null`.execute(db)
}

/** Notes which wireframes nobody shows, and removes those that have waited for a week. Answers how many it removed. */
export async function sweepWireframes({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<number> {
  const now = clock.now()
  const before = new Date(now.getTime() - unboundLifeMs)
  await alone(db, 'unbound wireframes', async (inner) => {
    await sql`update wireframe set unbound_since = null where unbound_since is not null and ${bound}`.execute(inner)
    await sql`update wireframe set unbound_since = ${now} where unbound_since is null and not ${bound}`.execute(inner)
  })
  const due = await sql<{ id: number }>`
    select id from wireframe where unbound_since <= ${before} order by id limit ${sql.lit(maxRemovedPerRound)}`.execute(db)
  let removed = 0
  for (const { id } of due.rows) if (await takeUnbound(db, id, before)) removed += 1
  return removed
}

/** Locked first and judged in a second statement: a SKU bound meanwhile holds the lock until it can be seen. */
function takeUnbound(db: Db, id: number, before: Date): Promise<boolean> {
  return transact({ db }, async (inner) => {
    await sql`select from wireframe where id = ${id} for update`.execute(inner.db)
    const gone = await sql`
      delete from wireframe where id = ${id} and unbound_since <= ${before} and not ${bound} returning id`.execute(inner.db)
    return gone.rows.length === 1
  })
}
