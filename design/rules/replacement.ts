/** Puts another picture into a layer: what it looks like besides stays. */
import { clamp } from '../../contract/ground/number'
import type { Crop } from '../../contract/rules/appearance'
import { boxAround, placementCentre } from '../geometry/box'
import type { ImageLayer, Size } from '../model/types'

/** A stored picture. */
export interface NewPicture extends Size {
  readonly fileId: number
  readonly url: string
}

/**
 * Returns the layer with another picture and without its outline, which has to be made for the new one. Centre and width stay and
 * the height follows the picture; a layer with a crop or a pattern keeps its whole box.
 */
export function withPicture(layer: ImageLayer, picture: NewPicture): ImageLayer {
  const { appearance } = layer
  const crop = appearance?.crop
  const keepsBox = crop !== undefined || appearance?.pattern !== undefined
  const height = keepsBox ? layer.height : (layer.width * picture.height) / picture.width
  const box = boxAround(placementCentre(layer), { width: layer.width, height })
  const original = { width: layer.originalWidth, height: layer.originalHeight }
  return {
    ...layer,
    imageUrl: picture.url,
    imageFileId: picture.fileId,
    originalWidth: picture.width,
    originalHeight: picture.height,
    shape: null,
    left: box.x,
    top: box.y,
    height,
    stroke: null,
    strokeSvgData: null,
    ...(crop && { appearance: { ...appearance, crop: cropOf(crop, original, picture) } }),
  }
}

/** Returns the crop of another picture: the same proportions about the same part, as large as it was in the old one. */
export function cropOf(crop: Crop, before: Size, after: Size): Crop {
  const scale = Math.min(after.width / before.width, after.height / before.height)
  const [width, height] = [crop.width * scale, crop.height * scale]
  const left = ((crop.left + crop.width / 2) * after.width) / before.width - width / 2
  const top = ((crop.top + crop.height / 2) * after.height) / before.height - height / 2
  // A crop frame within the old picture stays within the new one; a frame beyond the picture's edge stays where it is.
  const isWithin =
    crop.left >= 0 && crop.top >= 0 && crop.left + crop.width <= before.width && crop.top + crop.height <= before.height
  if (!isWithin) return { left, top, width, height, angle: crop.angle }
  return {
    left: clamp(left, 0, after.width - width),
    top: clamp(top, 0, after.height - height),
    width,
    height,
    angle: crop.angle,
  }
}
