/** Finds layers that a buyer cannot see on a case, because its pictures (the camera, the frame) lie over them. */
import { boundsOf, containsPoint } from '../geometry/bounds'
import { type CoverMask, type WireframeShape, wireframeFrame } from '../geometry/wireframe'
import type { DesignDoc, Layer } from '../model/types'

/** From this opacity on, nothing of the design is seen. */
const opaque = 128
/** Covered share from which a layer is reported: of a text every letter counts. */
const reportedShare = { text: 0.03, picture: 0.15 } as const
/** A layer over more than this share of the printed part lies under the camera on purpose. */
const fullShare = 0.6

export interface CoveredLayer {
  readonly layer: Layer
  /** Share of its printed part that is covered. */
  readonly share: number
}

/** Returns the layers of which a part that matters is covered, from bottom to top. */
export function coveredLayers(doc: DesignDoc, wireframe: WireframeShape, mask: CoverMask): readonly CoveredLayer[] {
  const { frame, printArea } = wireframeFrame(doc, wireframe)
  const step = { x: frame.width / mask.width, y: frame.height / mask.height }
  const printedPixels = (printArea.width / step.x) * (printArea.height / step.y)
  return doc.layers.flatMap((layer) => {
    if (layer.hidden || layer.isBackground) return []
    const bounds = boundsOf(layer)
    const left = Math.max(bounds.x, printArea.x)
    const top = Math.max(bounds.y, printArea.y)
    const right = Math.min(bounds.x + bounds.width, printArea.x + printArea.width)
    const bottom = Math.min(bounds.y + bounds.height, printArea.y + printArea.height)
    const first = { x: Math.max(0, Math.floor((left - frame.x) / step.x)), y: Math.max(0, Math.floor((top - frame.y) / step.y)) }
    const last = {
      x: Math.min(mask.width, Math.ceil((right - frame.x) / step.x)),
      y: Math.min(mask.height, Math.ceil((bottom - frame.y) / step.y)),
    }
    let all = 0
    let covered = 0
    for (let y = first.y; y < last.y; y++) {
      for (let x = first.x; x < last.x; x++) {
        const point = { x: frame.x + (x + 0.5) * step.x, y: frame.y + (y + 0.5) * step.y }
        if (!containsPoint(layer, point)) continue
        all++
        if ((mask.alpha[y * mask.width + x] ?? 0) >= opaque) covered++
      }
    }
    const share = all === 0 ? 0 : covered / all
    const isFull = all > fullShare * printedPixels
    return !isFull && share >= (layer.type === 'TEXT' ? reportedShare.text : reportedShare.picture) ? [{ layer, share }] : []
  })
}
