/** Putting a picture of one size into a frame of another, its proportions kept. */
import { boxAround, centreOf } from './box'
import type { Box, Size } from './shapes'

/** The largest size that fits inside: nothing is cut, edges may stay bare. */
export function contain(picture: Size, frame: Box): Box {
  return scaled(picture, frame, Math.min(frame.width / picture.width, frame.height / picture.height))
}

/** The smallest size that leaves nothing bare: what sticks out is cut. */
export function cover(picture: Size, frame: Box): Box {
  return scaled(picture, frame, Math.max(frame.width / picture.width, frame.height / picture.height))
}

/** As wide as `width`, centred in the frame. */
export function fitWidth(picture: Size, frame: Box, width: number): Box {
  return scaled(picture, frame, width / picture.width)
}

function scaled(picture: Size, frame: Box, scale: number): Box {
  return boxAround(centreOf(frame), { width: picture.width * scale, height: picture.height * scale })
}
