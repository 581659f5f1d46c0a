/** Batches of the print floor: read, changed by hand, and ended by what was printed. */
import { type Selectable, sql } from 'kysely'
import type { AppContract } from '../../../contract/contract'
import type { Parsed, Reply } from '../../../contract/core'
import { beijingIso } from '../../../contract/rules/beijing-time'
import { batchStateNames, placementIn } from '../../../contract/rules/print-batch'
import { usualProfile } from '../../../contract/rules/print-profile'
import { sheetName } from '../../../contract/rules/sheet-name'
import type { PrintBatch, PrintBatchRow } from '../../../contract/types'
import type { Ctx, Deps } from '../../kernel/context'
import { Failure, invalid, notFound } from '../../kernel/failure'
import { type Owned, requireOwned } from '../../kernel/owned'
import type { Database } from '../../kernel/tables'
import { transact } from '../../kernel/transact'
import { refreshBatches } from './batch-count'
import { takeBlanks } from './blanks'
import { pieceOf, readPieces } from './pieces'
import { sheetAddress, sheetKey } from './sheet-files'

type Calls = AppContract['printBatches']
export type BatchRow = Owned<'print_batch'>
type Placed = Selectable<Database['print_batch_piece']>

interface Counted {
  readonly done: number
  readonly failed: number
}

const rowOf = (batch: Selectable<Database['print_batch']>, { done, failed }: Counted): PrintBatchRow => ({
  id: batch.id,
  number: batch.number,
  state: batch.state,
  printerId: batch.printer_id,
  printerName: batch.printer_name,
  jigName: batch.jig_name,
  profileName: batch.profile_name,
  hasMarks: batch.has_marks,
  pieceCount: batch.piece_count,
  sheetCount: batch.sheet_count,
  failedCount: failed,
  done,
  error: batch.error,
  createdBy: batch.created_by,
  createdAt: batch.created_at.getTime(),
  madeAt: batch.made_at?.getTime() ?? null,
  printedAt: batch.printed_at?.getTime() ?? null,
})

/** The newest first. */
export async function listBatches(ctx: Ctx, query: Parsed<Calls['list']>['query']): Promise<Reply<Calls['list']>> {
  const { pageNo, pageSize, open } = query
  const base = ctx.db.selectFrom('print_batch as batch').where('batch.account_id', '=', ctx.actor.accountId)
  const own = open === undefined ? base : base.where('batch.state', open === 'true' ? '<>' : '=', 'printed')
  const rows = await own
    .selectAll('batch')
    .select((row) => [
      row
        .selectFrom('print_sheet as sheet')
        .select(sql<number>`count(*)::int`.as('done'))
        .whereRef('sheet.batch_id', '=', 'batch.id')
        .as('done'),
      row
        .selectFrom('print_batch_piece as piece')
        .select(sql<number>`count(*)::int`.as('failed'))
        .whereRef('piece.batch_id', '=', 'batch.id')
        .where('piece.outcome', '=', 'failed')
        .as('failed'),
    ])
    .orderBy('batch.id', 'desc')
    .limit(pageSize)
    .offset((pageNo - 1) * pageSize)
    .execute()
  const { total } = await own.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
  return {
    items: rows.map(({ done, failed, ...batch }) => rowOf(batch, { done: done ?? 0, failed: failed ?? 0 })),
    totalItems: total,
  }
}

const readPlaced = ({ db, actor }: Ctx, batchId: number): Promise<Placed[]> =>
  db
    .selectFrom('print_batch_piece')
    .selectAll()
    .where('account_id', '=', actor.accountId)
    .where('batch_id', '=', batchId)
    .orderBy('sheet')
    .orderBy('y_mm')
    .orderBy('x_mm')
    .execute()

/** Returns the name of a sheet's file, without its ending. */
export const nameOfSheet = (batch: Selectable<Database['print_batch']>, index: number, pieces: number): string =>
  sheetName(batch.file_name, {
    ...{ batch: batch.number, sheet: index, sheets: batch.sheet_count, printer: batch.printer_name, jig: batch.jig_name },
    ...{ date: beijingIso(batch.created_at.getTime()).slice(0, 10), pieces },
  })

