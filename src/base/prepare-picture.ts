/**
 * Prepares a picked picture for the upload: converts formats that only the browser can read to JPG or PNG, and notes what is
 * lost.
 */
import { isAnimated } from './picture-animation'
import { convertedEndings, endingOf, pictureTypes, sniffPicture } from './picture-files'

export interface PickedPicture {
  readonly name: string
  readonly blob: Blob
}

export interface PreparedPicture<F extends PickedPicture> {
  readonly file: F
  /** A note for the seller about what is lost; null when nothing is. */
  readonly note: string | null
}

/** Converts a picture to JPG or PNG; rejects when the browser cannot read it. */
export type DrawPicture = (picture: Blob) => Promise<Blob>

const icoStart = '\0\0\u0001\0'

/**
 * Returns the format if a file's bytes, or its name where its bytes are no picture's, are AVIF, HEIC or ICO; otherwise null. Phones save
 * such pictures also with a JPG ending, and JPGs with one of HEIC.
 */
export async function convertedFormat({ name, blob }: PickedPicture): Promise<string | null> {
  const brand = await blob.slice(4, 12).text()
  if (/^ftypavi/.test(brand)) return 'AVIF'
  if (/^ftyp(?:hei|hev|mif|msf)/.test(brand)) return 'HEIC'
  if ((await blob.slice(0, 4).text()) === icoStart) return 'ICO'
  const ending = endingOf(name)
  return convertedEndings.includes(ending) && (await sniffPicture(blob)) === null ? ending.toUpperCase() : null
}

/** @throws with a message for the seller when neither the browser nor the server can read the picture. */
export async function preparePicture<F extends PickedPicture>(
  file: F,
  draw: DrawPicture = drawPicture,
): Promise<PreparedPicture<F>> {
  const note = isAnimated(new Uint8Array(await file.blob.arrayBuffer())) ? `「${file.name}」是动图，设计里只用它的第一帧` : null
  const format = await convertedFormat(file)
  if (format === null) return { file, note }
  const blob = await draw(file.blob).catch((cause: unknown) => {
    throw new Error(`这里打不开 ${format} 图片，请在手机或电脑上另存为 JPG 或 PNG 后上传`, { cause })
  })
  const stem = file.name.slice(0, file.name.length - endingOf(file.name).length).replace(/\.$/, '')
  return { file: { ...file, name: `${stem}.${pictureTypes[blob.type]}`, blob }, note }
}

/** Rows of pixels that are checked for transparency at a time. */
const rowsAtOnce = 256

function isOpaque(context: CanvasRenderingContext2D, { width, height }: HTMLCanvasElement): boolean {
  for (let top = 0; top < height; top += rowsAtOnce) {
    const { data } = context.getImageData(0, top, width, Math.min(rowsAtOnce, height - top))
    for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return false
  }
  return true
}

/** Draws on a canvas with the orientation applied; opaque pictures become JPG, which is small, and transparent ones PNG. */
async function drawPicture(picture: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(picture)
  try {
    const canvas = document.createElement('canvas')
    canvas.width = bitmap.width
    canvas.height = bitmap.height
    const context = canvas.getContext('2d')
    if (!context) throw new Error('浏览器没有可用的画布，请关闭一些页面后重试')
    context.drawImage(bitmap, 0, 0)
    const type = isOpaque(context, canvas) ? 'image/jpeg' : 'image/png'
    const drawn = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.95))
    if (!drawn) throw new Error('浏览器内存不足，请关闭一些页面后重试')
    return drawn
  } finally {
    bitmap.close()
  }
}
