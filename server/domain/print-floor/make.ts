/** Makes the sheets of a batch as a job, after everything on them is paid for. */
import { type Selectable, sql } from 'kysely'
import { creditsPerImage as priceOfImage } from '../../../contract/constants'
import type { AppContract } from '../../../contract/contract'
import type { Parsed } from '../../../contract/core'
import { phoneName } from '../../../contract/rules/case-names'
import type { Turn } from '../../../contract/rules/jig'
import { needsWireframe, type PrintProfile, profileFor, type WhiteInk } from '../../../contract/rules/print-profile'
import { markBoxes } from '../../../contract/rules/sheet-marks'
import type { PrintBatch } from '../../../contract/types'
import { type Ctx, type Deps, requireAny } from '../../kernel/context'
import { Failure } from '../../kernel/failure'
import type { RunningJob } from '../../kernel/jobs'
import type { Database } from '../../kernel/tables'
import { transact } from '../../kernel/transact'
import type { MadeSheet, Sheets } from '../../ports/sheets'
import { designsByShop, writeAuditEntry } from '../audit/audit'
import { charge } from '../credits/charge'
import { readCasePictures } from '../orders/case-pictures'
import { readPicture } from '../orders/picture-bytes'
import type { StoredSnapshot } from '../orders/snapshot'
import { readIcc } from '../print-profiles/icc'
import { TaskLost, TaskPaused } from '../tasks/kinds'
import { nameOfSheet, readBatch, requireBatch } from './batches'
import { holdOf, isReplaced, type PieceRow, readPieces } from './pieces'
import { sheetKey } from './sheet-files'

/** Name of the queue; its jobs name the batch as `taskId`. */
export const sheetQueue = 'print-sheets'

export type MakingBatch = Selectable<Database['print_batch']>

const caseOf = (row: PieceRow): string => `${phoneName(row.phone_brand_name, row.phone_model_name)} ${row.code}`

/** Most pieces that a refusal names. */
const mostNamed = 5

function requirePrintable(rows: readonly PieceRow[]): void {
  const held = rows.flatMap((row) => {
    const reason = holdOf(row) ?? (isReplaced(row) ? '订单里的定制图已经换了' : null)
    return reason === null ? [] : [`${caseOf(row)}：${reason}`]
  })
  if (held.length === 0) return
  const more = held.length > mostNamed ? `；等 ${held.length} 件` : ''
  throw new Failure('conflict', `请先把这些件移出批次：${held.slice(0, mostNamed).join('；')}${more}`)
}

/** Pays for the designs that are not paid for, all of them or none. */
async function payFor(
  inner: Ctx,
  unpaid: readonly number[],
  { confirmed = [], creditsPerImage }: Parsed<AppContract['printBatches']['make']>['body'],
): Promise<void> {
  if (unpaid.length === 0) return
  requireAny(inner, ['orders'])
  const paid = await charge(inner, unpaid, confirmed, { creditsPerImage: priceOfImage, seen: creditsPerImage })
  if (paid.refused.length > 0) {
    const texts = paid.refused.flatMap(({ findings }) => findings.map(({ text }) => text)).slice(0, mostNamed)
    throw new Failure('conflict', `有 ${paid.refused.length} 个定制要先确认：定制${texts.join('；')}。请在订单里处理，或移出批次`)
  }
  if (paid.insufficient.length > 0) {
    const cost = (paid.charged.length + paid.insufficient.length) * priceOfImage
    throw new Failure('conflict', `生成拼版要 ${cost} 点（${unpaid.length} 张定制图还没有付过），点数不够，请充值后再生成`)
  }
  for (const { ids, about } of await designsByShop(inner, paid.charged)) {
    const details = { ids, credits: paid.credits }
    await writeAuditEntry(inner, { action: 'charged', subject: 'customizations', details, about })
  }
}

/** Pays and begins the job. Rejects in words when a piece must not be printed, or the credits do not suffice: nothing is paid then. */
export async function makeBatch(
  ctx: Ctx,
  id: number,
  body: Parsed<AppContract['printBatches']['make']>['body'],
): Promise<PrintBatch> {
  await transact(ctx, async (inner) => {
    const { db, actor, jobs } = inner
    await requireBatch(inner, id, ['planned'])
    const rows = await readPieces(inner, sql`piece.batch_id = ${id}`)
    requirePrintable(rows)
    await payFor(inner, [...new Set(rows.flatMap((row) => (row.paid ? [] : [row.customization_id])))], body)
    await db
      .updateTable('print_batch')
      .set({ state: 'making', error: null })
      .where('account_id', '=', actor.accountId)
      .where('id', '=', id)
      .execute()
    await jobs.send(db, { queue: sheetQueue, accountId: actor.accountId, data: { taskId: id } })
  })
  ctx.jobs.wake(sheetQueue)
  return readBatch(ctx, id)
}

/** Returns the batch of a job; undefined when it is not being made any more. */
export const takeBatch = ({ db }: Pick<Deps, 'db'>, id: number): Promise<MakingBatch | undefined> =>
  db.selectFrom('print_batch').selectAll().where('id', '=', id).where('state', '=', 'making').executeTakeFirst()

interface Placed {
  readonly piece_id: number
  readonly sheet: number
  readonly slot: string | null
  readonly x_mm: number
  readonly y_mm: number
  readonly turn: Turn
  readonly code: string
  readonly width_mm: number
  readonly height_mm: number
  readonly url: string
  readonly key: string | null
  readonly white_ink: WhiteInk
  readonly customization_id: number
  readonly wireframe: StoredSnapshot['wireframe']
}

