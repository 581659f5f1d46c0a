/** An RGBA picture with straight alpha, like ImageData. */
export interface Pixels {
  readonly data: Uint8ClampedArray
  readonly width: number
  readonly height: number
}

/** Runs of px of a picture or of cells of a grid. */
export interface Runs {
  /** Start, end (exclusive) and row of every run, in reading order. */
  readonly start: Int32Array
  readonly end: Int32Array
  readonly row: Int32Array
  readonly count: number
}

/**
 * Squared distance of every point of a grid to the nearest pixel of the shape, px²; 0 inside the shape. The grid extends `reach`
 * px around the shape, whatever the picture's size: its point (x, y) is the centre of pixel (x + left, y + top) of the picture.
 * Distances above `reach` are not exact.
 */
export interface DistanceField {
  readonly squared: Float32Array
  /** All points outside the shape within `reach` of it, and perhaps others: every line passes beside one of them. */
  readonly band: Runs
  readonly width: number
  readonly height: number
  readonly left: number
  readonly top: number
  readonly reach: number
}

/** A closed line: x and y alternate, in picture px; the first point is not repeated at the end. */
export type Ring = Float64Array
