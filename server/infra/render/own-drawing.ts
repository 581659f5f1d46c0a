/** Draws SVG that the product itself wrote, such as the frames of standard cases, in a picture process. */
import sharp from 'sharp'
import { resolutionChunk, srgbChunk, withChunks } from '../content/png-chunks'

/** Returns a PNG of the drawing at its own size. @param svg text of the product, never of a user. */
export async function drawOwn(svg: Uint8Array, dpi: number): Promise<Buffer> {
  const png = await sharp(svg).png({ compressionLevel: 6 }).toBuffer()
  return withChunks(png, [srgbChunk, resolutionChunk(dpi)])
}
