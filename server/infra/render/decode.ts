/** Decodes the pictures of layers to what Chromium shows of them. */
import { Image } from '@napi-rs/canvas'
import sharp from 'sharp'
import { maxPicturePixels } from '../../../contract/constants'
import type { Size } from '../../../design/model/types'
import { layerRegion } from '../../../design/print/layer-pixels'
import type { DecodedPicture } from '../../../design/print/print-canvas'
import { type PaintedLayer, type Picture, paintPicture, type SheetView } from '../../../design/print/sheet'
import { canonicalise } from '../content/drawing/canonicalise'
import { looksLikeSvg } from '../content/drawing/looks-like-svg'
import { uprightPng } from '../content/srgb'
import { type OwnPicture, serverSurface } from './canvas'
import { Drawing } from './drawing'
import { RasterPicture } from './raster-picture'

/** A layer's file, with the place where it will be drawn. */
export interface LayerFile {
  readonly bytes: Uint8Array
  readonly layer: PaintedLayer
  readonly view: SheetView
  readonly sheet: Size
}

/**
 * Decodes with Skia's codecs, as Chromium does: upright by its EXIF orientation, and in sRGB by its ICC profile. Rejects with a
 * Failure in words for a drawing that cannot be printed, or with an Error when the bytes are no picture or one with too many pixels.
 */
export async function decodePicture({ bytes, layer, view, sheet }: LayerFile): Promise<DecodedPicture> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (!looksLikeSvg(file)) return asPicture(new RasterPicture(await decodeRaster(file)))
  // One that was stored before drawings had a canonical form, or never, as an outline, is brought to it here.
  const drawing = new Drawing(await canonicalise(file))
  const region = layerRegion(layer, view, sheet)
  if (region !== null) {
    const { surface, release } = serverSurface({ width: 1, height: 1 })
    paintPicture(surface, layer, view, asPicture(drawing.plan()))
    release()
    await drawing.prepare(region)
  }
  return asPicture(drawing)
}

/** The surfaces of this server draw it; the press only asks for its size. */
const asPicture = (picture: OwnPicture): Picture & { close(): void } => picture as unknown as Picture & { close(): void }

async function decodeRaster(file: Buffer): Promise<Image> {
  const { format, orientation = 1 } = await sharp(file, { limitInputPixels: maxPicturePixels, pages: 1 }).metadata()
  const image = new Image()
  // Skia turns JPEGs but not PNGs, which Chromium turns too.
  image.src = format === 'png' && orientation !== 1 ? await uprightPng(file) : file
  await image.decode()
  if (image.naturalWidth === 0 || image.naturalHeight === 0) throw new Error('the picture has no size')
  return image
}
