/** Examines a picture made of pixels by its real type. */
import { fileTypeFromBuffer } from 'file-type'
import type { Content } from '../../ports/examiner'
import { decodeBmp } from './bmp'
import { cleanBitmap, cleanGif, cleanRaster } from './raster'

/** Returns the picture cleaned; null when it is of another type. Rejects with 'unsupported-file' when it is damaged. */
export async function cleanPicture(bytes: Buffer): Promise<Content | null> {
  const type = await fileTypeFromBuffer(bytes)
  switch (type?.mime) {
    case 'image/png':
    case 'image/apng':
      return cleanRaster(bytes, 'png')
    case 'image/jpeg':
      return cleanRaster(bytes, 'jpeg')
    case 'image/webp':
      return cleanRaster(bytes, 'webp')
    case 'image/gif':
      return cleanGif(bytes)
    case 'image/bmp':
      return cleanBitmap(await decodeBmp(bytes))
    default:
      return null
  }
}
