/** Draws the thumbnail of a design as the print does, with pictures that may be loaded already. */
import { thumbnailHeight } from '../../contract/constants'
import type { DesignDoc, Layer } from '../model/types'
import { asExportError, MissingPictureError } from './export-error'
import type { Pictures } from './pictures'
import { createPress, pressedLayers } from './press'
import { pageSurface } from './surface'

interface ThumbnailResources {
  readonly pictures: Pictures
  /** Returns the address that a stored file address is read from. */
  resolveUrl(url: string): string
}

/**
 * Returns the design as a PNG 600 px high, without wireframe and transparent where no layer lies.
 *
 * @throws MissingPictureError when a visible layer's picture is missing; a PictureExportError when it cannot be drawn.
 */
export async function exportThumbnail(doc: DesignDoc, { pictures, resolveUrl }: ThumbnailResources): Promise<Blob> {
  const pressed = pressedLayers(doc)
  const pictureOf = ({ imageUrl }: Layer) => pictures.get(resolveUrl(imageUrl))
  await pictures.whenSettled(pressed.map(({ layer }) => resolveUrl(layer.imageUrl)))
  const missing = pressed.flatMap(({ layer }) => (pictureOf(layer) === null ? [layer.name] : []))
  if (missing.length > 0) throw new MissingPictureError(missing)

  const size = { width: Math.max(1, Math.round((thumbnailHeight * doc.width) / doc.height)), height: thumbnailHeight }
  // Align with the top left: centring what the rounded width cuts off would shift every pixel by a fraction.
  const view = { scale: thumbnailHeight / doc.height, x: 0, y: 0 }
  const { surface, release } = pageSurface(size)
  try {
    const press = createPress(surface, size, view, pageSurface)
    for (const { layer, role } of pressed) press.draw(layer, role, pictureOf(layer))
    press.finish()
    return await pngOf(surface.canvas)
  } catch (error) {
    throw asExportError(error)
  } finally {
    release()
  }
}

function pngOf(canvas: Pick<HTMLCanvasElement, 'toBlob'>): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob) resolve(blob)
      else reject(new Error('the engine made no PNG of the canvas'))
    }, 'image/png')
  })
}