export async function readBatch(ctx: Ctx, id: number): Promise<PrintBatch> {
  const batch = await requireOwned(ctx, 'print_batch', id, '批次')
  const placed = await readPlaced(ctx, id)
  const found = await readPieces(ctx, sql`piece.id = any(${placed.map(({ piece_id: pieceId }) => pieceId)}::bigint[])`)
  const pieces = new Map(found.map((row) => [row.id, row]))
  const sheets = await ctx.db
    .selectFrom('print_sheet')
    .selectAll()
    .where('account_id', '=', ctx.actor.accountId)
    .where('batch_id', '=', id)
    .orderBy('index')
    .execute()
  const { layout, profile } = batch
  const unpaid = new Set(found.flatMap((row) => (row.paid ? [] : [row.customization_id])))
  return {
    ...rowOf(batch, { done: sheets.length, failed: placed.filter(({ outcome }) => outcome === 'failed').length }),
    widthMm: layout.widthMm,
    heightMm: layout.heightMm,
    slots: [...layout.slots],
    groups: layout.groups.map((group) => ({ ...group, phoneModelIds: [...group.phoneModelIds] })),
    settings: { ...usualProfile, ...profile, plates: [...profile.plates] },
    sheets: Array.from({ length: batch.sheet_count }, (_, at) => {
      const made = sheets.find(({ index }) => index === at + 1)
      const count = placed.filter(({ sheet }) => sheet === at + 1).length
      return {
        index: at + 1,
        fileName: made?.file_name ?? nameOfSheet(batch, at + 1, count),
        fileUrl: made ? sheetAddress(ctx, batch, made) : null,
        size: made ? Number(made.size) : null,
        coverages: [...(made?.coverages ?? [])],
        deliveredAt: made?.delivered_at?.getTime() ?? null,
      }
    }),
    pieces: placed.flatMap(({ piece_id: pieceId, sheet, slot, x_mm: xMm, y_mm: yMm, turn, outcome, reason }) => {
      const row = pieces.get(pieceId)
      return row ? [{ ...pieceOf(ctx, row), sheet, slot, xMm, yMm, turn, outcome, reason }] : []
    }),
    unpaid: [...unpaid],
  }
}

/**
 * Returns a batch that the caller may change, locked. Rejects with 'conflict' in another state, and with 'forbidden' when it has pieces of
 * shops that the caller does not see.
 */
export async function requireBatch(inner: Ctx, id: number, states: readonly BatchRow['state'][]): Promise<BatchRow> {
  const batch = await requireOwned(inner, 'print_batch', id, '批次', { lock: 'no key update' })
  if (!states.includes(batch.state)) {
    throw new Failure('conflict', `批次 ${batch.number} 现在是“${batchStateNames[batch.state]}”，请刷新查看`)
  }
  const isLimited = inner.actor.shopIds !== undefined
  if (isLimited && (await readPlaced(inner, id)).length < batch.piece_count)
    throw new Failure('forbidden', '批次里有其他店铺的件，请让能看到全部店铺的人操作')
  return batch
}

