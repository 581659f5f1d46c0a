/** Paints a template's thumbnail layer by layer during the import, so that only two pictures are in memory at a time. */
import { thumbnailHeight } from '../../../contract/constants'
import type { ImageLayer, Size } from '../../../design/model/types'
import { createPress } from '../../../design/print/press'
import { pageSurface } from '../../../design/print/surface'

export interface ThumbnailPainter {
  /** Draws the layer above those painted before. */
  paint(layer: ImageLayer, picture: Blob): Promise<void>
  /** Returns a PNG 600 px high, transparent where no layer lies, and frees the canvas. */
  finish(): Promise<Blob>
  /** Frees the canvas without a picture. */
  discard(): void
}

/** @param canvas size of the template, canvas px. */
export function createThumbnailPainter(canvas: Size): ThumbnailPainter {
  const size = { width: Math.max(1, Math.round((thumbnailHeight * canvas.width) / canvas.height)), height: thumbnailHeight }
  const view = { scale: thumbnailHeight / canvas.height, x: 0, y: 0 }
  const { surface, release } = pageSurface(size)
  const press = createPress(surface, size, view, pageSurface)
  /** The last base waits, because only the next layer tells whether something is clipped to it. */
  let base: { readonly layer: ImageLayer; readonly picture: ImageBitmap | null } | null = null
  let isBaseDrawn = true

  const drawBase = (role: 'single' | 'base') => {
    if (base === null || isBaseDrawn) return
    press.draw(base.layer, role, base.picture)
    base.picture?.close()
    isBaseDrawn = true
  }

  return {
    async paint(layer, picture) {
      const isClipped = base !== null && layer.appearance?.clipped === true
      if (isClipped && (layer.hidden || base?.layer.hidden)) return
      const bitmap = layer.hidden ? null : await createImageBitmap(picture)
      drawBase(isClipped ? 'base' : 'single')
      if (isClipped) {
        press.draw(layer, 'clipped', bitmap)
        bitmap?.close()
      } else {
        base = { layer, picture: bitmap }
        isBaseDrawn = layer.hidden
      }
    },
    finish: () =>
      new Promise((resolve, reject) => {
        drawBase('single')
        press.finish()
        surface.canvas.toBlob((blob) => {
          release()
          if (blob) resolve(blob)
          else reject(new Error('缩略图生成失败，请重试；仍然不行请刷新页面'))
        }, 'image/png')
      }),
    discard: release,
  }
}
