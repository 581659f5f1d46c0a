/** Examines picked files: whether each is a picture, its size and its hash. A few at a time; decoding is off the main thread. */
import pLimit from 'p-limit'
import { fileKind, fileSizeLimit, maxCanvasSide, maxPicturePixels } from '../../../../contract/constants'
import { drawingSize } from '../../../../contract/rules/lengths'
import { pixelsText } from '../../../../contract/rules/sizes'
import { pictureProblem, sniffPicture } from '../../../base/picture-files'
import { headerSize, type Size } from '../../../base/picture-size'
import { sha256Of } from '../../../base/sha256'
import { extensions } from './file-name'
import type { PictureFacts } from './groups'

/** The result; `facts` is null when the file is no picture, `trouble` then tells why. */
export type Examined = { readonly facts: PictureFacts } | { readonly facts: null; readonly trouble: string }

const trouble = (text: string): Examined => ({ facts: null, trouble: text })
const broken = '图片加载失败，请检查图片是否损坏'
const unreadable = '读取不到这个文件，可能已被移动或删除，请重新选择'

/** Pictures with more pixels are decoded one at a time: each takes 4 bytes per pixel of memory. */
const largePixels = 16_000_000

const looks = pLimit(4)
const largeLooks = pLimit(1)

/** Size of an SVG by its root element, computed as the server does. */
function sizeOf(root: Element): Size | null {
  const read = (name: string): string => root.getAttribute(name) ?? ''
  const size = drawingSize({ width: read('width'), height: read('height'), viewBox: read('viewBox') })
  return size && { width: Math.max(1, Math.round(size.width)), height: Math.max(1, Math.round(size.height)) }
}

async function examineDrawing(bytes: Uint8Array): Promise<Size | string> {
  const wide = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8'
  // A parsed document that is never inserted runs no scripts.
  const { documentElement: root } = new DOMParser().parseFromString(new TextDecoder(wide).decode(bytes), 'image/svg+xml')
  if (root.localName !== 'svg' || root.querySelector('parsererror')) return broken
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
    return broken
  }
}

async function examine(file: { readonly name: string; readonly blob: Blob }): Promise<Examined> {
  const { blob } = file
  const problem = pictureProblem(file, { maxBytes: fileSizeLimit[fileKind.wireframe], endings: extensions })
  if (problem !== null) return trouble(problem)
  let bytes: Uint8Array<ArrayBuffer>
  let type: string | null
  try {
    bytes = new Uint8Array(await blob.arrayBuffer())
    type = await sniffPicture(blob)
  } catch {
    return trouble(unreadable)
  }
  if (type === null) return trouble('文件内容不是图片，可能只是改了扩展名')
  const announced = type === 'image/svg+xml' ? await examineDrawing(bytes) : (headerSize(type, bytes) ?? broken)
  if (typeof announced === 'string') return trouble(announced)
  const pixels = announced.width * announced.height
  if (Math.max(announced.width, announced.height) > maxCanvasSide || pixels > maxPicturePixels) {
    return trouble(`图片有 ${pixelsText(announced)}，太大了：每边最多 ${maxCanvasSide} 像素，共 1 亿像素，请缩小`)
  }
  const decode = () => decodedSize(blob)
  const size = type === 'image/svg+xml' ? announced : await (pixels > largePixels ? largeLooks(decode) : decode())
  if (typeof size === 'string') return trouble(size)
  return { facts: { ...size, sha256: await sha256Of(bytes) } }
}

/** Never rejects: whatever is wrong with the file is part of the result. */
export const examinePicture = (file: { readonly name: string; readonly blob: Blob }): Promise<Examined> =>
  looks(() => examine(file))
