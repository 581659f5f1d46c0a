/**
 * Rules of the crop frame: the frame is the layer's box, the picture lies behind it. Panning, zooming and straightening move the
 * picture; handles move the frame over the resting picture. The frame never leaves the picture.
 */
import { clamp } from '../../contract/ground/number'
import type { Crop } from '../../contract/rules/appearance'
import { placementCentre } from '../geometry/box'
import { sinCos } from '../geometry/matrix'
import type { ImageLayer, Layer, Placement, Point, Size } from '../model/types'

export interface CropFrame {
  readonly placement: Placement
  readonly crop: Crop
}

/** Shortest side of a frame, canvas px. */
export const minFrame = 20
/** The picture is enlarged at most until this many of its px fill the frame. */
const minCropPixels = 8
export const maxStraighten = 45

/** Returns the frame of a layer; a layer without crop shows its whole picture. */
export function cropFrameOf(layer: Pick<Layer, keyof Placement | 'appearance' | 'originalWidth' | 'originalHeight'>): CropFrame {
  const { left, top, width, height, rotation, originalWidth, originalHeight } = layer
  const whole = { left: 0, top: 0, width: originalWidth, height: originalHeight, angle: 0 }
  return { placement: { left, top, width, height, rotation }, crop: layer.appearance?.crop ?? whole }
}

/** Whether a crop shows the whole picture as it is. */
export function isWhole(crop: Crop, picture: Size): boolean {
  const near = (a: number, b: number) => Math.abs(a - b) < 0.5
  return (
    near(crop.left, 0) &&
    near(crop.top, 0) &&
    near(crop.width, picture.width) &&
    near(crop.height, picture.height) &&
    crop.angle === 0
  )
}

/** Returns canvas px per px of the picture. */
export function cropScale({ placement, crop }: CropFrame): Point {
  return { x: placement.width / crop.width, y: placement.height / crop.height }
}

/** Moves the picture behind the frame, canvas px along the frame's own axes. */
export function panPicture(frame: CropFrame, dx: number, dy: number, picture: Size): CropFrame {
  const scale = cropScale(frame)
  return { ...frame, crop: kept(movedCentre(frame.crop, -dx / scale.x, -dy / scale.y), picture) }
}

/**
 * Enlarges the picture behind the frame.
 *
 * @param about the point that stays where it is: its distance from the frame's centre, canvas px along the frame's own axes.
 */
export function zoomPicture(frame: CropFrame, factor: number, picture: Size, about: Point = { x: 0, y: 0 }): CropFrame {
  const { crop } = frame
  const scale = cropScale(frame)
  const wanted = Math.min(factor, Math.min(crop.width, crop.height) / minCropPixels)
  const shift = 1 - 1 / wanted
  const moved = movedCentre(resized(crop, 1 / wanted), (about.x / scale.x) * shift, (about.y / scale.y) * shift)
  return { ...frame, crop: kept(moved, picture) }
}

/** Turns the picture behind the frame; it is enlarged where a corner of the frame would leave it. */
export function straighten(frame: CropFrame, angle: number, picture: Size): CropFrame {
  return { ...frame, crop: kept({ ...frame.crop, angle: clamp(angle, -maxStraighten, maxStraighten) }, picture) }
}

/**
 * Moves a side or corner of the frame over the resting picture.
 *
 * @param side −1 left or top, 1 right or bottom, 0 neither.
 * @param ratio width by height to keep, null for none.
 */
export function dragFrame(
  frame: CropFrame,
  side: { readonly x: -1 | 0 | 1; readonly y: -1 | 0 | 1 },
  dx: number,
  dy: number,
  picture: Size,
  ratio: number | null = null,
): CropFrame {
  const { placement } = frame
  let width = Math.max(minFrame, placement.width + dx * side.x)
  let height = Math.max(minFrame, placement.height + dy * side.y)
  if (ratio !== null) {
    if (side.x !== 0 && (side.y === 0 || width / ratio >= height)) height = width / ratio
    else width = height * ratio
  }
  const grow = { x: width - placement.width, y: height - placement.height }
  const wanted = withFrameSize(frame, { width, height }, { x: (grow.x * side.x) / 2, y: (grow.y * side.y) / 2 })
  if (fits(wanted.crop, picture)) return wanted
  // The frame stops at the edge of the picture: the largest share of the movement that fits, found by halving.
  let [low, high] = [0, 1]
  let best = frame
  for (let step = 0; step < 20; step++) {
    const share = (low + high) / 2
    const size = { width: placement.width + grow.x * share, height: placement.height + grow.y * share }
    const tried = withFrameSize(frame, size, { x: (grow.x * share * side.x) / 2, y: (grow.y * share * side.y) / 2 })
    if (fits(tried.crop, picture)) {
      low = share
      best = tried
    } else high = share
  }
  return best
}