async function readPlaced({ db }: Pick<Deps, 'db'>, { id, account_id: accountId }: MakingBatch): Promise<Placed[]> {
  const { rows } = await sql<Placed>`
    select placed.piece_id, placed.sheet, placed.slot, placed.x_mm, placed.y_mm, placed.turn, piece.code, piece.width_mm,
      piece.height_mm, piece.url, file.storage_key as key, coalesce(material.white_ink, 'profile') as white_ink,
      piece.customization_id, made.snapshot -> 'wireframe' as wireframe
    from print_batch_piece placed join print_piece piece on piece.id = placed.piece_id
    join customization made on made.id = piece.customization_id
    left join file on file.id = piece.file_id and file.status = 'ready'
    left join material on material.id = piece.material_id and material.account_id = piece.account_id
    where placed.account_id = ${accountId} and placed.batch_id = ${id} order by placed.sheet, placed.y_mm, placed.x_mm`.execute(
    db,
  )
  return rows
}

/** Whose pictures give way to those that somebody waits for at a screen. */
export type MakingDeps = Deps & { readonly sheets: Sheets }

/** Makes what is missing of a batch, a sheet at a time. Rejects with `TaskPaused` to go on later. */
export async function drawBatch(deps: MakingDeps, batch: MakingBatch, { signal }: Pick<RunningJob, 'signal'>): Promise<void> {
  const placed = await readPlaced(deps, batch)
  const icc = await readIcc(deps, batch.icc_file_id)
  const made = await deps.db.selectFrom('print_sheet').select('index').where('batch_id', '=', batch.id).execute()
  for (let index = 1; index <= batch.sheet_count; index++) {
    if (made.some((sheet) => sheet.index === index)) continue
    if (signal.aborted) throw new TaskPaused(`batch ${batch.id} is paused`)
    const rows = placed.filter(({ sheet }) => sheet === index)
    const sheet = await drawSheet(deps, batch, rows, icc, signal)
    try {
      await keep(deps, batch, index, rows.length, sheet)
    } finally {
      await sheet.remove()
    }
  }
}

/** Two cases may have one picture: with a cut line along the case, each design is a picture of its own. */
const pictureKey = (
  { url, width_mm: width, height_mm: height, white_ink: rule, ...row }: Placed,
  profile: PrintProfile,
): string => `${width}x${height} ${rule} ${needsWireframe(profile) ? `${row.customization_id} ` : ''}${url}`

function drawSheet(deps: MakingDeps, batch: MakingBatch, rows: readonly Placed[], icc: Buffer | null, signal: AbortSignal) {
  const { layout, profile, account_id: owner, has_marks: hasMarks } = batch
  const prints = rows.map((row) => ({
    ...{ key: pictureKey(row, profile), name: row.code, xMm: row.x_mm, yMm: row.y_mm, turn: row.turn },
    ...{ widthMm: row.width_mm, heightMm: row.height_mm, profile: profileFor(profile, row.white_ink) },
  }))
  const boxes = hasMarks ? markBoxes(prints, layout, profile.bleedMm) : []
  const sources = new Map(rows.map((row) => [pictureKey(row, profile), row]))
  const sourceOf = (key: string): Placed => {
    const source = sources.get(key)
    if (!source) throw new Error('a sheet asks for a picture that it was not given')
    return source
  }
  return deps.sheets.makeSheet({
    ...{ owner, widthMm: layout.widthMm, heightMm: layout.heightMm, profile, icc, signal },
    pictures: prints,
    marks: rows.flatMap((row, at) => {
      const box = boxes[at]
      return box ? [{ ...box, qr: row.code, lines: [row.slot ?? '', row.code].filter(Boolean), turn: 0 as const }] : []
    }),
    readPicture: (key) => readPicture(deps, { url: sourceOf(key).url, storageKey: sourceOf(key).key }),
    readCase: (key) => readCasePictures(deps, sourceOf(key).wireframe),
  })
}

/** Stores a sheet; its bytes first, so that no row is without them. */
async function keep({ db, storage }: Deps, batch: MakingBatch, index: number, pieces: number, sheet: MadeSheet): Promise<void> {
  const row = {
    ...{ index, sha256: sheet.sha256, file_name: `${nameOfSheet(batch, index, pieces)}.${sheet.ending}` },
  }
  const key = sheetKey(batch, row)
  await storage.put(key, sheet.read(), typeOf[sheet.ending])
  const stored = await db.transaction().execute(async (tx) => {
    const current = await tx
      .selectFrom('print_batch')
      .select('id')
      .where('id', '=', batch.id)
      .where('state', '=', 'making')
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!current) return false
    await tx
      .insertInto('print_sheet')
      .values({
        ...{ ...row, account_id: batch.account_id, batch_id: batch.id, size: sheet.size },
        coverages: JSON.stringify(sheet.coverages),
      })
      .onConflict((conflict) => conflict.columns(['batch_id', 'index']).doNothing())
      .execute()
    return true
  })
  if (stored) return
  await storage.remove(key)
  throw new TaskLost(`batch ${batch.id} is not made any more`)
}

export const typeOf = { tif: 'image/tiff', pdf: 'application/pdf', png: 'image/png' } as const

/** Ends the making of a batch: made, or planned again with what went wrong. */
export async function endBatch({ db, clock }: Pick<Deps, 'db' | 'clock'>, id: number, error: string): Promise<void> {
  const failed = error !== ''
  await db
    .updateTable('print_batch')
    .set({ state: failed ? 'planned' : 'made', error: failed ? error : null, made_at: failed ? null : clock.now() })
    .where('id', '=', id)
    .where('state', '=', 'making')
    .execute()
}
