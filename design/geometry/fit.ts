/** Fits a picture of one size into a frame of another without changing its proportions. */
import { boxAround, centreOf } from './box'
import type { Box, Size } from './shapes'

/** Returns the largest box that fits inside the frame: nothing is cut, edges may stay bare. */
export function contain(picture: Size, frame: Box): Box {
  return scaled(picture, frame, Math.min(frame.width / picture.width, frame.height / picture.height))
}

/** Returns the smallest box that covers the frame: what sticks out is cut. */
export function cover(picture: Size, frame: Box): Box {
  return scaled(picture, frame, Math.max(frame.width / picture.width, frame.height / picture.height))
}

/** Returns a box as wide as `width`, centred in the frame. */
export function fitWidth(picture: Size, frame: Box, width: number): Box {
  return scaled(picture, frame, width / picture.width)
}

function scaled(picture: Size, frame: Box, scale: number): Box {
  return boxAround(centreOf(frame), { width: picture.width * scale, height: picture.height * scale })
}
