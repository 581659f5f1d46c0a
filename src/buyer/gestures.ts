/** What fingers on the stage do to a layer: one finger moves, two scale and turn about their middle. Pure. */
import { boxAround, placementCentre } from '../design/geometry/box'
import { clamp, roundLength } from '../design/geometry/number'
import type { Placement, Point } from '../design/model/types'
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
/** A turn ends exactly upright or lying when it comes this close, degrees. */
const snapDegrees = 5

const turned = (degrees: number): number => {
  const angle = ((degrees % 360) + 360) % 360
  const right = Math.round(angle / 90) * 90
  return Math.abs(angle - right) <= snapDegrees ? right % 360 : Math.round(angle * 100) / 100
}

/** Returns the placement that fingers which went from `from` to `to` give a layer that began at `start`. */
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
  // The point between the fingers stays between them.
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

/** Moves and enlarges the picture behind its frame, as fingers over it do. */
export function framed(
  start: CropFrame,
  picture: { readonly width: number; readonly height: number },
  from: Fingers,
  to: Fingers,
): CropFrame {
  const [before, now] = [holdOf(from), holdOf(to)]
  const zoomed = before.distance > 0 && now.distance > 0 ? zoomPicture(start, now.distance / before.distance, picture) : start
  const turn = (-start.placement.rotation * Math.PI) / 180
  const [dx, dy] = [now.centre.x - before.centre.x, now.centre.y - before.centre.y]
  return panPicture(zoomed, dx * Math.cos(turn) - dy * Math.sin(turn), dx * Math.sin(turn) + dy * Math.cos(turn), picture)
}
