/** 上料单 and 备壳单: what a worker needs beside the printer, from a batch. Pure. */
import { materialNameOf, phoneNameOf } from '../../../../contract/rules/case-names'
import type { PrintBatch } from '../../../../contract/types'
import { orderTail } from '../piece-texts'

export interface LoadRow {
  readonly key: number
  readonly slot: string
  readonly phone: string
  readonly material: string
  readonly order: string
  readonly code: string
  readonly picture: string | null
}

const natural = new Intl.Collator('zh-CN', { numeric: true })

/** Returns which blank goes into which slot of a sheet, in the order of the slots. */
export const loadRows = ({ pieces }: Pick<PrintBatch, 'pieces'>, sheet: number): LoadRow[] =>
  pieces
    .filter((piece) => piece.sheet === sheet)
    .map((piece) => ({
      ...{ key: piece.id, slot: piece.slot ?? '', phone: phoneNameOf(piece), material: materialNameOf(piece) },
      ...{ order: orderTail(piece.orderNumber), code: piece.code, picture: piece.imageUrl },
    }))
    .sort((a, b) => natural.compare(a.slot, b.slot))

export interface BlankRow {
  readonly key: string
  readonly phone: string
  readonly material: string
  readonly count: number
}

/** Returns how many blanks of each case the batch takes, by their names. */
export function blankRows({ pieces }: Pick<PrintBatch, 'pieces'>): BlankRow[] {
  const rows = new Map<string, BlankRow>()
  for (const piece of pieces) {
    const [phone, material] = [phoneNameOf(piece), materialNameOf(piece)]
    const key = `${phone}\n${material}`
    rows.set(key, { key, phone, material, count: (rows.get(key)?.count ?? 0) + 1 })
  }
  return [...rows.values()].sort((a, b) => natural.compare(a.key, b.key))
}
