/** How far the pieces of a push line are on the own print floor, in the words of the order screens. */
import { sql } from 'kysely'
import { type BatchState, type PieceState, pieceStateNames, pieceStates } from '../../../contract/rules/print-batch'
import type { Db } from '../../kernel/context'

/** Pieces of one line in one state; `isBad`: its last print turned out bad, and it is to be printed again. */
export interface PieceCount {
  readonly state: PieceState
  readonly isBad: boolean
  /** Of the batch that they are in; null where they are in none. */
  readonly batchState: BatchState | null
  readonly batchNumber: number | null
  readonly count: number
}

const nameOf = ({ state, isBad }: PieceCount): string => (isBad ? '打坏重打' : pieceStateNames[state])

/** Returns 已打印, or where pieces differ 已发货 1 件，打坏重打 2 件, what is furthest first; '' without a piece. */
export function lineWords(counts: readonly PieceCount[]): string {
  const totals = new Map<string, number>()
  const far = (state: PieceState) => (state === 'cancelled' ? -1 : pieceStates.indexOf(state))
  for (const one of [...counts].sort((a, b) => far(b.state) - far(a.state) || Number(a.isBad) - Number(b.isBad)))
    totals.set(nameOf(one), (totals.get(nameOf(one)) ?? 0) + one.count)
  const [only, ...others] = totals
  if (only === undefined) return ''
  return others.length === 0 ? only[0] : [...totals].map(([name, count]) => `${name} ${count} 件`).join('，')
}

/** Returns why the pieces of a line are not taken back: some are printed, or a sheet has them. Null while they can be. */
export function cancelRefusal(counts: readonly PieceCount[]): string | null {
  const printed = counts.filter(({ state }) => state === 'printed' || state === 'packed' || state === 'shipped')
  if (printed.length > 0) return `已经打印了 ${printed.reduce((sum, { count }) => sum + count, 0)} 件`
  const sheet = counts.find(({ batchState }) => batchState === 'making' || batchState === 'made')
  return sheet === undefined ? null : `已经在批次 ${sheet.batchNumber} 的拼版里，请先到 打印车间 把这个批次退回排版，再取消`
}

/** Returns the pieces of push lines, by the outside id of the line. */
export async function pieceCounts(
  db: Db,
  accountId: number,
  outsideIds: readonly string[],
): Promise<ReadonlyMap<string, readonly PieceCount[]>> {
  if (outsideIds.length === 0) return new Map()
  const { rows } = await sql<PieceCount & { readonly outside_id: string }>`
    select piece.outside_id, piece.state, piece.failures > 0 and piece.state in ('waiting', 'planned') as "isBad",
      batch.state as "batchState", batch.number as "batchNumber", count(*)::int as count
    from print_piece piece left join print_batch batch on batch.id = piece.batch_id
    where piece.account_id = ${accountId} and piece.outside_id = any(${[...outsideIds]}::text[])
    group by 1, 2, 3, 4, 5`.execute(db)
  const byLine = new Map<string, PieceCount[]>()
  for (const { outside_id: line, ...counted } of rows) byLine.set(line, [...(byLine.get(line) ?? []), counted])
  return byLine
}
