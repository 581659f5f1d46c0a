/**
 * Prepares a photo from a phone's camera or album for upload: upright, at most 4096 px, without the camera's notes on place and time,
 * which are lost by redrawing it.
 */
import { adobeRgb, srgbConverter } from '../contract/rules/color-space'
import { hasAllScans, hasEnd, jpegEnd, saysAdobeRgb } from '../contract/rules/jpeg'

/** Longest side of an uploaded photo, px. A canvas of this size is within the limit of every phone. */
export const maxPhotoSide = 4096
const quality = 0.92

export const unreadablePhoto = '这张照片打不开，请换一张，或者在相册里另存为 JPG 后再选'
export const incompletePhoto = '这张照片不完整，有一部分没有传完，请重新下载原图，或者换一张'

/** Returns the size at which a photo is drawn, px. */
export function photoSize({ width, height }: { readonly width: number; readonly height: number }) {
  const scale = Math.min(1, maxPhotoSide / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** Whether all these samples of a picture have one colour: browsers draw photos that are too large for them black or white. */
export function isUniform(pixels: Uint8ClampedArray): boolean {
  for (let at = 4; at < pixels.length; at++) if (pixels[at] !== pixels[at % 4]) return false
  return true
}

function load(file: Blob): Promise<HTMLImageElement> {
  const url = URL.createObjectURL(file)
  const image = new Image()
  image.src = url
  return image
    .decode()
    .then(() => image)
    .finally(() => setTimeout(() => URL.revokeObjectURL(url), 0))
}

function draw(image: CanvasImageSource, size: { readonly width: number; readonly height: number }): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = size.width
  canvas.height = size.height
  // The pixels are read in strips, which is slow for a canvas of the graphics card.
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error(unreadablePhoto)
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, 0, 0, size.width, size.height)
  return canvas
}

/** Rows that are read at a time when all pixels are checked: 1 MB of a photo of the largest size. */
const stripRows = 64

/** Whether `isEnough` returns true for a strip of the canvas; strips are read from the top until one does. */
function someStrip(canvas: HTMLCanvasElement, isEnough: (strip: ImageData, top: number) => boolean): boolean {
  const context = canvas.getContext('2d')
  for (let top = 0; context && top < canvas.height; top += stripRows) {
    if (isEnough(context.getImageData(0, top, canvas.width, Math.min(stripRows, canvas.height - top)), top)) return true
  }
  return false
}

/** Whether any pixel is transparent. The file's name and type do not tell: a GIF, an AVIF and a file without a type may be, too. */
const hasAlpha = (canvas: HTMLCanvasElement): boolean =>
  someStrip(canvas, ({ data }) => {
    for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return true
    return false
  })

/** Brings pixels that were drawn as if they were sRGB from Adobe RGB to sRGB: browsers do not follow EXIF there. */
function fromAdobeRgb(canvas: HTMLCanvasElement): void {
  const convert = srgbConverter(adobeRgb)
  someStrip(canvas, (strip, top) => {
    convert(strip.data, 4)
    canvas.getContext('2d')?.putImageData(strip, 0, top)
    return false
  })
}

/** Whether the last row is transparent, like that of a file whose end is missing. */
function endsTransparent(canvas: HTMLCanvasElement): boolean {
  const { data } = canvas.getContext('2d')?.getImageData(0, canvas.height - 1, canvas.width, 1) ?? { data: [255, 255, 255, 255] }
  return data.every((value, at) => at % 4 !== 3 || value === 0)
}

const jpegStart = [0xff, 0xd8, 0xff]
const pngStart = [0x89, 0x50, 0x4e, 0x47]
const gifStart = [0x47, 0x49, 0x46, 0x38]
/** Bytes at the end of a PNG in which its last chunk is looked for. */
const endBytes = 4096
/** The largest height of a JPEG's blocks, px. */
const blockRows = 16
/** A decoder may leave out this many rows, px, when only the mark of the file's end is missing: its last blocks and their neighbours. */
const mostUnfinished = 2 * blockRows

