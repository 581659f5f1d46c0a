/** Gathers waiting pieces by a rule and lays them on the sheets of a new batch. */
import { type RawBuilder, sql } from 'kysely'
import type { AppContract } from '../../../contract/contract'
import type { Parsed, Reply } from '../../../contract/core'
import { phoneNameOf } from '../../../contract/rules/case-names'
import type { JigLayout } from '../../../contract/rules/jig'
import { batchLimits, type Placement, type PlannedPiece, planSlots } from '../../../contract/rules/print-batch'
import { type PrintProfile, usualProfile } from '../../../contract/rules/print-profile'
import { millimetresText } from '../../../contract/rules/sizes'
import type { Ctx } from '../../kernel/context'
import { invalid } from '../../kernel/failure'
import { type Owned, requireOwned } from '../../kernel/owned'
import { transact } from '../../kernel/transact'
import { newFileSecret } from '../files/names'
import { refreshBatches } from './batch-count'
import { readBatch } from './batches'
import { layPrints } from './lay-freely'
import { holdOf, isReplaced, type PieceRow, readPieces } from './pieces'

type Plan = Parsed<AppContract['printBatches']['plan']>['body']
type Planned = Reply<AppContract['printBatches']['plan']>
type Left = Planned['left'][number]

/** Pieces that a rule looks through: more than a batch takes, because some fit nowhere. */
const mostGathered = 4 * batchLimits.pieces

const isOneOf = (column: string, ids: readonly number[] | undefined): RawBuilder<unknown> =>
  ids === undefined || ids.length === 0 ? sql`true` : sql`${sql.ref(`piece.${column}`)} = any(${[...ids]}::bigint[])`

/** Returns the pieces that the rule names, in the order in which they are laid, locked until the transaction ends. */
async function gather(inner: Ctx, { pieceIds, phoneModelIds, materialIds, materialColorIds, before }: Plan): Promise<PieceRow[]> {
  const rule = sql`${isOneOf('id', pieceIds)} and ${isOneOf('phone_model_id', phoneModelIds)}
    and ${isOneOf('material_id', materialIds)} and ${isOneOf('material_color_id', materialColorIds)}
    and ${before === undefined ? sql`true` : sql`piece.created_at < ${new Date(before)}`}
    and ${pieceIds === undefined ? sql`piece.state = 'waiting'` : sql`true`}`
  return readPieces(
    inner,
    rule,
    sql`order by piece.failures > 0 desc, piece.created_at, piece.id limit ${mostGathered} for update of piece`,
  )
}

const reasons = {
  unknownSize: '的线框图没有填写毫米尺寸，排不了版；请填写后取消这一件再推送',
  replaced: '订单里的定制图已经换了，请在订单详情里核对：要打新图请取消后再推送',
  later: '这一批放不下，留给下一批',
  emptySheet: '最后一版不够满，等更多的件一起打印',
} as const

/** Returns why a piece is not laid at all; null when it may be. */
function refusalOf(row: PieceRow): string | null {
  if (row.state === 'planned') return `已经在批次 ${row.batch_number} 里`
  if (row.state !== 'waiting') return '已经打印过，或已取消'
  const reason = holdOf(row)
  if (reason !== null) return reason
  if (row.width_mm === null || row.height_mm === null) return `${phoneOf(row)} ${reasons.unknownSize}`
  return isReplaced(row) ? reasons.replaced : null
}

const phoneOf = (row: PieceRow): string =>
  phoneNameOf({ phoneBrandName: row.phone_brand_name, phoneModelName: row.phone_model_name })

const sizeOf = ({ width_mm: widthMm, height_mm: heightMm }: PieceRow): string => millimetresText({ widthMm, heightMm })

const toPlanned = ({ id, phone_model_id, width_mm, height_mm }: PieceRow): PlannedPiece => ({
  id,
  phoneModelId: phone_model_id,
  widthMm: width_mm ?? 0,
  heightMm: height_mm ?? 0,
})

interface Laid {
  readonly layout: JigLayout
  readonly placements: readonly Placement[]
  /** Pieces that were not laid, by their id. */
  readonly reasons: ReadonlyMap<number, string>
}

function layInJig(rows: readonly PieceRow[], jig: Owned<'jig'>, { minFill }: Plan): Laid {
  const layout = { widthMm: jig.width_mm, heightMm: jig.height_mm, slots: jig.slots, groups: jig.groups }
  const plan = planSlots(rows.map(toPlanned), layout, { minFill: minFill / 100 })
  const most = plan.placements.slice(0, batchLimits.pieces)
  const told = new Map<number, string>(plan.later.map((id) => [id, minFill > 0 ? reasons.emptySheet : reasons.later]))
  for (const { pieceId } of plan.placements.slice(most.length)) told.set(pieceId, reasons.later)
  for (const row of rows)
    if (plan.unfit.includes(row.id)) told.set(row.id, `治具「${jig.name}」没有适合 ${phoneOf(row)}（${sizeOf(row)}）的工位`)
  return { layout, placements: most, reasons: told }
}

