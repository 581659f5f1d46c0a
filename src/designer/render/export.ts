/** Draws the thumbnail of an open design as the print does, with the pictures that the canvas has loaded already. */
import { thumbnailHeight } from '../../../contract/constants'
import type { DesignDoc, Layer, Size } from '../../design/model/types'
import { asExportError, MissingPictureError } from '../../design/print/export-error'
import { pageSurface } from '../../design/print/print-canvas'
import { paintPicture, paintStroke, type SheetView } from '../../design/print/sheet'
import type { NodeResources } from './nodes'

/**
 * Returns the design as a PNG 600 px high, without wireframe and transparent where no layer lies.
 *
 * @throws MissingPictureError when a visible layer's picture is missing; a PictureExportError when it cannot be drawn.
 */
export async function exportThumbnail(
  doc: DesignDoc,
  { pictures, resolveUrl }: Pick<NodeResources, 'pictures' | 'resolveUrl'>,
): Promise<Blob> {
  const visible = doc.layers.filter((layer) => !layer.hidden)
  const pictureOf = (imageUrl: string) => pictures.element(resolveUrl(imageUrl))
  await pictures.whenSettled(visible.map((layer) => resolveUrl(layer.imageUrl)))
  const missing = visible.filter((layer) => pictureOf(layer.imageUrl) === null)
  if (missing.length > 0) throw new MissingPictureError(missing.map((layer) => layer.name))

  const size = { width: Math.max(1, Math.round((thumbnailHeight * doc.width) / doc.height)), height: thumbnailHeight }
  // Align with the top left: centring what the rounded width cuts off would shift every pixel by a fraction.
  const view = { scale: thumbnailHeight / doc.height, x: 0, y: 0 }
  try {
    return await drawPng(visible, view, size, (layer) => pictureOf(layer.imageUrl))
  } catch (error) {
    throw asExportError(error)
  }
}

async function drawPng(
  layers: readonly Layer[],
  view: SheetView,
  size: Size,
  pictureOf: (layer: Layer) => HTMLImageElement | null,
): Promise<Blob> {
  const { surface, release } = pageSurface(size)
  try {
    for (const layer of layers) {
      const picture = pictureOf(layer)
      if (!picture) throw new MissingPictureError([layer.name])
      paintStroke(surface, layer, view)
      paintPicture(surface, layer, view, picture)
    }
    return await pngOf(surface.canvas)
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
