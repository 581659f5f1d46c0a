/** Looks at the bytes of the files that were picked: is it a picture, how large, which. A few at a time, off the main thread. */
import pLimit from 'p-limit'
import { fileKind, fileSizeLimit, maxPicturePixels } from '../../../../contract/constants'
import { pictureProblem, sniffPicture } from '../../../base/picture-files'
import { headerSize, type Size } from '../../../base/picture-size'
import { sha256Of } from '../../../base/sha256'
import { extensions } from './file-name'
import type { PictureFacts } from './groups'

/** What was found out; `facts` is null when it is no picture, `trouble` then says why. */
export type Examined = { readonly facts: PictureFacts } | { readonly facts: null; readonly trouble: string }

const trouble = (text: string): Examined => ({ facts: null, trouble: text })
const broken = '图片加载失败，请检查图片是否损坏'
const unreadable = '读取不到这个文件，可能已被移动或删除，请重新选择'

/** The longest side that the server takes. */
const maxSide = 20_000
/** Pictures over this many pixels are decoded one at a time: each takes 4 bytes a pixel meanwhile. */
const largePixels = 16_000_000

const looks = pLimit(4)
const largeLooks = pLimit(1)

const unitPixels: Readonly<Record<string, number>> = { '': 1, px: 1, pt: 4 / 3, pc: 16, mm: 96 / 25.4, cm: 96 / 2.54, in: 96 }

/** Pixels of an SVG length; null for percentages and nonsense. */
function svgLength(text: string | null): number | null {
  const match = /^\s*\+?(\d*\.?\d+(?:e[+-]?\d+)?)(px|pt|pc|mm|cm|in)?\s*$/i.exec(text ?? '')
  const pixels = match ? Number(match[1]) * (unitPixels[(match[2] ?? '').toLowerCase()] ?? 1) : 0
  return pixels > 0 && Number.isFinite(pixels) ? pixels : null
}

/** The size the server will give a drawing: its own, or that of its viewBox. */
function drawingSize(root: Element): Size | null {
  const [, , boxWidth = 0, boxHeight = 0] = (root.getAttribute('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  const hasBox = boxWidth > 0 && boxHeight > 0
  const width = svgLength(root.getAttribute('width'))
  const height = svgLength(root.getAttribute('height'))
  const rounded = (w: number, h: number) => ({ width: Math.max(1, Math.round(w)), height: Math.max(1, Math.round(h)) })
  if (width && height) return rounded(width, height)
  if (!hasBox) return null
  if (width) return rounded(width, (width * boxHeight) / boxWidth)
  if (height) return rounded((height * boxWidth) / boxHeight, height)
  return rounded(boxWidth, boxHeight)
}

async function examineDrawing(bytes: Uint8Array): Promise<Size | string> {
  const wide = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8'
  // Parsed and not shown: nothing in it runs.
  const { documentElement: root } = new DOMParser().parseFromString(new TextDecoder(wide).decode(bytes), 'image/svg+xml')
  if (root.localName !== 'svg' || root.querySelector('parsererror')) return broken
  return drawingSize(root) ?? 'SVG 缺少宽高（width、height 或 viewBox），请重新导出'
}

/** Every pixel is decoded once: a cut-off file rejects. The size is upright. */
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
  if (Math.max(announced.width, announced.height) > maxSide || pixels > maxPicturePixels) {
    return trouble(`图片有 ${announced.width}×${announced.height} px，太大了：每边最多 ${maxSide} px，共 1 亿像素，请缩小`)
  }
  const decode = () => decodedSize(blob)
  const size = type === 'image/svg+xml' ? announced : await (pixels > largePixels ? largeLooks(decode) : decode())
  if (typeof size === 'string') return trouble(size)
  return { facts: { ...size, sha256: await sha256Of(bytes) } }
}

/** Never rejects: whatever is wrong with the file is what was found out. */
export const examinePicture = (file: { readonly name: string; readonly blob: Blob }): Promise<Examined> =>
  looks(() => examine(file))
