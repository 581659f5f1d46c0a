/** Determines the real type of bytes from their content: the declared name and type are never trusted. */
import { fileTypeFromBuffer } from 'file-type'
import { type FileKind, fileKind } from '../../../contract/constants'
import { Failure } from '../../kernel/failure'
import type { Content } from '../../ports/examiner'
import { decodeBmp } from './bmp'
import { examineFont } from './font'
import { cleanBitmap, cleanGif, cleanRaster } from './raster'
import { looksLikeSvg, sanitizeSvg } from './svg'
import { tryDrawing } from './thumbnail'

/** Implements `Examiner.examine` (ports). */
export async function examine(bytes: Buffer, kind: FileKind): Promise<Content> {
  if (bytes.length === 0) throw new Failure('unsupported-file', '文件为空，请重新选择')
  if (kind === fileKind.font) return examineFont(bytes)
  if (looksLikeSvg(bytes)) {
    if (kind === fileKind.templateThumbnail) throw unsupported('缩略图只支持 PNG、JPG、WebP')
    const drawing = sanitizeSvg(bytes)
    await tryDrawing(drawing.bytes)
    return drawing
  }
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
      throw unsupported('不支持的图片格式，请使用 PNG、JPG、WebP、GIF、BMP 或 SVG')
  }
}

const unsupported = (message: string): Failure => new Failure('unsupported-file', message)
