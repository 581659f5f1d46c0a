/** A fetched picture → the file that goes into the archive, with what the seller should know of it. */
import { maxPicturePixels } from '../../../../contract/constants'
import { pictureTypeOf, pictureTypes } from '../../../base/picture-files'
import { headerSize } from '../../../base/picture-size'
import { PictureError } from './fetch-picture'
import type { PictureFormat } from './formats'
import type { Picture } from './pictures'

export interface Prepared {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Without the dot. */
  readonly ending: string
  /** px; null when the header does not say. */
  readonly width: number | null
  readonly height: number | null
  readonly notes: readonly string[]
}

/** What is asked of the writer of print files. */
export interface TifOrder {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** MIME type of the bytes. */
  readonly type: string
  /** Dots per inch, across and down. */
  readonly dpi: readonly [number, number]
  readonly format: Extract<PictureFormat, { type: 'tif' }>
}

export type MakeTif = (
  order: TifOrder,
) => Promise<{ readonly bytes: Uint8Array<ArrayBuffer>; readonly width: number; readonly height: number }>

/** dpi of a picture whose case's size is not known. */
const usualDpi = 300
/** Below it print gets visibly coarse. */
const lowDpi = 150
/** Share by which a picture's shape may differ from the case's. */
const shapeTolerance = 0.01
const mmPerInch = 25.4

/** Dots per inch of so many pixels over the case's size; null when that is not known. */
export function dpiOf(
  { width, height }: { readonly width: number; readonly height: number },
  { widthMm, heightMm }: Pick<Picture, 'widthMm' | 'heightMm'>,
): readonly [number, number] | null {
  if (widthMm === null || heightMm === null) return null
  return [(width / widthMm) * mmPerInch, (height / heightMm) * mmPerInch]
}

function notesOf(dpi: readonly [number, number] | null, isPrint: boolean): string[] {
  if (dpi === null) return isPrint ? [`不知道手机壳尺寸，按 ${usualDpi} dpi 写入`] : []
  const [across, down] = dpi
  const low = Math.min(across, down) < lowDpi
  const skew = Math.abs(across / down - 1)
  return [
    ...(low ? [`分辨率低于 ${lowDpi} dpi，印出来可能模糊`] : []),
    ...(skew > shapeTolerance ? [`图片比例与手机壳相差 ${Math.round(skew * 1000) / 10}%`] : []),
  ]
}

/** @throws PictureError when the bytes are no picture, or cannot be turned into what was asked for. */
export async function preparePicture(
  bytes: Uint8Array<ArrayBuffer>,
  picture: Picture,
  format: PictureFormat,
  makeTif: MakeTif,
): Promise<Prepared> {
  const type = pictureTypeOf(bytes)
  if (type === null) throw new PictureError('收到的内容不是图片')
  const size = headerSize(type, bytes)
  const dpi = size && dpiOf(size, picture)
  if (format.type === 'original') {
    const ending = pictureTypes[type] ?? 'png'
    return { bytes, ending, width: size?.width ?? null, height: size?.height ?? null, notes: notesOf(dpi, false) }
  }
  if (size === null) throw new PictureError('这种图片不能转为 TIF，请改为下载原图')
  if (size.width * size.height > maxPicturePixels) throw new PictureError('图片超过一亿像素，不能转为 TIF，请改为下载原图')
  const made = await makeTif({ bytes, type, dpi: dpi ?? [usualDpi, usualDpi], format })
  return { bytes: made.bytes, ending: 'tif', width: made.width, height: made.height, notes: notesOf(dpi, true) }
}
