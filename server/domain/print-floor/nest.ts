/** Lays stickers and skins of any size on as few sheets as a quick search finds (MaxRects, by maxrects-packer). Pure. */
import { type IOption, MaxRectsPacker, PACKING_LOGIC, Rectangle } from 'maxrects-packer'

export interface NestPiece {
  readonly key: string
  readonly widthMm: number
  readonly heightMm: number
}

export interface NestSheet {
  readonly widthMm: number
  readonly heightMm: number
  /** Free border of the sheet. */
  readonly marginMm: number
  /** Least distance of two pieces. */
  readonly gapMm: number
  /** Whether pieces may be turned by 90°. */
  readonly mayTurn: boolean
}

export interface NestPlace {
  readonly key: string
  /** The upper left of the turned piece, in whole tenths of a millimetre. */
  readonly xMm: number
  readonly yMm: number
  readonly turn: 0 | 90
}

export interface Nested {
  readonly sheets: readonly { readonly placements: readonly NestPlace[] }[]
  /** Keys of pieces that fit on no sheet. */
  readonly tooLarge: readonly string[]
}

/** Whole units of a millimetre, in which places are exact. */
const units = 10
/** Sizes are rounded up, but not for the rounding of binary fractions. */
const sizeUnits = (mm: number): number => Math.ceil(mm * units - 1e-6)

interface Box {
  readonly piece: NestPiece
  /** Units, with a gap at the right and below. */
  readonly width: number
  readonly height: number
}

/** @throws RangeError when a size is not positive, or a distance negative. */
export function nest(pieces: readonly NestPiece[], sheet: NestSheet): Nested {
  const sizes = [sheet, ...pieces].flatMap(({ widthMm, heightMm }) => [widthMm, heightMm])
  if (!sizes.every((mm) => mm > 0 && Number.isFinite(mm)) || !(sheet.marginMm >= 0 && sheet.gapMm >= 0))
    throw new RangeError('sizes are positive, and distances are not negative')
  const [margin, gap] = [sizeUnits(sheet.marginMm), sizeUnits(sheet.gapMm)]
  const room = (mm: number) => Math.floor(mm * units + 1e-6) - 2 * margin + gap
  const [width, height] = [room(sheet.widthMm), room(sheet.heightMm)]
  const boxes = pieces.map((piece): Box => {
    return { piece, width: sizeUnits(piece.widthMm) + gap, height: sizeUnits(piece.heightMm) + gap }
  })
  const fits = (box: Box) =>
    (box.width <= width && box.height <= height) || (sheet.mayTurn && box.height <= width && box.width <= height)
  const tried = [PACKING_LOGIC.MAX_AREA, PACKING_LOGIC.MAX_EDGE].map((logic) =>
    packed(boxes.filter(fits), { width, height, mayTurn: sheet.mayTurn, logic }),
  )
  const [best = []] = tried.sort((a, b) => a.length - b.length)
  return {
    sheets: best.map((places) => ({
      placements: places.map(({ key, x, y, turn }) => ({ key, xMm: (x + margin) / units, yMm: (y + margin) / units, turn })),
    })),
    tooLarge: boxes.filter((box) => !fits(box)).map(({ piece }) => piece.key),
  }
}

interface Packing {
  readonly width: number
  readonly height: number
  readonly mayTurn: boolean
  readonly logic: PACKING_LOGIC
}

interface Mark {
  readonly key: string
  /** Whether it is turned already when it is packed. */
  readonly mustTurn: boolean
}

function packed(boxes: readonly Box[], { width, height, mayTurn, logic }: Packing) {
  if (boxes.length === 0) return []
  const options: IOption = { smart: false, pot: false, square: false, allowRotation: mayTurn, tag: false, border: 0, logic }
  const packer = new MaxRectsPacker<Rectangle>(width, height, 0, options)
  packer.addArray(
    boxes.map((box) => {
      // The package takes a rectangle for too large where it fits turned alone.
      const mustTurn = box.width > width || box.height > height
      const [wide, high] = mustTurn ? [box.height, box.width] : [box.width, box.height]
      // Without its own permission a rectangle is placed turned, and keeps its sides.
      const rectangle = new Rectangle(wide, high, 0, 0, false, mayTurn)
      rectangle.data = { key: box.piece.key, mustTurn } satisfies Mark
      return rectangle
    }),
  )
  return packer.bins.map(({ rects }) =>
    rects.map(({ x, y, rot, data }) => {
      const { key, mustTurn } = data as Mark
      return { key, x, y, turn: rot === mustTurn ? (0 as const) : (90 as const) }
    }),
  )
}
