/** Marks on sheets: the code of each piece beside its print, where nothing else is printed. Pure. */
import { type Size, type Turn, turnedSize } from './jig'

/** Of a mark, mm: a QR code of 6 mm, and two short lines beside it. Zbar reads it at 300 dpi; that phones and scanners read the print of it is a guess. */
const markSize = { widthMm: 16, heightMm: 6 } as const
/** Between a print and its mark, mm; a guess. */
const distanceMm = 0.5

/** The room that a mark needs below its print, mm. */
export const roomForMark: Size = { widthMm: markSize.widthMm, heightMm: markSize.heightMm + 2 * distanceMm }

interface Box extends Size {
  readonly xMm: number
  readonly yMm: number
}

export interface MarkedPrint extends Size {
  readonly xMm: number
  readonly yMm: number
  readonly turn: Turn
}

const overlaps = (a: Box, b: Box): boolean =>
  a.xMm < b.xMm + b.widthMm && b.xMm < a.xMm + a.widthMm && a.yMm < b.yMm + b.heightMm && b.yMm < a.yMm + a.heightMm

/**
 * Returns where the mark of each print lies: below it, above, to its right or left, the first of these that is on the sheet and touches no
 * print and no other mark; null where there is none.
 *
 * @param prints places, mm, with the size before their turn.
 * @param bleedMm how far the prints reach beyond their places.
 */
export function markBoxes(prints: readonly MarkedPrint[], sheet: Size, bleedMm: number): (Box | null)[] {
  const boxes = prints.map((print): Box => {
    const { widthMm, heightMm } = turnedSize(print, print.turn)
    const by = bleedMm
    return { xMm: print.xMm - by, yMm: print.yMm - by, widthMm: widthMm + 2 * by, heightMm: heightMm + 2 * by }
  })
  const marks: Box[] = []
  return boxes.map((box) => {
    const right = box.xMm + box.widthMm + distanceMm
    const below = box.yMm + box.heightMm + distanceMm
    const places = [
      { xMm: box.xMm, yMm: below },
      { xMm: box.xMm, yMm: box.yMm - markSize.heightMm - distanceMm },
      { xMm: right, yMm: box.yMm },
      { xMm: box.xMm - markSize.widthMm - distanceMm, yMm: box.yMm },
    ]
    const found = places
      .map((place): Box => ({ ...place, ...markSize }))
      .find(
        (mark) =>
          mark.xMm >= 0 &&
          mark.yMm >= 0 &&
          mark.xMm + mark.widthMm <= sheet.widthMm &&
          mark.yMm + mark.heightMm <= sheet.heightMm &&
          ![...boxes, ...marks].some((other) => overlaps(mark, other)),
      )
    if (found) marks.push(found)
    return found ?? null
  })
}
