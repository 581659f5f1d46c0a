/**
 * Removes finished files that nothing refers to: pictures of deleted layers, wireframes and assets, replaced thumbnails. They
 * stay for a week after their last use, so that an undo, a restored draft or an open form still finds its pictures.
 */
import { sql } from 'kysely'
import { fileKind } from '../../../contract/constants'
import type { Db, Deps } from '../../kernel/context'
import { runExclusively } from '../../kernel/exclusive'
import { transact } from '../../kernel/transact'
import type { Storage } from '../../ports/storage'
import { thumbnailKeys } from './names'

const day = 24 * 60 * 60 * 1000
export const unusedLifeMs = 7 * day
/** Lifetime of a buyer's unused picture: its order may arrive as late as a marketplace still delivers orders. */
export const unusedOrderLifeMs = 100 * day
/** Maximum number of files removed in one round; the next round takes the rest. */
export const maxRemovedPerRound = 500

const inUse = sql`(
  exists (select from template_layer where template_layer.image_file_id = file.id)
  or exists (select from template_draft where template_draft.file_ids @> to_jsonb(file.id))
  or exists (select from design_component_version version where version.file_ids @> to_jsonb(file.id))
  or exists (select from design_component_version version where version.thumbnail_file_id = file.id)
  or exists (select from template where template.thumbnail_file_id = file.id)
  or exists (select from wireframe where wireframe.background_file_id = file.id)
  or exists (select from wireframe where wireframe.foreground_file_id = file.id)
  or exists (select from asset where asset.file_id = file.id)
  or exists (select from cutout_placeholder where cutout_placeholder.file_id = file.id)
  or exists (select from shop_font where shop_font.font_file_id = file.id)
  or exists (select from shop_font where shop_font.preview_file_id = file.id)
  or exists (select from shop_font where shop_font.active_preview_file_id = file.id)
  or exists (select from print_profile where print_profile.icc_file_id = file.id)
  or exists (select from factory_print where factory_print.icc_file_id = file.id)
  or exists (select from factory_print where factory_print.file_id = file.id)
  or exists (select from print_batch where print_batch.icc_file_id = file.id)
  or exists (select from print_piece where print_piece.file_id = file.id)
  or exists (select from customization where customization.customized_file_id = file.id)
  or exists (select from customization where customization.preview_file_id = file.id)
  or exists (select from customization_file where customization_file.file_id = file.id)
  or exists (select from buyer_file where buyer_file.file_id = file.id)
  or exists (select from buyer_design where buyer_design.print_file_id = file.id)
  or exists (select from buyer_design where buyer_design.effect_file_id = file.id)
)`
const isFinished = sql`file.status = 'ready'`
/** SQL condition that a file has been unused for the lifetime of its kind. */
const isDue = (now: Date) => sql<boolean>`unused_since <= case when file.kind = ${fileKind.order}
  then ${new Date(now.getTime() - unusedOrderLifeMs)}::timestamptz else ${new Date(now.getTime() - unusedLifeMs)}::timestamptz end`

/** Marks files as used. The rows stay locked until the transaction ends, so that no sweep removes them. */
export async function markFilesUsed(db: Db, ids: readonly number[]): Promise<void> {
  await sql`
    update file set unused_since = null where id = any(${[...ids]}::bigint[]) and unused_since is not null`.execute(db)
}

/** Marks files that became unused, and removes those that have been unused long enough. Returns how many it removed. */
export async function sweepUnused({ db, storage, clock }: Pick<Deps, 'db' | 'storage' | 'clock'>): Promise<number> {
  const now = clock.now()
  await runExclusively(db, 'unused files', async (inner) => {
    await sql`update file set unused_since = null where unused_since is not null and ${inUse}`.execute(inner)
    await sql`
      update file set unused_since = ${now} where unused_since is null and ${isFinished} and not ${inUse}`.execute(inner)
  })
  return removeUnused({ db, storage, clock })
}

/** Removes the files that have been unused long enough, or that were marked to go at once. Returns how many it removed. */
export async function removeUnused({ db, storage, clock }: Pick<Deps, 'db' | 'storage' | 'clock'>): Promise<number> {
  const now = clock.now()
  const dueFiles = await db
    .selectFrom('file')
    .select('id')
    .where('unused_since', 'is not', null)
    .where(isDue(now))
    // Files that were marked for removal at once come first.
    .orderBy('unused_since')
    .orderBy('id')
    .limit(maxRemovedPerRound)
    .execute()
  let removed = 0
  for (const { id } of dueFiles) {
    const key = await deleteUnused(db, id, now)
    if (key === null) continue
    // The row is deleted first: a crash in between leaves unreferenced bytes, never a row without its bytes.
    await removeStored(storage, key)
    removed += 1
  }
  return removed
}

/**
 * Removes the bytes of a finished file and its thumbnails. The picture is removed first: a process that is making a thumbnail
 * then notices that the picture is gone, and removes the thumbnail itself.
 */
async function removeStored(storage: Storage, key: string): Promise<void> {
  await storage.remove(key)
  for (const thumbnail of thumbnailKeys(key)) await storage.remove(thumbnail)
}

/**
 * Deletes one row and returns its storage key; null when the file is used again. The row is locked first and checked in a second
 * statement: a save that refers to it holds the lock until the reference is visible, and a later save finds no file.
 */
function deleteUnused(db: Db, id: number, now: Date): Promise<string | null> {
  return transact({ db }, async (inner) => {
    await inner.db.selectFrom('file').select('id').where('id', '=', id).forUpdate().execute()
    const { rows } = await sql<{ storage_key: string }>`
      delete from file where id = ${id} and ${isDue(now)} and ${isFinished} and not ${inUse}
      returning storage_key`.execute(inner.db)
    return rows[0]?.storage_key ?? null
  })
}
