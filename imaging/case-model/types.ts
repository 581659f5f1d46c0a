/**
 * A case as a solid: the form in the pictures of a wireframe, extruded. Lengths are mm. The origin is the middle of the
 * wireframe's picture on the outside of the back; x runs right, y up, z towards somebody who looks at the back.
 */

export interface Millimetres {
  /** Size of the whole picture of the wireframe, mm. */
  readonly widthMm: number
  readonly heightMm: number
}

/** Triangles that run counter-clockwise seen from outside. */
export interface Mesh {
  /** x, y, z of every vertex, mm. */
  readonly positions: Float32Array<ArrayBuffer>
  /** Unit normals, outwards. */
  readonly normals: Float32Array<ArrayBuffer>
  /** Place on the picture of the wireframe: 0, 0 is its top left, 1, 1 its bottom right. */
  readonly uvs: Float32Array<ArrayBuffer>
  /** For every vertex: how much of the print it shows, 0 to 1, and how open it is to light from around, 0 to 1. */
  readonly tones: Float32Array<ArrayBuffer>
  /** Three vertices a triangle. */
  readonly indices: Uint16Array<ArrayBuffer>
}

/** A closed line in mm of the wireframe's picture, from its top left: x and y alternate, y downwards. */
export type MillimetreRing = Float64Array<ArrayBuffer>

export interface CaseModel {
  /** The case itself, closed: back, walls, lip, inside, and the walls of its openings. */
  readonly shell: Mesh
  /** The phone in it; its back shows through the openings. */
  readonly phone: Mesh
  readonly outline: MillimetreRing
  /** Openings for cameras. */
  readonly holes: readonly MillimetreRing[]
  /** Covered parts of the back that are no openings: the wireframe's picture is on the case there. */
  readonly covers: readonly MillimetreRing[]
  /** Thickness of the case with the phone, mm. */
  readonly depth: number
}

/** The wireframe's pictures show no case that could be made a solid. The message is a sentence for the seller. */
export class CaseModelError extends Error {
  override readonly name = 'CaseModelError'
}
