/** 2D affine transforms as the six numbers of canvas and SVG: x' = a·x + c·y + e, y' = b·x + d·y + f. */
import type { Placement, Point } from './shapes'

export interface Matrix {
  readonly a: number
  readonly b: number
  readonly c: number
  readonly d: number
  readonly e: number
  readonly f: number
}

export const identity: Matrix = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 }

export function translation(x: number, y: number): Matrix {
  return { ...identity, e: x, f: y }
}

export function scaling(x: number, y: number): Matrix {
  return { ...identity, a: x, d: y }
}

/** Returns a clockwise rotation about the origin, degrees. Right angles are exact. */
export function rotationMatrix(degrees: number): Matrix {
  const { sin, cos } = sinCos(degrees)
  return { a: cos, b: sin, c: -sin, d: cos, e: 0, f: 0 }
}

/** Returns the transform that applies first `inner`, then `outer`. */
export function multiply(outer: Matrix, inner: Matrix): Matrix {
  return {
    a: outer.a * inner.a + outer.c * inner.b,
    b: outer.b * inner.a + outer.d * inner.b,
    c: outer.a * inner.c + outer.c * inner.d,
    d: outer.b * inner.c + outer.d * inner.d,
    e: outer.a * inner.e + outer.c * inner.f + outer.e,
    f: outer.b * inner.e + outer.d * inner.f + outer.f,
  }
}

export function apply(matrix: Matrix, point: Point): Point {
  return { x: matrix.a * point.x + matrix.c * point.y + matrix.e, y: matrix.b * point.x + matrix.d * point.y + matrix.f }
}

/** Returns the inverse; null when the matrix is singular. */
export function invert(matrix: Matrix): Matrix | null {
  const { a, b, c, d, e, f } = matrix
  const determinant = a * d - b * c
  if (!Number.isFinite(1 / determinant)) return null
  return {
    a: d / determinant,
    b: -b / determinant,
    c: -c / determinant,
    d: a / determinant,
    e: (c * f - d * e) / determinant,
    f: (b * e - a * f) / determinant,
  }
}

export interface Flips {
  readonly horizontalFlip: boolean
  readonly verticalFlip: boolean
}

/** Maps the picture's unit square (0..1 both ways) to where the layer draws it: mirrored inside its box, then rotated. */
export function pictureMatrix(placement: Placement, flips: Flips): Matrix {
  const toCentre = translation(placement.left + placement.width / 2, placement.top + placement.height / 2)
  const size = scaling(placement.width * (flips.horizontalFlip ? -1 : 1), placement.height * (flips.verticalFlip ? -1 : 1))
  return multiply(toCentre, multiply(rotationMatrix(placement.rotation), multiply(size, translation(-0.5, -0.5))))
}

/**
 * Returns sine and cosine of an angle in degrees, exact at right angles: Math.sin(π) is not zero, and a layer at 180° must not
 * drift.
 */
export function sinCos(degrees: number): { readonly sin: number; readonly cos: number } {
  const quarter = degrees / 90
  if (Number.isInteger(quarter)) {
    const step = ((quarter % 4) + 4) % 4
    return { sin: step === 1 ? 1 : step === 3 ? -1 : 0, cos: step === 0 ? 1 : step === 2 ? -1 : 0 }
  }
  const radians = (degrees * Math.PI) / 180
  return { sin: Math.sin(radians), cos: Math.cos(radians) }
}
