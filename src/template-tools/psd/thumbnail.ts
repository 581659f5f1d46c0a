/** Paints a template's thumbnail layer by layer during the import, so that only one picture is in memory at a time. */
import { thumbnailHeight } from '../../../contract/constants'
import type { ImageLayer, Size } from '../../design/model/types'
import { pageSurface } from '../../design/print/print-canvas'
import { paintPicture } from '../../design/print/sheet'

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
  const width = Math.max(1, Math.round((thumbnailHeight * canvas.width) / canvas.height))
  const view = { scale: thumbnailHeight / canvas.height, x: 0, y: 0 }
  const { surface, release } = pageSurface({ width, height: thumbnailHeight })
  return {
    async paint(layer, picture) {
      if (layer.hidden) return
      const bitmap = await createImageBitmap(picture)
      paintPicture(surface, layer, view, bitmap)
      bitmap.close()
    },
    finish: () =>
      new Promise((resolve, reject) => {
        surface.canvas.toBlob((blob) => {
          release()
          if (blob) resolve(blob)
          else reject(new Error('缩略图生成失败，请重试；仍然不行请刷新页面'))
        }, 'image/png')
      }),
    discard: release,
  }
}
