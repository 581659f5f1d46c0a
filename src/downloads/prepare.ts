/** Converts a fetched picture to the file that goes into the archive, with notes for the seller. */
import { maxPicturePixels } from '../../contract/constants'
import type { PictureDpi } from '../../contract/ground/picture-dpi'
import { pictureTypeOf } from '../../contract/rules/picture-type'
import {
  type PrintResolution,
  printDpi,
  printResolution,
  shapeText,
  sharpnessNames,
  sharpnessOf,
} from '../../contract/rules/print-resolution'
import { PictureError } from '../base/fetch-picture'
import { pictureTypes } from '../base/picture-files'
import { headerSize } from '../base/picture-size'
import type { PictureFormat, PrintFormat } from './formats'
import type { Picture } from './pictures'

export interface Prepared {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Has yet to be written into the file; null: the file has it, or none is known. */
  readonly resolution: PictureDpi | null
  /** Without the dot. */
  readonly ending: string
  /** px; null when the header does not say. */
  readonly width: number | null
  readonly height: number | null
  readonly notes: readonly string[]
  /** A file beside it with the same name, such as its cut line. */
  readonly beside?: FileBeside | null
}

export interface FileBeside {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Without the dot. */
  readonly ending: string
}

/** Request to the writer of print files. */
export interface PrintRequest {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** MIME type of the bytes. */
  readonly type: string
  /** Dots per inch, one figure for both sides. */
  readonly dpi: number
  readonly format: PrintFormat
  /** Size of the case, mm; null where it is not known. */
  readonly widthMm: number | null
  readonly heightMm: number | null
  /** The material of the case; null where it is not known. */
  readonly materialId: number | null
  readonly orderId: number
  readonly customizationId: number
}

export type MakePrint = (request: PrintRequest) => Promise<
  Pick<Prepared, 'bytes' | 'ending'> & {
    readonly width: number
    readonly height: number
    readonly note?: string | null
    readonly cut?: FileBeside | null
  }
>

function notesOf(resolution: PrintResolution, isPrint: boolean): string[] {
  const { dpi } = resolution
  if (dpi === null) return isPrint ? [`不知道手机壳尺寸，按 ${printDpi.assumed} DPI 写入`] : []
  const sharpness = sharpnessOf(dpi)
  const shape = shapeText(resolution)
  return [...(sharpness === 'good' ? [] : [`${sharpnessNames[sharpness]}：${dpi} DPI`]), ...(shape === null ? [] : [shape])]
}

/**
 * Returns the file for the archive, with its size and notes for the seller.
 *
 * @throws PictureError when the bytes are no picture or cannot be converted to the format.
 */
export async function preparePicture(
  bytes: Uint8Array<ArrayBuffer>,
  picture: Picture,
  format: PictureFormat,
  makePrint: MakePrint,
): Promise<Prepared> {
  const type = pictureTypeOf(bytes)
  if (type === null) throw new PictureError('收到的内容不是图片')
  const size = headerSize(type, bytes)
  const resolution = size && printResolution(size, picture)
  if (format.type === 'original') {
    const ending = pictureTypes[type] ?? 'png'
    const exact = resolution?.exactDpi ?? null
    return {
      bytes,
      resolution: exact === null ? null : { type, dpi: exact },
      ending,
      width: size?.width ?? null,
      height: size?.height ?? null,
      notes: resolution ? notesOf(resolution, false) : [],
    }
  }
  if (size === null || resolution === null) throw new PictureError('这种图片不能转为印刷文件，请改为下载原图')
  if (size.width * size.height > maxPicturePixels) throw new PictureError('图片超过一亿像素，不能转为印刷文件，请改为下载原图')
  const { widthMm, heightMm, materialId = null } = picture
  const print = await makePrint({
    bytes,
    type,
    dpi: resolution.exactDpi ?? printDpi.assumed,
    format,
    widthMm,
    heightMm,
    materialId,
    orderId: picture.orderId,
    customizationId: picture.customizationId,
  })
  return {
    ...{ bytes: print.bytes, resolution: null, ending: print.ending, width: print.width, height: print.height },
    beside: print.cut ?? null,
    notes: [...notesOf(resolution, true), ...(print.note == null ? [] : [print.note])],
  }
}
