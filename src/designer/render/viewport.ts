/** The viewport: which part of the document is visible, and its zoom. */
import { clamp } from '../../../contract/ground/number'
import type { Box, Size } from '../../../design/model/types'
import { type Stage, zoomRange } from './leafer'

/** The fitted document takes this share of the container, in the tighter direction. */
export const canvasShare = 3 / 4

export interface Viewport {
  /** Screen px per document px. */
  zoom(): number
  fit(): void
  /** Zooms about the centre of the viewport; 1 is one screen px per document px. */
  zoomTo(scale: number): void
  /** Fits this part of the document into three quarters of the container. */
  show(box: Box): void
  setSize(size: Size): void
  /** Call it when the container changed its size. */
  resized(): void
}

/** Rounds to whole device pixels, or every edge of the design would be blurred. */
const toDevicePixel = (position: number) => Math.round(position * devicePixelRatio) / devicePixelRatio

export function createViewport(stage: Stage, onZoom: (zoom: number) => void): Viewport {
  const { tree } = stage
  let size: Size = { width: 1, height: 1 }
  /** The seller has zoomed or panned: from then on a resize keeps the centre instead of fitting the document. */
  let movedBySeller = false
  let container = { width: 0, height: 0 }

  const measure = () => ({ width: tree.width ?? 0, height: tree.height ?? 0 })
  const show = (box: Box) => {
    container = measure()
    const { width, height } = container
    if (width <= 0 || height <= 0) return
    const fitting = canvasShare * Math.min(width / Math.max(box.width, 1), height / Math.max(box.height, 1))
    const scale = clamp(fitting, zoomRange.min, zoomRange.max)
    tree.zoomLayer.set({
      scaleX: scale,
      scaleY: scale,
      x: toDevicePixel(width / 2 - (box.x + box.width / 2) * scale),
      y: toDevicePixel(height / 2 - (box.y + box.height / 2) * scale),
    })
    movedBySeller = true
    onZoom(scale)
  }
  const fitDocument = () => {
    show({ x: 0, y: 0, ...size })
    movedBySeller = false
  }
  const zoom = () => tree.zoomLayer.scaleX ?? 1

  return {
    zoom,
    fit: fitDocument,
    zoomTo(scale) {
      tree.zoom(scale)
      const { x = 0, y = 0 } = tree.zoomLayer
      tree.zoomLayer.set({ x: toDevicePixel(x), y: toDevicePixel(y) })
      movedBySeller = true
      onZoom(zoom())
    },
    show,
    setSize(next) {
      if (next.width === size.width && next.height === size.height) return
      size = next
      fitDocument()
    },
    resized() {
      const before = container
      const now = measure()
      if (!movedBySeller || before.width === 0) return fitDocument()
      container = now
      const { x = 0, y = 0 } = tree.zoomLayer
      tree.zoomLayer.set({
        x: toDevicePixel(x + (now.width - before.width) / 2),
        y: toDevicePixel(y + (now.height - before.height) / 2),
      })
    },
  }
}