/** Whether a file begins with these bytes; a file that cannot be read does not. */
async function beginsWith(file: Blob, bytes: readonly number[]): Promise<boolean> {
  const start = new Uint8Array(
    await file
      .slice(0, bytes.length)
      .arrayBuffer()
      .catch(() => new ArrayBuffer(0)),
  )
  return bytes.every((byte, at) => start[at] === byte)
}

/** Whether a PNG or GIF lacks the mark of its end, which the one has in its last chunk and the other in its last byte. */
async function lacksEnd(file: Blob, png: boolean): Promise<boolean> {
  if (png) return !(await file.slice(-endBytes).text()).includes('IEND')
  return (await beginsWith(file, gifStart)) && (await file.slice(-1).text()) !== ';'
}

/** Returns the share of a picture's pixels that its decoder left transparent, 0 to 1, from one sample in every row of blocks. */
function missingShare(canvas: HTMLCanvasElement, height: number): number {
  const rows = Math.min(canvas.height, Math.ceil(height / blockRows) * 4)
  const { data } = draw(canvas, { width: 32, height: rows }).getContext('2d')?.getImageData(0, 0, 32, rows) ?? { data: [] }
  let missing = 0
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) missing += 4
  return data.length === 0 ? 0 : missing / data.length
}

function samplesOf(canvas: HTMLCanvasElement): Uint8ClampedArray {
  const small = draw(canvas, { width: 16, height: 16 })
  return small.getContext('2d')?.getImageData(0, 0, 16, 16).data ?? new Uint8ClampedArray(0)
}

export interface PreparedPhoto {
  readonly blob: Blob
  readonly name: string
  /** px */
  readonly size: { readonly width: number; readonly height: number }
}

/** Rejects with words for the buyer when the browser cannot read the photo. */
export async function preparePhoto(file: File): Promise<PreparedPhoto> {
  const jpeg = (await beginsWith(file, jpegStart)) ? new Uint8Array(await file.arrayBuffer()) : null
  const png = await beginsWith(file, pngStart)
  // A progressive JPEG that ends early has all rows, but blurred ones.
  if (jpeg && !hasEnd(jpeg) && !hasAllScans(jpeg)) throw new Error(incompletePhoto)
  const whole = await drawPhoto(file)
  if (!jpeg && endsTransparent(whole.canvas) && (await lacksEnd(file, png))) throw new Error(incompletePhoto)
  // A JPEG has no transparent pixels: transparent ones are the part that is missing in the file.
  const missing = jpeg ? missingShare(whole.canvas, whole.height) : 0
  if (missing * whole.height > mostUnfinished + 1) throw new Error(incompletePhoto)
  const { canvas, size } = missing === 0 ? whole : await drawPhoto(new Blob([file, Uint8Array.from(jpegEnd)]))
  if (jpeg && saysAdobeRgb(jpeg)) fromAdobeRgb(canvas)
  // A PNG may be a drawing or a screenshot, whose edges a JPEG would blur.
  const staysPng = !jpeg && (png || hasAlpha(canvas))
  const type = staysPng ? 'image/png' : 'image/jpeg'
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality))
  canvas.width = canvas.height = 0
  if (!blob) throw new Error(unreadablePhoto)
  return { blob, name: staysPng ? 'photo.png' : 'photo.jpg', size }
}

/** Draws a photo upright at the size of its upload; `height` is its own, px. */
async function drawPhoto(file: Blob) {
  const image = await load(file).catch(() => {
    throw new Error(unreadablePhoto)
  })
  const whole = { width: image.naturalWidth, height: image.naturalHeight }
  const size = photoSize(whole)
  let canvas = draw(image, size)
  if (isUniform(samplesOf(canvas)) && size.width < whole.width) {
    // The engine could not scale the whole photo at once; a decoder that shrinks while it reads can.
    const shrunk = { resizeWidth: size.width, resizeHeight: size.height, resizeQuality: 'high' } as const
    const bitmap = await createImageBitmap(file, shrunk).catch(() => {
      throw new Error(unreadablePhoto)
    })
    canvas = draw(bitmap, size)
    bitmap.close()
  }
  return { canvas, size, height: whole.height }
}
