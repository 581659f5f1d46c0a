/**
 * Draws submitted designs as jobs: print file and effect image, once for a submission, which go into the order that has the design.
 * Drawings of a submission that was replaced, sent back or deleted meanwhile are removed.
 */
import { sql } from 'kysely'
import type { Ctx, Db, Deps } from '../../kernel/context'
import { Failure } from '../../kernel/failure'
import { findOwned } from '../../kernel/owned'
import { lockLedger } from '../credits/ledger'
import { drawWithEffect } from '../orders/design/effect-image'
import type { StoredLayer } from '../orders/design/stored-design'
import { readWireframes } from '../orders/referenced-rows'
import { wireframeOf } from '../orders/snapshot'
import { lockShop } from '../shops/shops'
import { TaskLost } from '../tasks/kinds'
import { actFor, type DesignRow } from './access'
import { placeInOrder } from './binding'
import type { DrawingRow } from './drawing-queue'
import { removeDrawings, removeReplaced, storeDrawing } from './drawn-files'
import { lockTextOf, readLayers } from './rows'
import { submissionOf } from './submission'

/** How a drawing ended: the files, or why there are none. */
export type DrawingEnding = { readonly printId: number; readonly effectId: number | null } | { readonly error: string }

const ctxOf = (deps: Deps, { id, account_id }: DrawingRow): Ctx => actFor({ ...deps, traceId: `drawing-${id}` }, account_id)

/** Returns the row of a job as one that is being drawn; undefined when it has ended or was deleted. */
export const takeDrawing = ({ db, clock }: Pick<Deps, 'db' | 'clock'>, id: number): Promise<DrawingRow | undefined> =>
  db
    .updateTable('buyer_drawing')
    .set({ status: 'drawing', started_at: clock.now() })
    .where('id', '=', id)
    .where('status', 'in', ['waiting', 'drawing'])
    .returningAll()
    .executeTakeFirst()

/** Draws a submission. Rejects with a Failure for buyer and seller, or with `TaskLost` when it is not to be drawn any more. */
export async function drawSubmission(deps: Deps, row: DrawingRow): Promise<DrawingEnding> {
  const ctx = ctxOf(deps, row)
  const design = await findOwned(ctx, 'buyer_design', row.design_id)
  if (!design || !isCurrent(design, row)) throw new TaskLost(`design ${row.design_id} was changed`)
  const { phoneModelId, materialColorId, layers: stored } = submissionOf(design)
  const wireframe = (await readWireframes(ctx, [phoneModelId])).get(`${phoneModelId}-${materialColorId}`)
  const layers = await readLayers(ctx, stored)
  const size = { widthMm: wireframe?.widthMm ?? null, heightMm: wireframe?.heightMm ?? null }
  const canvas = { width: design.width, height: design.height }
  const shownCase = { wireframe: wireframeOf(wireframe), ...size, ...(await materialOf(ctx, materialColorId)) }
  const { print, effect } = await drawWithEffect(ctx, { canvas, layers, ...size }, shownCase).catch((error) =>
    rejectForBuyer(ctx, design, layers, error),
  )
  const storedPrint = await storeDrawing(ctx, row, `buyer-${design.code}.png`, print)
  const storedEffect = effect && (await storeDrawing(ctx, row, `buyer-${design.code}.webp`, effect))
  return { printId: storedPrint.fileId, effectId: storedEffect?.fileId ?? null }
}

/** Rejects with what tells a buyer, too, who can mend the named layers: the shop, unless one of them is the buyer's own photo. */
async function rejectForBuyer({ db }: Ctx, { id }: DesignRow, layers: readonly StoredLayer[], error: unknown): Promise<never> {
  if (!(error instanceof Failure) || error.code !== 'conflict') throw error
  const named = layers.filter(({ name }) => name && error.message.includes(`「${name}」`))
  const photos = await db
    .selectFrom('buyer_file')
    .select('file_id')
    .where('design_id', '=', id)
    .where('origin', '=', 'photo')
    .execute()
  if (named.length === 0 || named.some(({ imageFileId }) => photos.some(({ file_id }) => file_id === imageFileId))) throw error
  throw new Failure('conflict', `${error.message}。需要店铺修改模板里的这个图层，买家请联系店铺客服`)
}

/** The material of a colour; nothing of a deleted one, which leaves the effect image the look of a plain case. */
async function materialOf({ db, actor }: Ctx, colorId: number) {
  const { rows } = await sql<{ materialId: number | null; materialName: string }>`
    select material.id as "materialId", material.name as "materialName" from material_color color
    join material on material.id = color.material_id
    where color.id = ${colorId} and color.account_id = ${actor.accountId}`.execute(db)
  return rows[0] ?? { materialId: null, materialName: '' }
}

const isCurrent = ({ status, submitted_revision }: DesignRow, { revision }: Pick<DrawingRow, 'revision'>): boolean =>
  status === 'submitted' && submitted_revision === revision

/** Writes how a drawing ended in the transaction `db`, and puts it into the order that has the design. */
export async function endDrawing(deps: Deps, db: Db, row: DrawingRow, ending: DrawingEnding): Promise<void> {
  const ctx = ctxOf({ ...deps, db }, row)
  if ('error' in ending) {
    await endRow(ctx, row, { status: 'failed', error: ending.error })
    return
  }
  const { printId: print_file_id, effectId: effect_file_id } = ending
  const files = [print_file_id, ...(effect_file_id === null ? [] : [effect_file_id])]
  const found = await findOwned(ctx, 'buyer_design', row.design_id)
  // The files of a deleted design went with it.
  if (!found) return
  // Imports and push claims lock the shop row, charges the ledger: what they see is drawn or not.
  await lockShop(ctx, found.shop_id)
  await lockLedger(ctx, row.account_id)
  const design = await findOwned(ctx, 'buyer_design', row.design_id, { lock: 'update' })
  if (!design) return
  if (!(isCurrent(design, row) && (await endRow(ctx, row, { status: 'done', error: null }))))
    return removeDrawings(ctx, design.id, files)
  const drawn = await db
    .updateTable('buyer_design')
    .set({ print_file_id, effect_file_id })
    .where('id', '=', design.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  // The seller may have paid for a version of his own, which nothing replaces any more.
  if (drawn.order_original_id !== null && (await lockTextOf(ctx, drawn)) === null) await placeInOrder(ctx, drawn)
  await removeReplaced(ctx, design.id)
}

/** False when the row is not that of this submission any more, or has ended. */
async function endRow({ db, clock }: Ctx, row: DrawingRow, ending: Pick<DrawingRow, 'status' | 'error'>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('buyer_drawing')
    .set({ ...ending, ended_at: clock.now() })
    .where('id', '=', row.id)
    .where('revision', '=', row.revision)
    .where('status', '=', 'drawing')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