/** Gives the frame these proportions: the largest such frame inside the present one. */
export function setFrameRatio(frame: CropFrame, ratio: number, picture: Size): CropFrame {
  const { width, height } = frame.placement
  const size = width / height > ratio ? { width: height * ratio, height } : { width, height: width / ratio }
  const next = withFrameSize(frame, size, { x: 0, y: 0 })
  return { ...next, crop: kept(next.crop, picture) }
}

/** Returns the frame resized over the resting picture, its centre moved along its own axes. */
function withFrameSize(frame: CropFrame, size: Size, shift: Point): CropFrame {
  const scale = cropScale(frame)
  const { placement, crop } = frame
  const { sin, cos } = sinCos(placement.rotation)
  const centre = placementCentre(placement)
  const x = centre.x + shift.x * cos - shift.y * sin
  const y = centre.y + shift.x * sin + shift.y * cos
  const moved = movedCentre(crop, shift.x / scale.x, shift.y / scale.y)
  const [width, height] = [size.width / scale.x, size.height / scale.y]
  return {
    placement: { ...placement, ...size, left: x - size.width / 2, top: y - size.height / 2 },
    crop: { ...moved, left: moved.left + (moved.width - width) / 2, top: moved.top + (moved.height - height) / 2, width, height },
  }
}

/** Moves the shown part by px of the frame's axes, which the picture is turned against. */
function movedCentre(crop: Crop, dx: number, dy: number): Crop {
  const { sin, cos } = sinCos(-crop.angle)
  return { ...crop, left: crop.left + dx * cos - dy * sin, top: crop.top + dx * sin + dy * cos }
}

function resized(crop: Crop, factor: number): Crop {
  const [width, height] = [crop.width * factor, crop.height * factor]
  return { ...crop, left: crop.left + (crop.width - width) / 2, top: crop.top + (crop.height - height) / 2, width, height }
}

/** Half the width and height that the turned frame takes of the picture. */
function extentOf({ width, height, angle }: Crop): Size {
  const { sin, cos } = sinCos(angle)
  return {
    width: (width * Math.abs(cos) + height * Math.abs(sin)) / 2,
    height: (width * Math.abs(sin) + height * Math.abs(cos)) / 2,
  }
}

function fits(crop: Crop, picture: Size): boolean {
  const extent = extentOf(crop)
  const [x, y] = [crop.left + crop.width / 2, crop.top + crop.height / 2]
  const slack = 0.01
  return (
    x - extent.width >= -slack &&
    y - extent.height >= -slack &&
    x + extent.width <= picture.width + slack &&
    y + extent.height <= picture.height + slack
  )
}

/** Returns the nearest crop inside the picture, smaller where it is too large. */
function kept(crop: Crop, picture: Size): Crop {
  const extent = extentOf(crop)
  const inside = resized(crop, Math.min(1, picture.width / 2 / extent.width, picture.height / 2 / extent.height))
  const half = extentOf(inside)
  const x = clamp(inside.left + inside.width / 2, half.width, picture.width - half.width)
  const y = clamp(inside.top + inside.height / 2, half.height, picture.height - half.height)
  return { ...inside, left: x - inside.width / 2, top: y - inside.height / 2 }
}

/**
 * Whether the layer's picture can be cropped: a drawn shape has no picture, the buyer's picture of a cutout is not known yet, and a
 * background covers the canvas.
 */
export const isCroppable = (layer: Layer): layer is ImageLayer =>
  layer.type === 'IMAGE' && !layer.isBackground && layer.shape === null
