/** Computes which part of a photo fills its place. Pure. */
import type { Crop } from '../contract/rules/appearance'
import type { Size } from '../design/model/types'
import { type CropFrame, zoomPicture } from '../design/rules/crop'
import { coverCrop } from './layers'

/** Returns a frame of this size on the screen with the part of a photo that it shows. */
export const frameOf = (size: Size, crop: Crop): CropFrame => ({
  placement: { left: 0, top: 0, width: size.width, height: size.height, rotation: 0 },
  crop,
})

/** Much more than a photo has: the rules of crops shrink it to what fits. */
const farTooLarge = 1e6

/** Returns the largest part of a photo that fills the frame at this angle, about the photo's middle. */
export function covering(frame: Size, photo: Size, angle: number): Crop {
  if (angle === 0) return coverCrop(photo, frame)
  const [width, height] = [(farTooLarge * frame.width) / frame.height, farTooLarge]
  const all = { left: (photo.width - width) / 2, top: (photo.height - height) / 2, width, height, angle }
  return zoomPicture(frameOf(frame, all), 1, photo).crop
}

/** Returns the photo turned by a quarter clockwise. */
export const quarterTurned = (frame: Size, photo: Size, { angle }: Crop): Crop =>
  covering(frame, photo, angle >= 270 ? angle - 270 : angle + 90)

/** How far a photo is enlarged over what fills the frame, 1 for not at all. */
export const zoomOf = (frame: Size, photo: Size, crop: Crop): number => covering(frame, photo, crop.angle).width / crop.width

/** The photo is enlarged at most by this factor. */
export const mostZoom = 6

/** Returns the photo enlarged by this factor over what fills the frame, about the frame's middle. */
export function zoomedTo(frame: Size, photo: Size, crop: Crop, zoom: number): Crop {
  const factor = zoom / zoomOf(frame, photo, crop)
  return zoomPicture(frameOf(frame, crop), factor, photo).crop
}
