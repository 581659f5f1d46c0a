/** The camera islands of phone backs, in mm from the top left corner of the phone's body. */

interface Lens {
  readonly x: number
  readonly y: number
  readonly r: number
}

export interface Camera {
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

function island(box: Omit<Camera, 'lenses' | 'flash'>, circles: readonly Circle[], flash: Circle): Camera {
  const side = Math.min(box.width, box.height)
  const lens = ([x, y, r]: Circle): Lens => ({ x: box.x + x * box.width, y: box.y + y * box.height, r: r * side })
  return { ...box, lenses: circles.map(lens), flash: lens(flash) }
}

const square = (x: number, y: number, size: number) => ({ x, y, width: size, height: size, corner: size * 0.27 })

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

export const pair = (x: number, y: number, size: number): Camera =>
  island(
    square(x, y, size),
    [
      [0.3, 0.3, 0.21],
      [0.7, 0.7, 0.21],
    ],
    [0.73, 0.27, 0.075],
  )

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

export const circle = (centerX: number, centerY: number, radius: number): Camera =>
  island(
    { x: centerX - radius, y: centerY - radius, width: 2 * radius, height: 2 * radius, corner: radius },
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
          [0.5, 0.22, 0.3],
          [0.5, 0.54, 0.3],
          [0.5, 0.81, 0.19],
        ]
  return island({ x, y, width, height, corner: width / 2 }, circles, [0.5, lenses === 2 ? 0.5 : 0.93, 0.07])
}

/** A plate across the whole back. */
export const bar = (x: number, y: number, width: number, height: number): Camera =>
  island(
    { x, y, width, height, corner: 6 },
    [
      [0.18, 0.5, 0.33],
      [0.44, 0.5, 0.33],
      [0.66, 0.5, 0.22],
    ],
    [0.86, 0.5, 0.1],
  )
