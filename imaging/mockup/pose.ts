/**
 * The poses in which a case is shown: from the front, turned by 12°, and standing on a ground. Each maps the plane of the print
 * (mm) to px of the picture by one homography, so the design lies where the print file has it.
 */

import type { Pose } from '../../contract/rules/look'
import { caseDepth } from '../case-model/profile'

/** A 3 × 3 matrix by rows; maps (x, y, 1) to (u · w, v · w, w). */
export type Homography = readonly [number, number, number, number, number, number, number, number, number]

export interface Point {
  readonly x: number
  readonly y: number
}

export interface PosedCase {
  /** Size of the picture, px. */
  readonly width: number
  readonly height: number
  /** From mm of the whole case, from its top left, to px of the picture. */
  readonly toPicture: Homography
  /** How far its face towards the phone lies from the printed one at the middle of the case, px. */
  readonly far: Point
  /** Where the case touches the ground, px from the top; null when it lies flat. */
  readonly ground: number | null
}

interface Turn {
  /** Degrees about the vertical and the horizontal axis, and in the plane of the picture. */
  readonly yaw: number
  readonly pitch: number
  readonly roll: number
}

const turns: Readonly<Record<Pose, Turn>> = {
  front: { yaw: 0, pitch: 0, roll: 0 },
  turned: { yaw: 12, pitch: 0, roll: 0 },
  standing: { yaw: -12, pitch: 4, roll: 0 },
}
/** Share of the picture's height that stays free above and below the case. */
const margins: Readonly<Record<Pose, number>> = { front: 0.06, turned: 0.07, standing: 0.1 }
/** Distance of the eye from the case, in heights of the case. */
const eyeHeights = 4.2

const radians = (degrees: number): number => (degrees * Math.PI) / 180

/**
 * @param size of the whole case, mm.
 * @param picture size of the picture, px.
 * @param margin share of the picture's height that stays free on each side; absent: as the pose needs it.
 */
export function poseCase(
  size: { readonly widthMm: number; readonly heightMm: number },
  pose: Pose,
  picture: { readonly width: number; readonly height: number },
  margin: number = margins[pose],
): PosedCase {
  const { widthMm, heightMm } = size
  const plane = turned(turns[pose], widthMm, heightMm)
  const corners = [
    { x: 0, y: 0 },
    { x: widthMm, y: 0 },
    { x: widthMm, y: heightMm },
    { x: 0, y: heightMm },
  ].map((corner) => project(plane, corner))
  const [left, right] = [Math.min(...corners.map(({ x }) => x)), Math.max(...corners.map(({ x }) => x))]
  const [top, bottom] = [Math.min(...corners.map(({ y }) => y)), Math.max(...corners.map(({ y }) => y))]
  const free = margin * picture.height
  const scale = Math.min((picture.height - 2 * free) / (bottom - top), (picture.width - 2 * free) / (right - left))
  const dx = (picture.width - (left + right) * scale) / 2
  // A standing case stands a little lower, because its shadow needs less room than the air above it.
  const dy = (picture.height - (top + bottom) * scale) / 2 + (pose === 'standing' ? free * 0.2 : 0)
  const toPicture = multiply([scale, 0, dx, 0, scale, dy, 0, 0, 1], plane)
  const middle = { x: widthMm / 2, y: heightMm / 2 }
  const printed = project(plane, middle)
  const opposite = project(turned(turns[pose], widthMm, heightMm, -caseDepth), middle)
  const far = { x: (opposite.x - printed.x) * scale, y: (opposite.y - printed.y) * scale }
  return {
    width: picture.width,
    height: picture.height,
    toPicture,
    far,
    ground: pose === 'standing' ? bottom * scale + dy : null,
  }
}

/** A plane of the case, `z` mm before its back, turned about the centre of the back and seen from the front with perspective. */
function turned({ yaw, pitch, roll }: Turn, widthMm: number, heightMm: number, z = 0): Homography {
  const eye = eyeHeights * heightMm
  const [a, b, c] = [radians(yaw), radians(pitch), radians(roll)]
  // Columns of the rotation that x and y of the plane meet: about z, then x, then y.
  const xAxis = rotate([Math.cos(c), Math.sin(c), 0], a, b)
  const yAxis = rotate([-Math.sin(c), Math.cos(c), 0], a, b)
  const [cx, cy] = [widthMm / 2, heightMm / 2]
  const zAxis = rotate([0, 0, 1], a, b)
  const row = (axis: 0 | 1 | 2) => [xAxis[axis], yAxis[axis], zAxis[axis] * z - (xAxis[axis] * cx + yAxis[axis] * cy)] as const
  const [across, down, near] = [row(0), row(1), row(2)]
  return [...across, ...down, -near[0] / eye, -near[1] / eye, 1 - near[2] / eye]
}

function rotate([x, y, z]: readonly [number, number, number], yaw: number, pitch: number): [number, number, number] {
  const [y1, z1] = [y * Math.cos(pitch) - z * Math.sin(pitch), y * Math.sin(pitch) + z * Math.cos(pitch)]
  return [x * Math.cos(yaw) + z1 * Math.sin(yaw), y1, -x * Math.sin(yaw) + z1 * Math.cos(yaw)]
}

export function multiply(a: Homography, b: Homography): Homography {
  const cell = (row: number, column: number) =>
    (a[row * 3] as number) * (b[column] as number) +
    (a[row * 3 + 1] as number) * (b[column + 3] as number) +
    (a[row * 3 + 2] as number) * (b[column + 6] as number)
  return [cell(0, 0), cell(0, 1), cell(0, 2), cell(1, 0), cell(1, 1), cell(1, 2), cell(2, 0), cell(2, 1), cell(2, 2)]
}

export function project(h: Homography, { x, y }: Point): Point {
  const w = h[6] * x + h[7] * y + h[8]
  return { x: (h[0] * x + h[1] * y + h[2]) / w, y: (h[3] * x + h[4] * y + h[5]) / w }
}

/** The inverse, up to a factor that does not matter to `project`. */
export function inverse([a, b, c, d, e, f, g, h, i]: Homography): Homography {
  return [
    e * i - f * h,
    c * h - b * i,
    b * f - c * e,
    f * g - d * i,
    a * i - c * g,
    c * d - a * f,
    d * h - e * g,
    b * g - a * h,
    a * e - b * d,
  ]
}
