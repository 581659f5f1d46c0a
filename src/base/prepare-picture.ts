/** A picked picture made ready to be sent: what only the browser can read becomes a PNG, and what is lost is told. */
import type { LocalFile } from '../../../adapters/platform'
import { moves } from '../../base/picture-animation'
import { convertedEndings, endingOf } from '../../base/picture-files'

export interface PreparedPicture {
  readonly file: LocalFile
  /** What the seller should know of it; null when it is as it was. */
  readonly note: string | null
}

/** Draws a picture as PNG; rejects when the browser cannot read it. */
export type DrawPng = (picture: Blob) => Promise<Blob>

/** @throws with the reason for the seller when the picture can be read neither here nor by the server. */
export async function preparePicture(file: LocalFile, draw: DrawPng): Promise<PreparedPicture> {
  const ending = endingOf(file.name)
  const note = moves(new Uint8Array(await file.blob.arrayBuffer())) ? `「${file.name}」是动图，设计里只用它的第一帧` : null
  if (!convertedEndings.includes(ending)) return { file, note }
  const png = await draw(file.blob).catch((cause: unknown) => {
    throw new Error(`这里打不开 ${ending.toUpperCase()} 图片，请在手机或电脑上另存为 JPG 或 PNG 后上传`, { cause })
  })
  return { file: { name: `${file.name.slice(0, -ending.length)}png`, blob: png }, note }
}

/** Draws on a canvas of the page, upright. */
export async function drawPng(picture: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(picture)
  try {
    const canvas = document.createElement('canvas')
    canvas.width = bitmap.width
    canvas.height = bitmap.height
    const context = canvas.getContext('2d')
    if (!context) throw new Error('浏览器没有可用的画布，请关闭一些页面后重试')
    context.drawImage(bitmap, 0, 0)
    const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
    if (!png) throw new Error('浏览器内存不足，请关闭一些页面后重试')
    return png
  } finally {
    bitmap.close()
  }
}
