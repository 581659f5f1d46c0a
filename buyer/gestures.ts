/** Computes placements from gestures: one finger moves a layer, two scale and turn it about their midpoint. Pure. */
import { clamp } from '../contract/ground/number'
import { boxAround, placementCentre } from '../design/geometry/box'
import { roundLength } from '../design/geometry/number'
import type { Layer, Placement, Point, Size } from '../design/model/types'
import { type CropFrame, panPicture, zoomPicture } from '../design/rules/crop'

/** Positions of one or two fingers, canvas px. */
export type Fingers = readonly [Point] | readonly [Point, Point]

interface Hold {
  readonly centre: Point
  /** Distance of two fingers; 0 for one. */
  readonly distance: number
  /** Direction from the first to the second, degrees. */
  readonly angle: number
}

function holdOf([a, b]: Fingers): Hold {
  if (!b) return { centre: a, distance: 0, angle: 0 }
  return {
    centre: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 },
    distance: Math.hypot(b.x - a.x, b.y - a.y),
    angle: (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI,
  }
}

/** Smallest and largest side of a layer, canvas px. */
const side = { min: 8, max: 20_000 } as const
/** A turn snaps to a multiple of 90° when it comes this close, degrees. */
const snapDegrees = 5

const turned = (degrees: number): number => {
  const angle = ((degrees % 360) + 360) % 360
  const right = Math.round(angle / 90) * 90
  return Math.abs(angle - right) <= snapDegrees ? right % 360 : Math.round(angle * 100) / 100
}

/** Returns the placement of a layer that lay at `start`, after fingers moved from `from` to `to`. */
export function dragged(start: Placement, from: Fingers, to: Fingers): Placement {
  const [before, now] = [holdOf(from), holdOf(to)]
  const twoFingers = before.distance > 0 && now.distance > 0
  const wanted = twoFingers ? now.distance / before.distance : 1
  const largest = Math.max(start.width, start.height)
  const smallest = Math.min(start.width, start.height)
  const scale = clamp(wanted, Math.min(1, side.min / smallest), Math.max(1, side.max / largest))
  const rotation = twoFingers ? turned(start.rotation + now.angle - before.angle) : start.rotation
  const turn = ((rotation - start.rotation) * Math.PI) / 180
  const centre = placementCentre(start)
  // The point of the layer between the fingers stays between them.
  const [dx, dy] = [(centre.x - before.centre.x) * scale, (centre.y - before.centre.y) * scale]
  const next = {
    x: now.centre.x + dx * Math.cos(turn) - dy * Math.sin(turn),
    y: now.centre.y + dx * Math.sin(turn) + dy * Math.cos(turn),
  }
  const box = boxAround(next, { width: start.width * scale, height: start.height * scale })
  return {
    left: roundLength(box.x),
    top: roundLength(box.y),
    width: roundLength(box.width),
    height: roundLength(box.height),
    rotation,
  }
}

/** Which axes of a layer are mirrored. */
type Flips = Partial<Pick<Layer, 'horizontalFlip' | 'verticalFlip'>>

/** Returns the crop after fingers moved or scaled the picture within its frame. */
export function framed(start: CropFrame, picture: Size, from: Fingers, to: Fingers, flips: Flips = {}): CropFrame {
  const [before, now] = [holdOf(from), holdOf(to)]
  const turn = (-start.placement.rotation * Math.PI) / 180
  /** Returns the vector to a point along the axes of the picture in its frame. */
  const turnedBack = ({ x, y }: Point, from: Point): Point => {
    const [dx, dy] = [x - from.x, y - from.y]
    return {
      x: (dx * Math.cos(turn) - dy * Math.sin(turn)) * (flips.horizontalFlip ? -1 : 1),
      y: (dx * Math.sin(turn) + dy * Math.cos(turn)) * (flips.verticalFlip ? -1 : 1),
    }
  }
  // The point of the picture between the fingers stays between them.
  const about = turnedBack(before.centre, placementCentre(start.placement))
  const isPinch = before.distance > 0 && now.distance > 0
  const zoomed = isPinch ? zoomPicture(start, now.distance / before.distance, picture, about) : start
  const by = turnedBack(now.centre, before.centre)
  return panPicture(zoomed, by.x, by.y, picture)
}

/** Share of the canvas that a layer without a photo fills at most after `fitted`, so that its edges stay in sight. */
const fittedShare = 0.9

/** Returns the placement that fits a layer to the canvas: upright, centred, and covering it if it is a photo. */
export function fitted({ width, height }: Size, canvas: Size, isPhoto: boolean): Placement {
  const [across, down] = [canvas.width / width, canvas.height / height]
  const scale = isPhoto ? Math.max(across, down) : Math.min(across, down) * fittedShare
  const box = boxAround(
    { x: canvas.width / 2, y: canvas.height / 2 },
    { width: roundLength(width * scale), height: roundLength(height * scale) },
  )
  return { left: roundLength(box.x), top: roundLength(box.y), width: box.width, height: box.height, rotation: 0 }
}
