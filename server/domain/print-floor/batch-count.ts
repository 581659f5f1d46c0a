/** Keeps what a batch says of itself true when its pieces change. */
import { sql } from 'kysely'
import type { Db } from '../../kernel/context'

/** Counts sheets and pieces anew, without empty sheets; a planned batch without pieces goes. Call it in the transaction that changed them. */
export async function refreshBatches(db: Db, accountId: number, ids: readonly number[]): Promise<void> {
  const changed = [...new Set(ids)]
  if (changed.length === 0) return
  await sql`
    delete from print_batch batch where account_id = ${accountId} and id = any(${changed}::bigint[]) and state = 'planned'
      and not exists (select from print_batch_piece piece where piece.batch_id = batch.id)`.execute(db)
  await sql`
    update print_batch_piece piece set sheet = dense.sheet from (
      select batch_id, piece_id, dense_rank() over (partition by batch_id order by sheet) as sheet from print_batch_piece
      where account_id = ${accountId} and batch_id = any(${changed}::bigint[])) dense
    where piece.batch_id = dense.batch_id and piece.piece_id = dense.piece_id and piece.sheet <> dense.sheet`.execute(db)
  await sql`
    update print_batch batch set
      piece_count = (select count(*) from print_batch_piece piece where piece.batch_id = batch.id),
      sheet_count = coalesce((select max(sheet) from print_batch_piece piece where piece.batch_id = batch.id), 0)
    where account_id = ${accountId} and id = any(${changed}::bigint[])`.execute(db)
}