/** Moves a piece to a slot; the piece there comes into the slot that it leaves. `to` null takes it out of the batch. */
export async function movePiece(ctx: Ctx, id: number, { pieceId, to }: Parsed<Calls['move']>['body']): Promise<PrintBatch> {
  await transact(ctx, async (inner) => {
    const { db, actor } = inner
    const { layout } = await requireBatch(inner, id, ['planned'])
    const placed = await readPlaced(inner, id)
    const moved = placed.find(({ piece_id: one }) => one === pieceId)
    if (!moved) throw notFound('批次里的这一件')
    if (to === null) {
      await takeOut(inner, id, [pieceId])
      return
    }
    const slot = layout.slots.find(({ key }) => key === to.slot)
    if (!slot) throw invalid('to', '这个治具上没有这个工位，请刷新后重试')
    const from = layout.slots.find(({ key }) => key === moved.slot)
    const other = placed.find((one) => one.sheet === to.sheet && one.slot === to.slot && one !== moved)
    const rows = new Map(
      (await readPieces(inner, sql`piece.id = any(${[pieceId, other?.piece_id ?? 0]}::bigint[])`)).map((row) => [row.id, row]),
    )
    const put = async (which: Placed, target: typeof slot, sheet: number) => {
      const row = rows.get(which.piece_id)
      const planned = row && {
        id: row.id,
        phoneModelId: row.phone_model_id,
        widthMm: row.width_mm ?? 0,
        heightMm: row.height_mm ?? 0,
      }
      const placement = planned && placementIn(layout, target, planned, sheet)
      if (!placement) throw invalid('to', `工位 ${target.key} 放不下 ${row?.phone_model_name ?? '这一件'}`)
      await db
        .updateTable('print_batch_piece')
        .set({ sheet, slot: target.key, x_mm: placement.xMm, y_mm: placement.yMm, turn: placement.turn })
        .where('account_id', '=', actor.accountId)
        .where('batch_id', '=', id)
        .where('piece_id', '=', which.piece_id)
        .execute()
    }
    if (other && from) await put(other, from, moved.sheet)
    await put(moved, slot, to.sheet)
    await refreshBatches(db, actor.accountId, [id])
  })
  return readBatch(ctx, id)
}

/** Takes pieces out of a batch that is not printed; they wait again. */
async function takeOut({ db, actor }: Ctx, batchId: number, pieceIds: readonly number[]): Promise<void> {
  await sql`
    delete from print_batch_piece where account_id = ${actor.accountId} and batch_id = ${batchId}
      and piece_id = any(${[...pieceIds]}::bigint[])`.execute(db)
  await sql`
    update print_piece set state = 'waiting', batch_id = null
    where account_id = ${actor.accountId} and batch_id = ${batchId} and id = any(${[...pieceIds]}::bigint[])`.execute(db)
  await refreshBatches(db, actor.accountId, [batchId])
}

/** Removes the sheets of a batch: the rows first, so that a crash leaves unreferenced bytes and never a row without its bytes. */
async function removeSheets(ctx: Ctx, batch: BatchRow): Promise<() => Promise<void>> {
  const rows = await ctx.db
    .deleteFrom('print_sheet')
    .where('account_id', '=', ctx.actor.accountId)
    .where('batch_id', '=', batch.id)
    .returningAll()
    .execute()
  return async () => {
    for (const row of rows) await ctx.storage.remove(sheetKey(batch, row))
  }
}

/** Of a batch of which something is printed, the rest must not be made once more with it. */
async function requireNoOutcome(inner: Ctx, { id, number }: BatchRow): Promise<void> {
  const placed = await readPlaced(inner, id)
  if (placed.every(({ outcome }) => outcome === null)) return
  throw new Failure('conflict', `批次 ${number} 已经有件登记过打印，请用“登记打印”把其余的也登记完`)
}

/** Returns a batch to planning, so that its pieces can be moved again. */
export async function reopenBatch(ctx: Ctx, id: number): Promise<PrintBatch> {
  const removeFiles = await transact(ctx, async (inner) => {
    const batch = await requireBatch(inner, id, ['made'])
    await requireNoOutcome(inner, batch)
    const remove = await removeSheets(inner, batch)
    await setState(inner, id, { state: 'planned', made_at: null, error: null })
    return remove
  })
  await removeFiles()
  return readBatch(ctx, id)
}

const setState = ({ db, actor }: Ctx, id: number, values: Partial<Selectable<Database['print_batch']>>) =>
  db
    .updateTable('print_batch')
    .set(values as object)
    .where('account_id', '=', actor.accountId)
    .where('id', '=', id)
    .execute()

export async function removeBatch(ctx: Ctx, id: number): Promise<void> {
  const removeFiles = await transact(ctx, async (inner) => {
    const batch = await requireBatch(inner, id, ['planned', 'made'])
    await requireNoOutcome(inner, batch)
    const remove = await removeSheets(inner, batch)
    await setState(inner, id, { state: 'planned' })
    await takeOut(
      inner,
      id,
      (await readPlaced(inner, id)).map(({ piece_id: pieceId }) => pieceId),
    )
    return remove
  })
  await removeFiles()
}

