/** Plain value types of geometry. Canvas px; y grows downwards; angles in degrees, clockwise. */

export interface Point {
  readonly x: number
  readonly y: number
}
export interface Size {
  readonly width: number
  readonly height: number
}
/** Axis-aligned rectangle; x and y are its top-left corner. */
export interface Box extends Point, Size {}

/** Position of a layer: its unrotated box and the rotation about the centre of that box. */
export interface Placement {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  readonly rotation: number
}
