/** The files that are drawn of designs. Each belongs to its design until it is replaced or the design is deleted, and goes then. */
import { type RawBuilder, sql } from 'kysely'
import type { Ctx, Db } from '../../kernel/context'
import { type StoredPrint, storePicture } from '../orders/design/print-file'
import { TaskLost } from '../tasks/kinds'

/**
 * Stores a drawing of this submission of a design as a private file. Rejects with `TaskLost`, and stores nothing, when the design was
 * deleted meanwhile.
 */
export const storeDrawing = (
  ctx: Ctx,
  { design_id: designId, revision }: { readonly design_id: number; readonly revision: number },
  name: string,
  bytes: Buffer,
): Promise<StoredPrint> =>
  storePicture(ctx, name, bytes, async ({ db, actor, clock }, fileId) => {
    const { rows } = await sql`
      insert into buyer_file (account_id, design_id, file_id, origin, revision, created_at)
      select account_id, id, ${fileId}::bigint, 'kept', ${revision}::int, ${clock.now()}::timestamptz
      from buyer_design where account_id = ${actor.accountId} and id = ${designId} for key share
      returning file_id`.execute(db)
    if (rows.length === 0) throw new TaskLost(`design ${designId} was deleted`)
  })

/** SQL condition on a row of `buyer_file`: a customization has this picture, as its present one or in its history. */
const isInOrder = sql`(
  exists (select from customization made where made.customized_file_id = buyer_file.file_id or made.preview_file_id = buyer_file.file_id)
  or exists (select from customization_version kept
    where kept.customized_file_id = buyer_file.file_id or kept.preview_file_id = buyer_file.file_id)
  or exists (select from customization_file used where used.file_id = buyer_file.file_id))`

/** Removes the drawings of a design that are not those of its last submission, and that no order has. */
export const removeReplaced = ({ db }: Pick<Ctx, 'db'>, designId: number): Promise<void> =>
  remove(
    db,
    sql`design_id = ${designId} and not exists (select from buyer_design design
      where design.id = buyer_file.design_id and buyer_file.file_id in (design.print_file_id, design.effect_file_id))`,
  )

/** Removes these drawings of a design, unless an order has them. */
export const removeDrawings = ({ db }: Pick<Ctx, 'db'>, designId: number, fileIds: readonly number[]): Promise<void> =>
  remove(db, sql`design_id = ${designId} and file_id = any(${[...fileIds]}::bigint[])`)

/** The next round that removes unused files takes them, as `deleteDesigns` says. */
async function remove(db: Db, condition: RawBuilder<unknown>): Promise<void> {
  await sql`
    with gone as (
      delete from buyer_file where revision is not null and ${condition} and not ${isInOrder} returning file_id)
    update file set unused_since = 'epoch' where id in (select file_id from gone)`.execute(db)
}
