/** The plain values geometry speaks of. Canvas pixels; y grows downwards; angles in degrees, clockwise. */

export interface Point {
  readonly x: number
  readonly y: number
}
export interface Size {
  readonly width: number
  readonly height: number
}
/** Axis-aligned rectangle by its top-left corner. */
export interface Box extends Point, Size {}

/** Where a layer stands: the unrotated box, turned about its own centre. */
export interface Placement {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  readonly rotation: number
}
