/** Collects the triangles of a solid that is swept along closed lines. */
import { fillPlate } from './plate'
import type { ProfilePoint } from './profile'
import { inset, type SmoothRing } from './smooth-ring'
import type { Mesh, Millimetres } from './types'

interface Plate {
  /** Lines around the plate and around its openings, each as its ring and how far it is moved into the solid, mm. */
  readonly rings: readonly { readonly ring: SmoothRing; readonly inset: number }[]
  readonly z: number
  readonly faces: 'up' | 'down'
  readonly print: number
  readonly open: number
}

export interface MeshBuilder {
  /** A surface of the profile along a line, from the profile's first point to its last. */
  sweep(ring: SmoothRing, profile: readonly ProfilePoint[]): void
  fill(plate: Plate): void
  mesh(): Mesh
}

/** Coordinates of the rings are those of the model: mm from the middle of the wireframe's picture, y upwards. */
export function createMeshBuilder({ widthMm, heightMm }: Millimetres): MeshBuilder {
  const positions: number[] = []
  const normals: number[] = []
  const tones: number[] = []
  const indices: number[] = []
  return {
    sweep(ring, profile) {
      const start = positions.length / 3
      const { count } = ring
      for (const point of profile) {
        const line = inset(ring, point.inset)
        for (let at = 0; at < count; at++) {
          positions.push(line[at * 2] as number, line[at * 2 + 1] as number, point.z)
          normals.push((ring.shading[at * 2] as number) * point.out, (ring.shading[at * 2 + 1] as number) * point.out, point.up)
          tones.push(point.print, point.open)
        }
      }
      for (let row = 0; row + 1 < profile.length; row++) {
        for (let at = 0; at < count; at++) {
          const [a, b] = [start + row * count + at, start + row * count + ((at + 1) % count)]
          indices.push(a, a + count, b, b, a + count, b + count)
        }
      }
    },
    fill({ rings, z, faces, print, open }) {
      const start = positions.length / 3
      const lines = rings.map(({ ring, inset: by }) => inset(ring, by))
      for (const line of lines) {
        for (let at = 0; at < line.length; at += 2) {
          positions.push(line[at] as number, line[at + 1] as number, z)
          normals.push(0, 0, faces === 'up' ? 1 : -1)
          tones.push(print, open)
        }
      }
      const triangles = fillPlate(lines)
      for (let at = 0; at < triangles.length; at += 3) {
        const [a, b, c] = [triangles[at], triangles[at + 1], triangles[at + 2]].map((one) => start + (one as number))
        indices.push(a as number, ...((faces === 'up' ? [b, c] : [c, b]) as number[]))
      }
    },
    mesh() {
      const uvs = new Float32Array((positions.length / 3) * 2)
      for (let at = 0; at < uvs.length / 2; at++) {
        uvs[at * 2] = (positions[at * 3] as number) / widthMm + 0.5
        uvs[at * 2 + 1] = 0.5 - (positions[at * 3 + 1] as number) / heightMm
      }
      return {
        positions: Float32Array.from(positions),
        normals: Float32Array.from(normals),
        uvs,
        tones: Float32Array.from(tones),
        indices: Uint16Array.from(indices),
      }
    },
  }
}
