/** Functions of the page for importing texts as text layers: drawing pictures to px, and reading the names in a font file on the server. */
import type { ShopFont } from '../../../contract/types'
import { type FontName, type FontSource, readFontFacts } from '../../../imaging/glyphs/font-file'
import type { Raster } from '../../../imaging/pixels/raster'
import type { PicturePlace } from './text-layers'

function drawnRaster(
  box: Pick<Raster, 'left' | 'top' | 'right' | 'bottom'>,
  draw: (context: CanvasRenderingContext2D) => void,
): Raster {
  const [width, height] = [box.right - box.left, box.bottom - box.top]
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('no canvas to compare on')
  draw(context)
  return { ...box, width, height, data: context.getImageData(0, 0, width, height).data }
}

/** Decodes a picture; the raster's box begins at 0, 0. */
export async function decodeRaster(picture: Blob): Promise<Raster> {
  const bitmap = await createImageBitmap(picture)
  try {
    return drawnRaster({ left: 0, top: 0, right: bitmap.width, bottom: bitmap.height }, (context) =>
      context.drawImage(bitmap, 0, 0),
    )
  } finally {
    bitmap.close()
  }
}

/** Draws a picture at a place given in fractions of px. */
export async function renderRaster(url: string, { left, top, width, height }: PicturePlace): Promise<Raster> {
  const image = new Image()
  image.src = url
  await image.decode()
  const box = {
    left: Math.floor(left),
    top: Math.floor(top),
    right: Math.ceil(left + width),
    bottom: Math.ceil(top + height),
  }
  return drawnRaster(box, (context) => context.drawImage(image, left - box.left, top - box.top, width, height))
}

/**
 * Returns the names in a font file by reading only the parts that hold them; a server that does not answer with parts is read
 * once as a whole.
 *
 * @param fetchUrl fetches the font's address.
 */
export async function fontNamesAt(
  { size }: Pick<ShopFont, 'size'>,
  fetchUrl: (init?: RequestInit) => Promise<Response>,
): Promise<readonly FontName[]> {
  let whole: ArrayBuffer | null = null
  const part = async (start: number, end: number): Promise<ArrayBuffer> => {
    if (whole === null) {
      const reply = await fetchUrl({ headers: { range: `bytes=${start}-${end - 1}` } })
      if (!reply.ok) throw new Error(`the font answered ${reply.status}`)
      if (reply.status === 206) return reply.arrayBuffer()
      whole = await reply.arrayBuffer()
    }
    return whole.slice(start, end)
  }
  // Files that were stored before sizes were known have none.
  const known = size > 0 ? size : Number.POSITIVE_INFINITY
  const source: FontSource = { size: known, slice: (start, end) => ({ arrayBuffer: () => part(start, end) }) }
  return (await readFontFacts(source)).names
}
