/** Draws one print layer by layer, holding only the print and one picture in memory. Runs on a page, in a worker and on the server. */
import type { BareArea } from '../../imaging/png/bare-area'
import type { Size } from '../model/types'
import { createBareAreaFinder } from './bare-area'
import { type ClipRole, createPress } from './press'
import type { PaintedLayer, Picture, SheetView } from './sheet'
import { type CreateSurface, takePicture } from './surface'

/** A picture's file, or an already drawn picture that is copied pixel by pixel. */
export type PrintPicture<File = Blob> =
  | { readonly file: File }
  | { readonly painted: ImageBitmap; readonly x: number; readonly y: number }
  /** The layer lies beside the print, so nothing of its picture is visible. */
  | { readonly outside: true }

export interface PrintCanvas<File = Blob> {
  /** Draws one layer. Rejects when the file is no picture. */
  drawLayer(layer: PaintedLayer, role: ClipRole, picture: PrintPicture<File>): Promise<void>
  /** Returns where no white ink lies under the layers drawn so far; null where it lies under all of them. */
  bareArea(): BareArea | null
  /** Returns the print's px and frees the canvas. */
  finish(): ImageData
  /** Returns the print as a picture and frees the canvas. The caller closes the picture. */
  finishPicture(): Promise<ImageBitmap>
  /** Frees the canvas of a print that will not be finished. */
  discard(): void
}

export interface PrintCanvasInit extends Size {
  readonly view: SheetView
  /** CSS colour under all layers; null leaves uncovered pixels transparent. */
  readonly background: string | null
  /** Whether a layer is marked so that no white ink lies under it. */
  readonly hasBare?: boolean
}

/** A decoded picture, whose memory may be freed before it is collected. */
export type DecodedPicture = Picture & { close?(): void }

/** @param decode rejects when the file is no picture. */
export function createPrintCanvas<File>(
  { width, height, view, background, hasBare = false }: PrintCanvasInit,
  createSurface: CreateSurface,
  decode: (file: File) => Promise<DecodedPicture>,
): PrintCanvas<File> {
  const { surface, release } = createSurface({ width, height })
  const press = createPress(surface, { width, height }, view, createSurface)
  const bare = hasBare ? createBareAreaFinder({ width, height }, view, createSurface) : null
  const finishDrawing = () => {
    press.finish()
    // Only now, because blend modes see the layers alone.
    if (background === null) return
    surface.setTransform(1, 0, 0, 1, 0, 0)
    surface.globalCompositeOperation = 'destination-over'
    surface.fillStyle = background
    surface.fillRect(0, 0, width, height)
  }
  return {
    async drawLayer(layer, role, picture) {
      // Decode before drawing: a file that is no picture must not leave the layer's outline behind.
      const decoded = 'file' in picture ? await decode(picture.file) : null
      const drawn = decoded ?? ('painted' in picture ? picture : null)
      press.draw(layer, role, drawn)
      bare?.draw(layer, role, drawn)
      decoded?.close?.()
      if ('painted' in picture) picture.painted.close()
    },
    bareArea: () => bare?.area() ?? null,
    finish() {
      finishDrawing()
      const pixels = surface.getImageData(0, 0, width, height)
      release()
      return pixels
    },
    async finishPicture() {
      try {
        finishDrawing()
        return await takePicture(surface)
      } finally {
        release()
      }
    },
    discard: release,
  }
}
