/** Which part of the document is seen, and how large. */
import type { Size } from '../model/types'
import type { Stage } from './leafer'

/** The document takes this share of the container, whichever side is the tighter. */
export const canvasShare = 3 / 4

export interface Viewport {
  /** Screen px per document px. */
  zoom(): number
  fit(): void
  /** Zooms about the middle of what is seen; 1 is one screen px per document px. */
  zoomTo(scale: number): void
  setSize(size: Size): void
  /** The container changed its size. */
  resized(): void
}

export function createViewport(stage: Stage, told: (zoom: number) => void): Viewport {
  const { tree } = stage
  let size: Size = { width: 1, height: 1 }
  /** The seller has zoomed or moved: from then on a new container size keeps the middle in the middle. */
  let touched = false
  let container = { width: 0, height: 0 }

  const measure = () => ({ width: tree.width ?? 0, height: tree.height ?? 0 })
  const showWhole = () => {
    container = measure()
    const { width, height } = container
    if (width <= 0 || height <= 0) return
    const scale = canvasShare * Math.min(width / size.width, height / size.height)
    tree.zoomLayer.set({
      scaleX: scale,
      scaleY: scale,
      x: (width - size.width * scale) / 2,
      y: (height - size.height * scale) / 2,
    })
    touched = false
    told(scale)
  }
  const zoom = () => tree.zoomLayer.scaleX ?? 1

  return {
    zoom,
    fit: showWhole,
    zoomTo(scale) {
      tree.zoom(scale)
      touched = true
      told(zoom())
    },
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
      tree.zoomLayer.move((now.width - before.width) / 2, (now.height - before.height) / 2)
    },
  }
}