/** Returns the print profile by which a batch is written. */
async function profileOf(inner: Ctx, printer: Owned<'printer'>, chosen: number | null | undefined) {
  const id = chosen ?? printer.profile_id
  if (id === null) throw invalid('profileId', `打印机「${printer.name}」还没有选择打印配置，请先选择`)
  const profile = await requireOwned(inner, 'print_profile', id, invalid('profileId', '这个打印配置已被删除，请重新选择'))
  if (profile.profile.colors === 'cmyk' && profile.icc_file_id === null) {
    throw invalid('profileId', `打印配置「${profile.name}」是 CMYK 的，请先给它选择打印机的 ICC 颜色配置文件`)
  }
  return profile
}

function requireOnBed(printer: Owned<'printer'>, { widthMm, heightMm }: JigLayout): void {
  if (widthMm <= printer.width_mm && heightMm <= printer.height_mm) return
  const bed = millimetresText({ widthMm: printer.width_mm, heightMm: printer.height_mm })
  throw invalid('jigId', `治具 ${millimetresText({ widthMm, heightMm })} 比打印机「${printer.name}」的台面 ${bed} 大`)
}

/** Makes a batch of the pieces that the rule names; `left` says of each other one why it is not in it. */
export async function planBatch(ctx: Ctx, plan: Plan): Promise<Planned> {
  const { id, left } = await transact(ctx, async (inner) => {
    const { db, actor, clock } = inner
    const printer = await requireOwned(inner, 'printer', plan.printerId, '打印机')
    const jig = plan.jigId === null ? null : await requireOwned(inner, 'jig', plan.jigId, '治具')
    const profile = await profileOf(inner, printer, plan.profileId)
    const gathered = await gather(inner, plan)
    const refused = new Map(gathered.flatMap((row) => [[row.id, refusalOf(row)] as const]))
    const rows = gathered.filter(({ id: pieceId }) => refused.get(pieceId) === null)
    const laid = jig === null ? layFreely(rows, printer, plan, profile.profile) : layInJig(rows, jig, plan)
    requireOnBed(printer, laid.layout)
    const told = gathered.flatMap(({ id: pieceId, code }): Left[] => {
      const reason = refused.get(pieceId) ?? laid.reasons.get(pieceId)
      return reason === undefined || reason === null ? [] : [{ pieceId, code, reason }]
    })
    if (laid.placements.length === 0) return { id: null, left: told }
    const { number } = await db
      .updateTable('account')
      .set((row) => ({ print_batches: row('print_batches', '+', 1) }))
      .where('id', '=', actor.accountId)
      .returning('print_batches as number')
      .executeTakeFirstOrThrow()
    const batch = await db
      .insertInto('print_batch')
      .values({
        ...{ account_id: actor.accountId, number, state: 'planned', printer_id: printer.id },
        ...{ printer_name: printer.name, jig_name: jig?.name ?? null, layout: JSON.stringify(laid.layout) },
        ...{
          profile_name: profile.name,
          profile: JSON.stringify({ ...usualProfile, ...profile.profile }),
          icc_file_id: profile.icc_file_id,
        },
        ...{ folder: printer.folder, file_name: printer.file_name, has_marks: plan.marks },
        ...{ sheet_count: 0, piece_count: 0, secret: newFileSecret(), created_by: actor.username, created_at: clock.now() },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await putPlacements(inner, batch.id, laid.placements)
    return { id: batch.id, left: told }
  })
  return { batch: id === null ? null : await readBatch(ctx, id), left }
}

/** Lays pieces on a batch, in its transaction. */
export async function putPlacements({ db, actor }: Ctx, batchId: number, placements: readonly Placement[]): Promise<void> {
  const mine = { account_id: actor.accountId, batch_id: batchId }
  const rows = placements.map(({ pieceId, sheet, slot, xMm, yMm, turn }) => ({
    ...{ ...mine, piece_id: pieceId, sheet, slot, x_mm: xMm, y_mm: yMm, turn },
  }))
  await db.insertInto('print_batch_piece').values(rows).execute()
  await sql`
    update print_piece set state = 'planned', batch_id = ${batchId}
    where account_id = ${actor.accountId} and id = any(${placements.map(({ pieceId }) => pieceId)}::bigint[])`.execute(db)
  await refreshBatches(db, actor.accountId, [batchId])
}

/** Lays pieces on the bed without a jig. */
function layFreely(rows: readonly PieceRow[], printer: Owned<'printer'>, plan: Plan, { bleedMm }: PrintProfile): Laid {
  const bed = { widthMm: printer.width_mm, heightMm: printer.height_mm }
  const { gapMm, marginMm, marks, minFill } = plan
  const laid = layPrints(rows.map(toPlanned), bed, { gapMm, marginMm, marks, bleedMm, minFill: minFill / 100 })
  const placements = laid.placements.slice(0, batchLimits.pieces)
  const told = new Map<number, string>(laid.later.map((id) => [id, minFill > 0 ? reasons.emptySheet : reasons.later]))
  for (const { pieceId } of laid.placements.slice(placements.length)) told.set(pieceId, reasons.later)
  for (const row of rows)
    if (laid.tooLarge.includes(row.id)) told.set(row.id, `${phoneOf(row)}（${sizeOf(row)}）比打印机「${printer.name}」的台面大`)
  return { layout: { ...bed, slots: [], groups: [] }, placements, reasons: told }
}
