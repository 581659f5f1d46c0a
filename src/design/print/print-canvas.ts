/** Draws one print layer by layer, holding only the print and one picture in memory. Runs on a page or in a worker. */
import type { Size } from '../model/types'
import { type ClipRole, createPress } from './press'
import type { PaintedLayer, SheetView } from './sheet'
import type { CreateSurface } from './surface'

/** A picture's file, or an already drawn picture that is copied pixel by pixel. */
export type PrintPicture =
  | { readonly file: Blob }
  | { readonly painted: ImageBitmap; readonly x: number; readonly y: number }
  /** The layer lies beside the print, so nothing of its picture is visible. */
  | { readonly outside: true }

export interface PrintCanvas {
  /** Draws one layer. Rejects when the file is no picture. */
  drawLayer(layer: PaintedLayer, role: ClipRole, picture: PrintPicture): Promise<void>
  /** Returns the print and frees the canvas. */
  finish(): ImageData
  /** Frees the canvas of a print that will not be finished. */
  discard(): void
}

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
  const press = createPress(surface, { width, height }, view, createSurface)
  return {
    async drawLayer(layer, role, picture) {
      // Decode before drawing: a file that is no picture must not leave the layer's outline behind.
      const decoded = 'file' in picture ? await createImageBitmap(picture.file) : null
      press.draw(layer, role, decoded ?? ('painted' in picture ? picture : null))
      decoded?.close()
      if ('painted' in picture) picture.painted.close()
    },
    finish() {
      press.finish()
      // Only now, because blend modes see the layers alone.
      if (background !== null) {
        surface.setTransform(1, 0, 0, 1, 0, 0)
        surface.globalCompositeOperation = 'destination-over'
        surface.fillStyle = background
        surface.fillRect(0, 0, width, height)
      }
      const pixels = surface.getImageData(0, 0, width, height)
      release()
      return pixels
    },
    discard: release,
  }
}
