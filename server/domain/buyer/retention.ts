/** Deletes designs that nobody needs any more. Their pictures then count as unused and are removed as all unused files. */
import { sql } from 'kysely'
import type { Deps } from '../../kernel/context'

const day = 24 * 60 * 60 * 1000
/** A draft is kept so long after its last change. */
export const draftLifeMs = 30 * day
/** A submitted design is kept so long without an order: as long as a marketplace still delivers orders. */
export const unboundLifeMs = 100 * day
const maxPerRound = 500

/** Returns how many designs were deleted. */
export async function sweepDesigns({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<number> {
  const now = clock.now().getTime()
  const { rows } = await sql<{ id: number }>`
    delete from buyer_design where id in (
      select id from buyer_design where order_original_id is null and (
        status = 'draft' and submitted_revision is null and updated_at < ${new Date(now - draftLifeMs)}
        or updated_at < ${new Date(now - unboundLifeMs)})
      order by id limit ${maxPerRound} for update skip locked)
    returning id`.execute(db)
  return rows.length
}
