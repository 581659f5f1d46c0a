/** How far the pieces of a push line are on the own print floor, in the words of the order screens. */
import { sql } from 'kysely'
import { type PieceState, pieceStateNames, pieceStates } from '../../../contract/rules/print-batch'
import type { Db } from '../../kernel/context'

/** Pieces of one line in one state; `isBad`: its last print turned out bad, and it is to be printed again. */
export interface PieceCount {
  readonly state: PieceState
  readonly isBad: boolean
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

/** Returns the pieces of push lines, by the outside id of the line. */
export async function pieceCounts(
  db: Db,
  accountId: number,
  outsideIds: readonly string[],
): Promise<ReadonlyMap<string, readonly PieceCount[]>> {
  if (outsideIds.length === 0) return new Map()
  const { rows } = await sql<PieceCount & { readonly outside_id: string }>`
    select outside_id, state, failures > 0 and state in ('waiting', 'planned') as "isBad", count(*)::int as count
    from print_piece where account_id = ${accountId} and outside_id = any(${[...outsideIds]}::text[])
    group by 1, 2, 3`.execute(db)
  const byLine = new Map<string, PieceCount[]>()
  for (const { outside_id: line, ...counted } of rows) byLine.set(line, [...(byLine.get(line) ?? []), counted])
  return byLine
}
