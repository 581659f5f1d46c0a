/** Compares two print files pixel by pixel. */
import sharp, { type Sharp } from 'sharp'
import { maxPreviewSide } from '../../../contract/constants'
import type { PictureComparison } from '../../ports/renderer'
import { openSrgb } from '../content/srgb'

/** A difference of a channel that is seen in print. */
const visible = 16
/** Factor by which differences are shown, so that a visible one is seen in the small picture, too. */
const shownFactor = 4
const previewQuality = 82

const shrunk = (image: Sharp): Promise<Buffer> =>
  image
    .resize({ width: maxPreviewSide, height: maxPreviewSide, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: previewQuality })
    .toBuffer()

/** Returns the pixels with their alpha multiplied in, because colours under transparency are not printed. */
async function premultiplied(bytes: Uint8Array, size?: { readonly width: number; readonly height: number }) {
  const image = (await openSrgb(bytes)).ensureAlpha()
  const sized = size ? image.resize({ ...size, fit: 'fill' }) : image
  const { data, info } = await sized.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true })
  for (let at = 0; at < data.length; at += 4) {
    const alpha = (data[at + 3] ?? 0) / 255
    for (let channel = 0; channel < 3; channel++) data[at + channel] = Math.round((data[at + channel] ?? 0) * alpha)
  }
  return { data, width: info.width, height: info.height }
}

/** See `PictureComparison`. */
export async function comparePictures(old: Uint8Array, now: Uint8Array): Promise<PictureComparison> {
  const next = await premultiplied(now)
  const { autoOrient } = await (await openSrgb(old)).metadata()
  const before = await premultiplied(old, next)
  const pixels = next.width * next.height
  const shown = Buffer.alloc(pixels * 3)
  let sum = 0
  let differing = 0
  for (let pixel = 0; pixel < pixels; pixel++) {
    let most = 0
    for (let channel = 0; channel < 4; channel++) {
      const difference = Math.abs((next.data[pixel * 4 + channel] ?? 0) - (before.data[pixel * 4 + channel] ?? 0))
      sum += difference
      most = Math.max(most, difference)
      if (channel < 3) shown[pixel * 3 + channel] = Math.max(0, 255 - difference * shownFactor)
    }
    if (most >= visible) differing++
  }
  return {
    old: { width: autoOrient.width, height: autoOrient.height },
    now: { width: next.width, height: next.height },
    meanDifference: sum / (pixels * 4),
    differingPercent: (differing * 100) / pixels,
    oldPicture: await shrunk(await openSrgb(old)),
    newPicture: await shrunk(await openSrgb(now)),
    differencePicture: await shrunk(sharp(shown, { raw: { width: next.width, height: next.height, channels: 3 } })),
  }
}
