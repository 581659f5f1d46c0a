/**
 * The camera areas of phone backs, in mm from the top left corner of the phone's body: what a case leaves open, with what is seen in
 * it. Makers publish no figures of them: all sizes and positions are guesses from how the phones look.
 */

interface Lens {
  readonly x: number
  readonly y: number
  readonly r: number
}

export type CameraShape = 'rectangle' | 'circle' | 'pill' | 'bar'

export interface Camera {
  readonly shape: CameraShape
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly corner: number
  readonly lenses: readonly Lens[]
  readonly flash: Lens
}

/** Fractions of a box: x and y from its top left, r of its shorter side. */
type Circle = readonly [x: number, y: number, r: number]
type Box = Pick<Camera, 'shape' | 'x' | 'y' | 'width' | 'height' | 'corner'>

function island(box: Box, circles: readonly Circle[], flash: Circle): Camera {
  const side = Math.min(box.width, box.height)
  const lens = ([x, y, r]: Circle): Lens => ({ x: box.x + x * box.width, y: box.y + y * box.height, r: r * side })
  return { ...box, lenses: circles.map(lens), flash: lens(flash) }
}

const square = (x: number, y: number, size: number): Box => ({
  shape: 'rectangle',
  x,
  y,
  width: size,
  height: size,
  corner: size * 0.27,
})

/** A square with one lens. */
export const single = (x: number, y: number, size: number): Camera =>
  island({ ...square(x, y, size), corner: size / 2, shape: 'circle' }, [[0.5, 0.5, 0.38]], [0.5, 0.08, 0.04])

/** A square with three lenses, two at its left. */
export const triple = (x: number, y: number, size: number): Camera =>
  island(
    square(x, y, size),
    [
      [0.285, 0.285, 0.2],
      [0.285, 0.715, 0.2],
      [0.72, 0.5, 0.2],
    ],
    [0.74, 0.19, 0.065],
  )

/** A square with two lenses across. */
export const pair = (x: number, y: number, size: number): Camera =>
  island(
    square(x, y, size),
    [
      [0.3, 0.3, 0.21],
      [0.7, 0.7, 0.21],
    ],
    [0.73, 0.27, 0.075],
  )

/** A square with two lenses one above the other. */
export const uprightPair = (x: number, y: number, size: number): Camera =>
  island(
    square(x, y, size),
    [
      [0.31, 0.29, 0.21],
      [0.31, 0.71, 0.21],
    ],
    [0.74, 0.5, 0.08],
  )

/** A square with a lens in three of its corners and the flash in the fourth. */
export const quad = (x: number, y: number, size: number): Camera =>
  island(
    square(x, y, size),
    [
      [0.28, 0.28, 0.17],
      [0.72, 0.28, 0.17],
      [0.28, 0.72, 0.17],
    ],
    [0.72, 0.72, 0.08],
  )

/** An upright rectangle with a column of lenses at its left and smaller ones at its right. */
export const columns = (x: number, y: number, width: number, height: number): Camera =>
  island(
    { shape: 'rectangle', x, y, width, height, corner: Math.min(width, height) * 0.25 },
    [
      [0.28, 0.17, 0.2],
      [0.28, 0.5, 0.2],
      [0.28, 0.83, 0.2],
      [0.76, 0.2, 0.12],
      [0.76, 0.66, 0.12],
    ],
    [0.76, 0.42, 0.06],
  )

/** A circle with four lenses. */
export const circle = (centerX: number, centerY: number, radius: number): Camera =>
  island(
    { shape: 'circle', x: centerX - radius, y: centerY - radius, width: 2 * radius, height: 2 * radius, corner: radius },
    [
      [0.31, 0.36, 0.125],
      [0.69, 0.36, 0.125],
      [0.31, 0.69, 0.11],
      [0.69, 0.69, 0.11],
    ],
    [0.5, 0.2, 0.045],
  )

/** An upright pill with its lenses one above the other. */
export function pill(x: number, y: number, width: number, height: number, lenses: 2 | 3): Camera {
  const circles: readonly Circle[] =
    lenses === 2
      ? [
          [0.5, 0.27, 0.33],
          [0.5, 0.73, 0.33],
        ]
      : [
          [0.5, 0.2, 0.3],
          [0.5, 0.5, 0.3],
          [0.5, 0.8, 0.24],
        ]
  return island({ shape: 'pill', x, y, width, height, corner: width / 2 }, circles, [0.5, lenses === 2 ? 0.5 : 0.94, 0.06])
}

/** A plate across the back with its lenses side by side, from the left. */
export const bar = (x: number, y: number, width: number, height: number, corner = 6): Camera =>
  island(
    { shape: 'bar', x, y, width, height, corner },
    [
      [0.18, 0.5, 0.33],
      [0.44, 0.5, 0.33],
      [0.66, 0.5, 0.22],
    ],
    [0.86, 0.5, 0.1],
  )

/** A wide plate, often across the whole top of the back, with three lenses at its left. */
export const plateau = (x: number, y: number, width: number, height: number): Camera =>
  island(
    { shape: 'bar', x, y, width, height, corner: 9 },
    [
      [0.17, 0.27, 0.19],
      [0.17, 0.73, 0.19],
      [0.4, 0.5, 0.19],
    ],
    [0.85, 0.24, 0.06],
  )

/** A plate across the whole top of the back with one lens at its left. */
export const lowPlateau = (x: number, y: number, width: number, height: number): Camera =>
  island({ shape: 'bar', x, y, width, height, corner: height / 2 }, [[0.2, 0.5, 0.36]], [0.8, 0.5, 0.14])
