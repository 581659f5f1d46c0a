/** Determines the real type of bytes from their content: the declared name and type are never trusted. */
import { type FileKind, fileKind, thumbnailWidths } from '../../../contract/constants'
import { Failure } from '../../kernel/failure'
import type { Content } from '../../ports/examiner'
import { examineColorProfile } from './color-profile'
import { canonicalise } from './drawing/canonicalise'
import { looksLikeSvg } from './drawing/looks-like-svg'
import { renderInto } from './drawing/render'
import { examineFont } from './font'
import { cleanPicture } from './picture'

/** Implements `Examiner.examine` (ports). */
export async function examine(bytes: Buffer, kind: FileKind): Promise<Content> {
  if (bytes.length === 0) throw new Failure('unsupported-file', '文件为空，请重新选择')
  if (kind === fileKind.font) return examineFont(bytes)
  if (kind === fileKind.colorProfile) return examineColorProfile(bytes)
  if (looksLikeSvg(bytes)) {
    if (kind === fileKind.templateThumbnail) throw unsupported('缩略图只支持 PNG、JPG、WebP')
    return examineDrawing(bytes)
  }
  const picture = await cleanPicture(bytes)
  if (picture === null) throw unsupported('不支持的图片格式，请使用 PNG、JPG、WebP、GIF、BMP 或 SVG')
  return picture
}

/** Draws it once, as large as its largest thumbnail: one that exceeds the limits of time or memory is refused to its owner. */
async function examineDrawing(bytes: Buffer): Promise<Content> {
  const drawing = await canonicalise(bytes)
  const side = Math.max(...thumbnailWidths)
  await renderInto(drawing, { width: side, height: 4 * side })
  const { width, height, notes } = drawing
  return {
    bytes: drawing.bytes,
    contentType: 'image/svg+xml',
    extension: 'svg',
    width: Math.max(1, Math.round(width)),
    height: Math.max(1, Math.round(height)),
    ...(notes.length > 0 && { notes }),
  }
}

const unsupported = (message: string): Failure => new Failure('unsupported-file', message)
