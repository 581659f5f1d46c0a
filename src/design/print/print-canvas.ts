/** Draws one print layer by layer, holding only the print and one picture in memory. Runs on a page or in a worker. */
import type { Size } from '../model/types'
import { type PaintedLayer, paintPicture, paintStroke, type SheetView, type Surface } from './sheet'

interface SurfaceHandle<S extends Surface> {
  readonly surface: S
  /** Frees the canvas memory at once instead of waiting for garbage collection. */
  release(): void
}

/** A picture's file, or an already drawn picture that is copied pixel by pixel. */
export type PrintPicture =
  | { readonly file: Blob }
  | { readonly painted: ImageBitmap; readonly x: number; readonly y: number }
  /** The layer lies beside the print, so nothing of its picture is visible. */
  | { readonly outside: true }

export interface PrintCanvas {
  /** Draws one layer. Rejects when the file is no picture. */
  drawLayer(layer: PaintedLayer, picture: PrintPicture): Promise<void>
  /** Returns the print and frees the canvas. */
  finish(): ImageData
  /** Frees the canvas of a print that will not be finished. */
  discard(): void
}

export type CreateSurface = (size: Size) => SurfaceHandle<Surface>

export interface PrintCanvasInit extends Size {
  readonly view: SheetView
  /** CSS colour under all layers; null leaves uncovered pixels transparent. */
  readonly background: string | null
}

export function createPrintCanvas(
  { width, height, view, background }: PrintCanvasInit,
  createSurface: CreateSurface,
): PrintCanvas {
  const { surface, release } = createSurface({ width, height })
  if (background !== null) {
    surface.fillStyle = background
    surface.fillRect(0, 0, width, height)
  }
  return {
    async drawLayer(layer, picture) {
      // Decode before drawing: a file that is no picture must not leave the layer's outline behind.
      const bitmap = 'file' in picture ? await createImageBitmap(picture.file) : null
      paintStroke(surface, layer, view)
      if (bitmap) {
        paintPicture(surface, layer, view, bitmap)
        bitmap.close()
      } else if ('painted' in picture) {
        surface.setTransform(1, 0, 0, 1, 0, 0)
        surface.drawImage(picture.painted, picture.x, picture.y)
        picture.painted.close()
      }
    },
    finish() {
      const pixels = surface.getImageData(0, 0, width, height)
      release()
      return pixels
    },
    discard: release,
  }
}

/** Creates a canvas that belongs to no page. */
export const offscreenSurface = ({ width, height }: Size): SurfaceHandle<OffscreenCanvasRenderingContext2D> => {
  const canvas = new OffscreenCanvas(width, height)
  const surface = canvas.getContext('2d', { willReadFrequently: true })
  if (!surface) throw new Error('no 2d context in the worker')
  return {
    surface,
    release() {
      canvas.width = canvas.height = 0
    },
  }
}

export const pageSurface = ({ width, height }: Size): SurfaceHandle<CanvasRenderingContext2D> => {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const surface = canvas.getContext('2d', { willReadFrequently: true })
  if (!surface) throw new Error('浏览器无法创建这么大的画布，请关闭一些页面后重试')
  return {
    surface,
    release() {
      canvas.width = canvas.height = 0
    },
  }
}
