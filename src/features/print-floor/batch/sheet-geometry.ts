/** Where slots and prints of a sheet lie, and where a piece may go. Pure. */
import { type JigSlot, turnedSize } from '../../../../contract/rules/jig'
import { batchLimits, placementIn } from '../../../../contract/rules/print-batch'
import type { PrintBatch } from '../../../../contract/types'

export type BatchPiece = PrintBatch['pieces'][number]

interface Box {
  readonly xMm: number
  readonly yMm: number
  readonly widthMm: number
  readonly heightMm: number
}

/** Returns the rectangle that a print covers on the sheet, mm. */
export function lyingBox({ xMm, yMm, widthMm, heightMm, turn }: BatchPiece): Box {
  return { xMm, yMm, ...turnedSize({ widthMm: widthMm ?? 0, heightMm: heightMm ?? 0 }, turn) }
}

/** Returns the picture's own rectangle, which a turn about its middle brings to where it lies, mm. */
export function pictureBox(piece: BatchPiece): Box & { readonly middleX: number; readonly middleY: number } {
  const lying = lyingBox(piece)
  const [middleX, middleY] = [lying.xMm + lying.widthMm / 2, lying.yMm + lying.heightMm / 2]
  const { widthMm, heightMm } = turnedSize(lying, piece.turn)
  return { xMm: middleX - widthMm / 2, yMm: middleY - heightMm / 2, widthMm, heightMm, middleX, middleY }
}

/** Returns the slot at a point of the sheet, mm; undefined between slots. */
export const slotAt = (slots: readonly JigSlot[], x: number, y: number): JigSlot | undefined =>
  slots.find(({ xMm, yMm, widthMm, heightMm }) => x >= xMm && x <= xMm + widthMm && y >= yMm && y <= yMm + heightMm)

export interface Target {
  readonly sheet: number
  readonly slot: string
  /** The piece there, with which it exchanges places. */
  readonly other: BatchPiece | null
}

type Layout = Pick<PrintBatch, 'slots' | 'groups' | 'widthMm' | 'heightMm' | 'pieces' | 'sheetCount'>

const fits = (batch: Layout, slot: JigSlot, { id, phoneModelId, widthMm, heightMm }: BatchPiece, sheet: number): boolean =>
  widthMm !== null && heightMm !== null && placementIn(batch, slot, { id, phoneModelId, widthMm, heightMm }, sheet) !== null

/** Returns why a piece cannot go into a slot, for the seller; null when it can. */
export function refusalOf(batch: Layout, piece: BatchPiece, sheet: number, slot: JigSlot): string | null {
  if (piece.sheet === sheet && piece.slot === slot.key) return '已经在这个工位'
  if (!fits(batch, slot, piece, sheet)) return `工位 ${slot.key} 放不下 ${piece.phoneModelName || '这一件'}`
  const other = batch.pieces.find((one) => one.sheet === sheet && one.slot === slot.key)
  const from = batch.slots.find(({ key }) => key === piece.slot)
  if (other && from && !fits(batch, from, other, piece.sheet)) {
    return `工位 ${from.key} 放不下要换过来的 ${other.phoneModelName || '那一件'}`
  }
  return null
}

/** Returns the slots into which a piece may go, on all sheets and on one more. */
export function targetsOf(batch: Layout, piece: BatchPiece): Target[] {
  const sheets = Math.min(batch.sheetCount + 1, batchLimits.sheets)
  return Array.from({ length: sheets }, (_, at) => at + 1).flatMap((sheet) =>
    batch.slots
      .filter((slot) => refusalOf(batch, piece, sheet, slot) === null)
      .map(({ key }) => ({
        ...{ sheet, slot: key },
        other: batch.pieces.find((one) => one.sheet === sheet && one.slot === key) ?? null,
      })),
  )
}
