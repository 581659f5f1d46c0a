/**
 * Computes where a design and a case lie in a box on the screen, and in the picture that is saved of both. Pure; the batch
 * preview uses it.
 */
import { type WireframeShape, wireframeFrame } from '../geometry/wireframe'
import type { Box, Size } from '../model/types'

export interface CaseLayout {
  /** Size of the whole case, px. */
  readonly size: Size
  /** The whole document, px from the top left of the case; the part beyond the case is cut off. */
  readonly design: Box
  /** px from the top left of the case; null when nothing is printed, or everything. */
  readonly printArea: Box | null
}

/** Returns the largest layout that fits into `room`. Without a wireframe the document takes the place of the case. */
export function caseLayout(doc: Size, wireframe: WireframeShape | null, space: Size): CaseLayout {
  const shape = wireframe ?? { width: doc.width, height: doc.height, printArea: null }
  const { frame, printArea } = wireframeFrame(doc, shape)
  const scale = Math.min(space.width / frame.width, space.height / frame.height)
  const onCase = ({ x, y, width, height }: Box): Box => ({
    x: (x - frame.x) * scale,
    y: (y - frame.y) * scale,
    width: width * scale,
    height: height * scale,
  })
  const bounded = shape.printArea !== null && printArea.width > 0 && printArea.height > 0
  return {
    size: { width: frame.width * scale, height: frame.height * scale },
    design: onCase({ x: 0, y: 0, ...sizeOf(doc) }),
    printArea: bounded ? onCase(printArea) : null,
  }
}

const sizeOf = ({ width, height }: Size): Size => ({ width, height })

/**
 * Returns the size at which a thumbnail lies exactly on the design. A thumbnail is drawn at the scale of its height from the
 * document's top left, so only its rounded width differs from the design's.
 */
export function thumbnailSize(design: Size, thumbnail: Size): Size {
  return { width: (thumbnail.width * design.height) / thumbnail.height, height: design.height }
}

/** Longest side of a saved picture, px: sharp on a full screen, small enough for a chat. */
const sharpSide = 1600
/** A larger wireframe is saved at its own size up to this longest side, px. */
const maxSide = 2400

/** Returns the size of the picture that is saved of a case, px. */
export function savedSize({ width, height }: Size): Size {
  const longest = Math.max(width, height)
  const scale = Math.min(Math.max(longest, sharpSide), maxSide) / longest
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

export interface GridCells {
  /** Minimum width, px; columns share the remaining width. */
  readonly minWidth: number
  readonly height: number
  readonly gap: number
}

/** Maximum factor by which a cell is enlarged over its size in a long grid. */
const maxEnlargement = 2

/**
 * Returns the grid cells, enlarged as long as all `count` cells stay visible at once, so that a few cases are not tiny in an
 * empty drawer.
 */
export function largestCells(count: number, space: Size, cells: GridCells): GridCells {
  const { gap } = cells
  for (let tenths = maxEnlargement * 10; tenths > 10; tenths--) {
    const minWidth = (cells.minWidth * tenths) / 10
    const height = (cells.height * tenths) / 10
    const columns = Math.floor((space.width + gap) / (minWidth + gap))
    if (columns > 0 && Math.ceil(count / columns) * (height + gap) - gap <= space.height) return { minWidth, height, gap }
  }
  return cells
}
