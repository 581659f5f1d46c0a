/** Which part of the document is seen, and how large. */
import { clamp } from '../../design/geometry/number'
import type { Box, Size } from '../../design/model/types'
import { type Stage, zoomRange } from './leafer'

/** The document takes this share of the container, whichever side is the tighter. */
export const canvasShare = 3 / 4

export interface Viewport {
  /** Screen px per document px. */
  zoom(): number
  fit(): void
  /** Zooms about the middle of what is seen; 1 is one screen px per document px. */
  zoomTo(scale: number): void
  /** This part of the document on three quarters of the container. */
  show(box: Box): void
  setSize(size: Size): void
  /** The container changed its size. */
  resized(): void
}

/** Between two pixels of the screen every edge of the design would be soft. */
const onPixel = (at: number) => Math.round(at * devicePixelRatio) / devicePixelRatio

export function createViewport(stage: Stage, told: (zoom: number) => void): Viewport {
  const { tree } = stage
  let size: Size = { width: 1, height: 1 }
  /** The seller has zoomed or moved: from then on a new container size keeps the middle in the middle. */
  let touched = false
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
      x: onPixel(width / 2 - (box.x + box.width / 2) * scale),
      y: onPixel(height / 2 - (box.y + box.height / 2) * scale),
    })
    touched = true
    told(scale)
  }
  const showWhole = () => {
    show({ x: 0, y: 0, ...size })
    touched = false
  }
  const zoom = () => tree.zoomLayer.scaleX ?? 1

  return {
    zoom,
    fit: showWhole,
    zoomTo(scale) {
      tree.zoom(scale)
      const { x = 0, y = 0 } = tree.zoomLayer
      tree.zoomLayer.set({ x: onPixel(x), y: onPixel(y) })
      touched = true
      told(zoom())
    },
    show,
    setSize(next) {
      if (next.width === size.width && next.height === size.height) return
      size = next
      showWhole()
    },
    resized() {
      const before = container
      const now = measure()
      if (!touched || before.width === 0) return showWhole()
      container = now
      const { x = 0, y = 0 } = tree.zoomLayer
      tree.zoomLayer.set({
        x: onPixel(x + (now.width - before.width) / 2),
        y: onPixel(y + (now.height - before.height) / 2),
      })
    },
  }
}
