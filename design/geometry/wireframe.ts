/** Places the wireframe of the previewed phone in the document. Changing the preview never changes the document. */
import { boxAround } from './box'
import type { Box, Size } from './shapes'

export interface WireframeShape extends Size {
  /** Margins from the wireframe's edges, wireframe px; null where the whole wireframe is printed. */
  readonly printArea: { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number } | null
}

/** How opaque the pictures over the design are, over the whole wireframe; 0 to 255, row by row. */
export interface CoverMask extends Size {
  readonly alpha: Uint8Array
}

export interface WireframeFrame {
  /** Document px per wireframe px, in both directions. */
  readonly scale: number
  /** The whole wireframe, document px. */
  readonly frame: Box
  /** The printed part of the wireframe, document px; empty (0 wide or high) when the margins leave nothing. */
  readonly printArea: Box
}

/**
 * Returns the frame of a wireframe that the design covers: k = max(wfW / docW, wfH / docH) is the scale of the design on the
 * wireframe, so in the document the wireframe is 1/k as large, centred. Where the proportions differ, two sides of the design
 * are cut and none is bare.
 */
export function wireframeFrame(doc: Size, wireframe: WireframeShape): WireframeFrame {
  const scale = 1 / Math.max(wireframe.width / doc.width, wireframe.height / doc.height)
  const frame = boxAround(
    { x: doc.width / 2, y: doc.height / 2 },
    { width: wireframe.width * scale, height: wireframe.height * scale },
  )
  const margin = wireframe.printArea ?? { left: 0, top: 0, right: 0, bottom: 0 }
  const printArea = {
    x: frame.x + margin.left * scale,
    y: frame.y + margin.top * scale,
    width: Math.max(0, frame.width - (margin.left + margin.right) * scale),
    height: Math.max(0, frame.height - (margin.top + margin.bottom) * scale),
  }
  return { scale, frame, printArea }
}