/** Records what came out: the failed pieces wait for the next batch before all others, and everything else is printed. */
export async function finishBatch(ctx: Ctx, id: number, { failed }: Parsed<Calls['finish']>['body']): Promise<PrintBatch> {
  await transact(ctx, async (inner) => {
    const { db, actor, clock } = inner
    await requireBatch(inner, id, ['made'])
    const open = (await readPlaced(inner, id)).filter(({ outcome }) => outcome === null)
    const reasons = new Map(failed.map(({ pieceId, reason }) => [pieceId, reason]))
    const unknown = failed.find(({ pieceId }) => !open.some(({ piece_id: one }) => one === pieceId))
    if (unknown) throw invalid('failed', '有一件不在这个批次里，或已经登记过，请刷新后重试')
    await recordOutcomes(
      inner,
      id,
      open.map(({ piece_id: pieceId }) => ({ pieceId, failure: reasons.get(pieceId) ?? null, isFailed: reasons.has(pieceId) })),
    )
    await db
      .updateTable('print_batch')
      .set({ state: 'printed', printed_at: clock.now() })
      .where('account_id', '=', actor.accountId)
      .where('id', '=', id)
      .execute()
  })
  return readBatch(ctx, id)
}

/** Time for which the sheets of a printed batch are kept, ms: a sheet has hundreds of MB. */
const sheetLifeMs = 7 * 24 * 60 * 60 * 1000

/** Removes the sheets of batches that were printed a while ago; the batches stay. */
export async function sweepSheets({ db, storage, clock }: Pick<Deps, 'db' | 'storage' | 'clock'>): Promise<void> {
  const due = new Date(clock.now().getTime() - sheetLifeMs)
  // The rows go first: a crash in between leaves unreferenced bytes, never a row without its bytes.
  const { rows } = await sql<{ secret: string; index: number; sha256: string; file_name: string }>`
    delete from print_sheet sheet using print_batch batch
    where batch.id = sheet.batch_id and batch.state = 'printed' and batch.printed_at <= ${due}
    returning batch.secret, sheet.index, sheet.sha256, sheet.file_name`.execute(db)
  for (const row of rows) await storage.remove(sheetKey(row, row))
}

export interface Outcome {
  readonly pieceId: number
  readonly isFailed: boolean
  readonly failure: string | null
}

/** Writes how pieces of a batch came out, and takes their blanks. Call it in the transaction that holds the batch. */
export async function recordOutcomes(inner: Ctx, batchId: number, outcomes: readonly Outcome[]): Promise<void> {
  const { db, actor, clock } = inner
  const now = clock.now()
  const idsOf = (isFailed: boolean) => outcomes.filter((one) => one.isFailed === isFailed).map(({ pieceId }) => pieceId)
  await sql`
    update print_batch_piece placed set outcome = given.outcome, reason = given.reason
    from unnest(${outcomes.map(({ pieceId }) => pieceId)}::bigint[], ${outcomes.map(({ isFailed }) => (isFailed ? 'failed' : 'printed'))}::text[],
      ${outcomes.map(({ failure }) => failure)}::text[]) as given (piece_id, outcome, reason)
    where placed.account_id = ${actor.accountId} and placed.batch_id = ${batchId} and placed.piece_id = given.piece_id`.execute(
    db,
  )
  await sql`
    update print_piece set state = 'printed', batch_id = null, printed_at = ${now}
    where account_id = ${actor.accountId} and id = any(${idsOf(false)}::bigint[]) and state = 'planned'`.execute(db)
  await sql`
    update print_piece piece set state = 'waiting', batch_id = null, failures = failures + 1, failure = placed.reason,
      printed_at = null, packed_at = null
    from print_batch_piece placed
    where piece.account_id = ${actor.accountId} and piece.id = any(${idsOf(true)}::bigint[])
      and placed.piece_id = piece.id and placed.batch_id = ${batchId}`.execute(db)
  // A spoilt print costs a blank like a good one.
  await takeBlanks(
    inner,
    outcomes.map(({ pieceId }) => pieceId),
  )
}
