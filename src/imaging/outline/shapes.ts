/** A straight-alpha RGBA picture, as ImageData holds it. */
export interface Pixels {
  readonly data: Uint8ClampedArray
  readonly width: number
  readonly height: number
}

/**
 * Squared distance of every point of a grid to the nearest pixel of the shape, px². The grid reaches round the shape as far as
 * needed, whatever the picture's size: its point (x, y) is the centre of pixel (x + left, y + top) of the picture. Inside the
 * shape it is 0. Distances over `reach` are not exact.
 */
export interface DistanceField {
  readonly squared: Float32Array
  readonly width: number
  readonly height: number
  readonly left: number
  readonly top: number
  readonly reach: number
}

/** A closed line, x and y in turns, picture px; the last point is not the first again. */
export type Ring = Float64Array
