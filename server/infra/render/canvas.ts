/**
 * The canvas that the press draws on in a picture process: Skia, as in Chromium, so that lines, curves and scaled pictures have
 * the same pixels. Importing this module provides the two classes of the canvas that drawing code takes from the page.
 */
import { createCanvas, Image, ImageData, Path2D } from '@napi-rs/canvas'
import type { DecodedPicture } from '../../../src/design/print/print-canvas'
import type { CreateSurface, Surface } from '../../../src/design/print/surface'

Object.assign(globalThis, { ImageData, Path2D })

export const serverSurface: CreateSurface = ({ width, height }) => {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  // Its pixels lie in memory, so drawing code need not read them through a copy.
  Object.assign(context, { getContextAttributes: () => ({ willReadFrequently: true }) })
  return {
    // The library's context has the members that drawing code uses, under types of its own.
    surface: context as unknown as Surface,
    release() {
      canvas.width = canvas.height = 0
    },
  }
}

/** Decodes a raster picture or a drawing; drawings stay vectors until they are drawn. Rejects when it is no picture. */
export async function decodePicture(bytes: Uint8Array): Promise<DecodedPicture> {
  const image = new Image()
  image.src = bytes
  await image.decode()
  if (image.naturalWidth === 0 || image.naturalHeight === 0) throw new Error('the picture has no size')
  return image as unknown as DecodedPicture
}
