/** Examines picked files: whether each is a picture, its size and its hash. A few at a time; decoding is off the main thread. */
import pLimit from 'p-limit'
import { fileKind, fileSizeLimit, maxCanvasSide, maxPicturePixels } from '../../../../contract/constants'
import { sha256Of } from '../../../../contract/ground/sha256'
import { drawingSize } from '../../../../contract/rules/lengths'
import { pixelsText } from '../../../../contract/rules/sizes'
import { pictureTypes, sizeProblem, sniffPicture } from '../../../base/picture-files'
import { headerSize, type Size } from '../../../base/picture-size'
import type { PictureFacts } from './groups'

/** The result; `facts` is null when the file is no picture, `trouble` then tells why. */
export type Examined = { readonly facts: PictureFacts } | { readonly facts: null; readonly trouble: string }

/** Wireframes are of every type but WebP. */
export const wireframeTypes: readonly string[] = Object.keys(pictureTypes).filter((type) => type !== 'image/webp')

const failed = (text: string): Examined => ({ facts: null, trouble: text })
const brokenText = '图片加载失败，请检查图片是否损坏'
const unreadableText = '读取不到这个文件，可能已被移动或删除，请重新选择'

/** Pictures with more pixels are decoded one at a time: each takes 4 bytes per pixel of memory. */
const largePixels = 16_000_000

const examineLimit = pLimit(4)
const largeExamineLimit = pLimit(1)

/** Size of an SVG by its root element, computed as the server does. */
function sizeOf(root: Element): Size | null {
  const attribute = (name: string): string => root.getAttribute(name) ?? ''
  const size = drawingSize({ width: attribute('width'), height: attribute('height'), viewBox: attribute('viewBox') })
  return size && { width: Math.max(1, Math.round(size.width)), height: Math.max(1, Math.round(size.height)) }
}

async function examineDrawing(bytes: Uint8Array): Promise<Size | string> {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8'
  // A parsed document that is never inserted runs no scripts.
  const { documentElement: root } = new DOMParser().parseFromString(new TextDecoder(encoding).decode(bytes), 'image/svg+xml')
  if (root.localName !== 'svg' || root.querySelector('parsererror')) return brokenText
  return sizeOf(root) ?? 'SVG 缺少宽高（width、height 或 viewBox），请重新导出'
}

/** Decodes every pixel, so that a truncated file is found. Returns the upright size, or what is wrong. */
async function decodedSize(blob: Blob): Promise<Size | string> {
  try {
    const bitmap = await createImageBitmap(blob)
    const { width, height } = bitmap
    bitmap.close()
    return { width, height }
  } catch {
    return brokenText
  }
}

async function examine(file: { readonly name: string; readonly blob: Blob }): Promise<Examined> {
  const { blob } = file
  const problem = sizeProblem(blob, fileSizeLimit[fileKind.wireframe])
  if (problem !== null) return failed(problem)
  let bytes: Uint8Array<ArrayBuffer>
  let type: string | null
  try {
    bytes = new Uint8Array(await blob.arrayBuffer())
    type = await sniffPicture(blob)
  } catch {
    return failed(unreadableText)
  }
  if (type === null || !wireframeTypes.includes(type)) return failed('文件内容不是图片，可能只是改了扩展名')
  const statedSize = type === 'image/svg+xml' ? await examineDrawing(bytes) : (headerSize(type, bytes) ?? brokenText)
  if (typeof statedSize === 'string') return failed(statedSize)
  const pixels = statedSize.width * statedSize.height
  if (Math.max(statedSize.width, statedSize.height) > maxCanvasSide || pixels > maxPicturePixels) {
    return failed(`图片有 ${pixelsText(statedSize)}，太大了：每边最多 ${maxCanvasSide} 像素，共 1 亿像素，请缩小`)
  }
  const decode = () => decodedSize(blob)
  const size = type === 'image/svg+xml' ? statedSize : await (pixels > largePixels ? largeExamineLimit(decode) : decode())
  if (typeof size === 'string') return failed(size)
  return { facts: { ...size, sha256: await sha256Of(bytes) } }
}

/** Never rejects: whatever is wrong with the file is part of the result. */
export const examinePicture = (file: { readonly name: string; readonly blob: Blob }): Promise<Examined> =>
  examineLimit(() => examine(file))
