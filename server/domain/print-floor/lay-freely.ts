/** Lays prints on a bed without a jig, for stickers and skins. */
import type { Size } from '../../../contract/rules/jig'
import { batchLimits, type Placement, type PlannedPiece } from '../../../contract/rules/print-batch'
import { roomForMark } from '../../../contract/rules/sheet-marks'
import { nest } from './nest'

export interface FreeSettings {
  /** Between prints, mm. */
  readonly gapMm: number
  /** Free at the edges of the bed, mm. */
  readonly marginMm: number
  /** How far each print is continued beyond its size, mm. */
  readonly bleedMm: number
  /** Whether each print keeps room for its mark below it; it is not turned then. */
  readonly marks: boolean
  /** Share of the bed that the prints of a sheet must cover, 0 to 1. */
  readonly minFill: number
}

export interface FreelyLaid {
  readonly placements: readonly Placement[]
  /** Prints that are larger than the bed within its margins. */
  readonly tooLarge: readonly number[]
  /** Prints of sheets that are not full enough, or beyond the most sheets of a batch. */
  readonly later: readonly number[]
}

export function layPrints(pieces: readonly PlannedPiece[], bed: Size, settings: FreeSettings): FreelyLaid {
  const { gapMm, marginMm, bleedMm, marks, minFill } = settings
  const room: Size = marks ? roomForMark : { widthMm: 0, heightMm: 0 }
  const boxes = pieces.map(({ id, widthMm, heightMm }) => ({
    key: String(id),
    widthMm: Math.max(widthMm + 2 * bleedMm, room.widthMm),
    heightMm: heightMm + 2 * bleedMm + room.heightMm,
  }))
  const { sheets, tooLarge } = nest(boxes, { ...bed, marginMm, gapMm, mayTurn: !marks })
  const sizes = new Map(pieces.map((piece) => [String(piece.id), piece]))
  const areaOf = (key: string): number => {
    const { widthMm = 0, heightMm = 0 } = sizes.get(key) ?? {}
    return widthMm * heightMm
  }
  const isFull = ({ placements }: (typeof sheets)[number]) =>
    placements.reduce((sum, { key }) => sum + areaOf(key), 0) >= minFill * bed.widthMm * bed.heightMm
  const kept = sheets.filter(isFull).slice(0, batchLimits.sheets)
  return {
    placements: kept.flatMap(({ placements }, index) =>
      placements.map(({ key, xMm, yMm, turn }): Placement => {
        // The corner of a box is that of its bleed.
        return { pieceId: Number(key), sheet: index + 1, slot: null, xMm: xMm + bleedMm, yMm: yMm + bleedMm, turn }
      }),
    ),
    tooLarge: tooLarge.map(Number),
    later: sheets.filter((sheet) => !kept.includes(sheet)).flatMap(({ placements }) => placements.map(({ key }) => Number(key))),
  }
}
