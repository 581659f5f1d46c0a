/** Scanning a piece: finds it with its parcel, and takes it one step further, once. */
import { sql } from 'kysely'
import type { AppContract } from '../../../contract/contract'
import type { Parsed, Reply } from '../../../contract/core'
import { readPieceCode } from '../../../contract/rules/piece-code'
import { isStepDone, mayStep, type PieceStep, pieceStateNames } from '../../../contract/rules/print-batch'
import type { Ctx } from '../../kernel/context'
import { Failure, invalid } from '../../kernel/failure'
import { requireOwned } from '../../kernel/owned'
import { transact } from '../../kernel/transact'
import { recordOutcomes } from './batches'
import { tellLowBlanks } from './blank-notices'
import { holdOf, type PieceRow, pieceOf, readPieces } from './pieces'

type Calls = AppContract['printPieces']
type Scanned = Reply<Calls['scan']>

async function findPiece(ctx: Ctx, typed: string, isLocked = false): Promise<PieceRow> {
  const code = readPieceCode(typed)
  if (code === null) throw invalid('code', `“${typed.slice(0, 40)}”不是件码：件码以 P 开头，共 9 位，请扫描标签上的二维码`)
  const [row] = await readPieces(ctx, sql`piece.code = ${code}`, isLocked ? sql`for update of piece` : sql``)
  if (!row) throw new Failure('not-found', `没有件码 ${code}，可能是其他账号或其他店铺的`)
  return row
}

/** A parcel has all pieces of an order, those of its parts included, as they are shipped together. */
async function scanned(ctx: Ctx, { id, order_id }: PieceRow, isRepeated: boolean): Promise<Scanned> {
  const rows = await readPieces(
    ctx,
    sql`coalesce(shop_order.parent_id, shop_order.id) = (
      select coalesce(own.parent_id, own.id) from shop_order own where own.id = ${order_id})`,
  )
  const pieces = rows.map((row) => pieceOf(ctx, row))
  const piece = pieces.find((one) => one.id === id)
  if (!piece) throw new Error('a piece is missing in its own parcel')
  return { piece, parcel: pieces, isRepeated }
}

export const scanPiece = async (ctx: Ctx, { code }: Parsed<Calls['scan']>['query']): Promise<Scanned> =>
  scanned(ctx, await findPiece(ctx, code), false)

/** Takes a step. The same step again changes nothing and says so; one that does not follow is refused with the state. */
export async function stepPiece(ctx: Ctx, { code, step, reason }: Parsed<Calls['step']>['body']): Promise<Scanned> {
  return transact(ctx, async (inner) => {
    const row = await findPiece(inner, code, true)
    if (isStepDone(row.state, step)) return scanned(inner, row, true)
    if (!mayStep(row.state, step)) throw new Failure('conflict', refusalOf(row, step))
    const reasonToWait = holdOf(row)
    if (reasonToWait !== null && (step === 'packed' || step === 'shipped'))
      throw new Failure('conflict', `先不要发货：${reasonToWait}`)
    await take(inner, row, step, reason ?? '')
    const [now] = await readPieces(inner, sql`piece.id = ${row.id}`)
    return scanned(inner, now ?? row, false)
  })
}

function refusalOf({ state, code }: PieceRow, step: PieceStep): string {
  const now = `${code} 现在是“${pieceStateNames[state]}”`
  if (state === 'cancelled') return `${now}，请不要再做`
  if (step === 'failed') return state === 'shipped' ? `${now}，不能再重打，请给订单补做` : `${now}，还没有打印`
  if (state === 'waiting') return `${now}，还没有排版打印`
  return `${now}，要先登记“${step === 'shipped' ? '已包装' : '已打印'}”`
}

async function take(inner: Ctx, row: PieceRow, step: PieceStep, reason: string): Promise<void> {
  const { db, actor, clock } = inner
  if (row.state === 'planned') {
    const batch = await requireOwned(inner, 'print_batch', row.batch_id ?? 0, '批次', { lock: 'no key update' })
    if (batch.state !== 'made') throw new Failure('conflict', `批次 ${batch.number} 还没有生成拼版，这一件还没有打印`)
    await recordOutcomes(inner, batch.id, [
      { pieceId: row.id, isFailed: step === 'failed', failure: step === 'failed' ? reason : null },
    ])
    await endBatch(inner, batch.id)
    return
  }
  if (step === 'failed') {
    await sql`
      update print_piece set state = 'waiting', failures = failures + 1, failure = ${reason}, printed_at = null, packed_at = null
      where account_id = ${actor.accountId} and id = ${row.id}`.execute(db)
    await sql`
      update print_batch_piece set outcome = 'failed', reason = ${reason} where account_id = ${actor.accountId}
        and piece_id = ${row.id} and batch_id = (select max(batch_id) from print_batch_piece where piece_id = ${row.id})`.execute(
      db,
    )
    await tellLowBlanks(inner)
    return
  }
  const at = step === 'packed' ? sql`packed_at = ${clock.now()}` : sql`shipped_at = ${clock.now()}`
  await sql`
    update print_piece set state = ${step}, ${at} where account_id = ${actor.accountId} and id = ${row.id}`.execute(db)
}

/** A batch whose pieces have all been scanned is printed. */
async function endBatch({ db, actor, clock }: Ctx, id: number): Promise<void> {
  await sql`
    update print_batch batch set state = 'printed', printed_at = ${clock.now()}
    where account_id = ${actor.accountId} and id = ${id} and state = 'made' and not exists (
      select from print_batch_piece piece where piece.batch_id = batch.id and piece.outcome is null)`.execute(db)
}
