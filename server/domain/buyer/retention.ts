/** Deletes designs that nobody needs any more, with what their buyers brought. */
import { sql } from 'kysely'
import type { Db, Deps } from '../../kernel/context'
import { transact } from '../../kernel/transact'

const day = 24 * 60 * 60 * 1000
/** Time for which a draft is kept after its last change. */
export const draftLifeMs = 30 * day
/** Time for which a submitted design is kept without an order: as long as a marketplace still delivers orders. */
export const unboundLifeMs = 100 * day
const maxPerRound = 500

/** Returns how many designs were deleted. */
export async function sweepDesigns({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<number> {
  const now = clock.now().getTime()
  return transact({ db }, async (inner) => {
    const { rows } = await sql<{ id: number }>`
      select id from buyer_design where order_original_id is null and (
        status = 'draft' and submitted_revision is null and updated_at < ${new Date(now - draftLifeMs)}
        or updated_at < ${new Date(now - unboundLifeMs)})
      order by id limit ${maxPerRound} for update skip locked`.execute(inner.db)
    await deleteDesigns(
      inner.db,
      rows.map(({ id }) => id),
    )
    return rows.length
  })
}

/**
 * Deletes designs, which the caller has locked. Their photos, texts and drawings, those of replaced submissions, too, are removed by
 * the next round that removes unused files, unless something else uses them: other unused pictures wait for orders that may still
 * come, and these belonged to nobody else.
 */
export async function deleteDesigns(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await sql`
    update file set unused_since = 'epoch' where id in (
      select file_id from buyer_file where design_id = any(${[...ids]}::bigint[]) and (origin in ('photo', 'text') or revision is not null)
      union select print_file_id from buyer_design where id = any(${[...ids]}::bigint[])
      union select effect_file_id from buyer_design where id = any(${[...ids]}::bigint[]))`.execute(db)
  await sql`delete from buyer_design where id = any(${[...ids]}::bigint[])`.execute(db)
}
