/** Where a design and a case lie in a box on the screen, and in the picture that is saved of both. Pure. */
import { type WireframeShape, wireframeFrame } from '../geometry/wireframe'
import type { Box, Size } from '../model/types'

export interface CaseLayout {
  /** Of the whole case, px. */
  readonly size: Size
  /** The whole document, px from the case's corner; what lies beyond the case is cut off. */
  readonly design: Box
  /** px from the case's corner; null when nothing of it is printed, or all. */
  readonly printArea: Box | null
}

/** As large as the room allows: the case of a batch preview fills its place. Without a wireframe the document is the case. */
export function caseLayout(doc: Size, wireframe: WireframeShape | null, room: Size): CaseLayout {
  const shape = wireframe ?? { width: doc.width, height: doc.height, printArea: null }
  const { frame, printArea } = wireframeFrame(doc, shape)
  const scale = Math.min(room.width / frame.width, room.height / frame.height)
  const at = ({ x, y, width, height }: Box): Box => ({
    x: (x - frame.x) * scale,
    y: (y - frame.y) * scale,
    width: width * scale,
    height: height * scale,
  })
  const bounded = shape.printArea !== null && printArea.width > 0 && printArea.height > 0
  return {
    size: { width: frame.width * scale, height: frame.height * scale },
    design: at({ x: 0, y: 0, ...sizeOf(doc) }),
    printArea: bounded ? at(printArea) : null,
  }
}

const sizeOf = ({ width, height }: Size): Size => ({ width, height })

/**
 * A thumbnail is drawn at its height's scale from the document's corner, so its width is off by what rounding took: at that same
 * scale it lies exactly on the design.
 */
export function thumbnailSize(design: Size, thumbnail: Size): Size {
  return { width: (thumbnail.width * design.height) / thumbnail.height, height: design.height }
}

/** Longest side of a saved picture, px: sharp when filling a screen, small enough for a chat. */
const sharpSide = 1600
/** A larger wireframe is not shrunk, up to here. */
const maxSide = 2400

/** Size of the picture that is saved of a case, px. */
export function savedSize({ width, height }: Size): Size {
  const longest = Math.max(width, height)
  const scale = Math.min(Math.max(longest, sharpSide), maxSide) / longest
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

export interface GridCells {
  /** px; the columns share what is left. */
  readonly minWidth: number
  readonly height: number
  readonly gap: number
}

/** How many times larger than in a long grid a cell may be. */
const largest = 2

/** The cells, larger where all of so many are seen at once even so: a few cases in an empty drawer are no stamps. */
export function roomiest(count: number, room: Size, cells: GridCells): GridCells {
  const { gap } = cells
  for (let tenths = largest * 10; tenths > 10; tenths--) {
    const minWidth = (cells.minWidth * tenths) / 10
    const height = (cells.height * tenths) / 10
    const columns = Math.floor((room.width + gap) / (minWidth + gap))
    if (columns > 0 && Math.ceil(count / columns) * (height + gap) - gap <= room.height) return { minWidth, height, gap }
  }
  return cells
}
