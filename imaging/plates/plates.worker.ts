/** Makes print files by print profiles, and learns profiles from files, one after another, because each holds all pixels of a picture. */
import { messageOf } from '../../contract/ground/thrown'
import { answerRequests } from '../answer-requests'
import { caseMask } from '../mockup/case-mask'
import type { CaseMask } from '../mockup/regions'
import { type Pixels, pixelsOfPng } from '../tiff/pixels'
import { decodeByCanvas } from '../tiff/print-file'
import { learnPdf } from './learn-pdf'
import { learnTiff } from './learn-tiff'
import type { Learned } from './learned'
import type { PlateAnswer, PlateInput, PlateReply, PlateRequest, WireframeFiles } from './messages'
import { platesLook } from './plates-look'
import { printPicture, printPixels } from './print-picture'
import { type TestCanvas, testPage } from './test-page'

/** Bundlers do not follow the package's own way to find its wasm file. */
const littleCms = new URL('lcms-wasm/dist/lcms.wasm', import.meta.url).href
/** Files that sellers have beside print files, by their first bytes. */
const otherTypes = [
  ['8BPS', 'PSD 文件'],
  ['\x89PNG', 'PNG 图片'],
  ['\xff\xd8', 'JPG 图片'],
  ['PK', '压缩包'],
  ['%!PS', 'PostScript 文件'],
] as const

/** A PDF is read whole; sheets of more are TIFFs. */
const mostPdfBytes = 300 * 1024 * 1024

function drawOn(width: number, height: number, paint: (context: OffscreenCanvasRenderingContext2D) => void): Pixels {
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  if (context === null) throw new Error('浏览器内存不足，请关闭其他页面后重试')
  paint(context)
  return { width, height, rows: (top, count) => context.getImageData(0, top, width, count).data }
}

async function resize(pixels: Pixels, size: { readonly width: number; readonly height: number }): Promise<Pixels> {
  const { width, height, rows } = pixels
  const data = new Uint8ClampedArray(rows(0, height))
  const bitmap = await createImageBitmap(new ImageData(data, width, height))
  const drawn = drawOn(size.width, size.height, (context) => {
    context.imageSmoothingQuality = 'high'
    context.drawImage(bitmap, 0, 0, size.width, size.height)
  })
  bitmap.close()
  return { ...drawn, ...(pixels.profile && { profile: pixels.profile }) }
}

async function learn(file: Blob): Promise<Learned> {
  const bytesAt = async (offset: number, length: number) =>
    new Uint8Array(await file.slice(offset, offset + length).arrayBuffer())
  const head = String.fromCharCode(...(await bytesAt(0, 4)))
  if (/^(II|MM)/.test(head)) return learnTiff(bytesAt)
  const name = otherTypes.find(([start]) => head.startsWith(start))?.[1]
  if (name !== undefined) throw new Error(`这是 ${name}，只能从 TIFF 或 PDF 学习；请从原来的软件另存为 TIFF 再试`)
  if (file.size > mostPdfBytes) throw new Error('文件太大，请用一个单独的手机壳打印文件')
  return learnPdf(await bytesAt(0, file.size))
}

const rowsOf =
  ({ width, data }: { readonly width: number; readonly data: Uint8ClampedArray<ArrayBuffer> }) =>
  (top: number, count: number) =>
    data.subarray(top * width * 4, (top + count) * width * 4)

const pictureOf = async ({ bytes, type }: { readonly bytes: Uint8Array<ArrayBuffer>; readonly type: string }) =>
  type === 'image/png' ? pixelsOfPng(bytes) : decodeByCanvas(new Blob([bytes], { type }))

async function maskOf({ width, height, under, over }: WireframeFiles): Promise<CaseMask> {
  const read = async (file: Blob | null) => {
    if (file === null) return null
    const bitmap = await createImageBitmap(file)
    const { rows } = drawOn(width, height, (context) => {
      context.imageSmoothingQuality = 'high'
      context.drawImage(bitmap, 0, 0, width, height)
    })
    bitmap.close()
    return new Uint8ClampedArray(rows(0, height))
  }
  return caseMask({ width, height, under: await read(under), over: await read(over) })
}

async function answer(input: PlateInput): Promise<PlateAnswer> {
  if (input.kind === 'learn') return { learned: await learn(input.file) }
  if (input.kind === 'look') {
    const { picture, profile, widthMm, shown, proof } = input
    const pixels = 'bytes' in picture ? await pictureOf(picture) : { ...picture, rows: rowsOf(picture) }
    return { look: await platesLook(pixels, profile, widthMm, shown, proof, littleCms) }
  }
  const { profile, icc } = input
  const inks = { wasm: littleCms, ...(icc && { icc }) }
  if (input.kind === 'test') {
    const draw = async (width: number, height: number, paint: (canvas: TestCanvas) => void) => drawOn(width, height, paint)
    return { file: await testPage(profile, input.name, draw, inks) }
  }
  const mask = input.wireframe ? await maskOf(input.wireframe) : null
  const pixels = { ...(await pictureOf(input)), ...(mask && { mask }) }
  return { file: await printPicture(pixels, profile, { size: printPixels(input, profile.dpi), resize, ...inks }) }
}

answerRequests<PlateRequest, PlateReply>(
  async (request) => {
    try {
      return await answer(request)
    } catch (error) {
      const message = messageOf(error)
      throw /[\u4e00-\u9fff]/.test(message) ? error : new Error(`图片已损坏，无法生成打印文件（${message}）`, { cause: error })
    }
  },
  {
    transferOf: (reply) =>
      'file' in reply ? [reply.file.bytes.buffer, ...(reply.file.cut ? [reply.file.cut.bytes.buffer] : [])] : [],
  },
)
