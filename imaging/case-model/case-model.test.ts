import { describe, expect, test } from 'vitest'
import type { CaseMask } from '../mockup/regions'
import { caseModel } from './case-model'
import { CaseModelError, type Mesh } from './types'

const pxPerMm = 4
const size = { widthMm: 76, heightMm: 156 }

type Shape = (x: number, y: number) => boolean
const roundedBox =
  (left: number, top: number, right: number, bottom: number, radius: number): Shape =>
  (x, y) => {
    const dx = Math.max(left + radius - x, x - right + radius, 0)
    const dy = Math.max(top + radius - y, y - bottom + radius, 0)
    return x >= left && x <= right && y >= top && y <= bottom && dx * dx + dy * dy <= radius * radius + 1e-9
  }
const disc =
  (cx: number, cy: number, radius: number): Shape =>
  (x, y) =>
    Math.hypot(x - cx, y - cy) <= radius

/** A mask drawn with 4 × 4 samples a px. */
function maskOf(isCase: Shape, covers: readonly Shape[] = [], { widthMm, heightMm } = size): CaseMask {
  const [width, height] = [widthMm * pxPerMm, heightMm * pxPerMm]
  const data = new Uint8Array(width * height)
  for (let at = 0; at < data.length; at++) {
    let hits = 0
    for (let sample = 0; sample < 16; sample++) {
      const x = ((at % width) + ((sample % 4) + 0.5) / 4) / pxPerMm
      const y = (Math.floor(at / width) + (Math.floor(sample / 4) + 0.5) / 4) / pxPerMm
      if (isCase(x, y) && !covers.some((cover) => cover(x, y))) hits++
    }
    data[at] = (hits * 255) / 16
  }
  return { width, height, data }
}

const phone = roundedBox(2, 2, 74, 154, 11)
const square = roundedBox(8, 8, 38, 40, 8)
const lenses = [disc(18, 18, 5), disc(18, 34, 5), disc(34, 26, 5), disc(34, 14, 2)]
const cases: readonly (readonly [string, CaseMask])[] = [
  ['one opening', maskOf(phone, [square])],
  ['no opening', maskOf(phone)],
  ['an opening for each lens', maskOf(phone, lenses)],
  ['square corners', maskOf(roundedBox(0, 0, 76, 156, 0), [roundedBox(9, 9, 36, 30, 0)])],
  ['a notch in the side', maskOf((x, y) => phone(x, y) && !disc(76, 80, 14)(x, y), [disc(38, 26, 16)])],
  ['an opening at the very edge', maskOf(phone, [roundedBox(2.5, 12, 73.5, 30, 4)])],
]

const vertex = (values: Float32Array, at: number) => [values[at * 3], values[at * 3 + 1], values[at * 3 + 2]] as Vector
type Vector = [number, number, number]
const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const cross = (a: Vector, b: Vector): Vector => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]

function triangles({ indices }: Mesh): readonly (readonly [number, number, number])[] {
  return Array.from({ length: indices.length / 3 }, (_, at) => {
    return [indices[at * 3], indices[at * 3 + 1], indices[at * 3 + 2]] as [number, number, number]
  })
}

/** Counts, for each place, how often each edge runs one way and not the other. */
function openEdges(mesh: Mesh): number {
  const name = (at: number) =>
    vertex(mesh.positions, at)
      .map((value) => Math.round(value * 1e4))
      .join()
  const edges = new Map<string, number>()
  for (const [a, b, c] of triangles(mesh)) {
    for (const [from, to] of [
      [a, b],
      [b, c],
      [c, a],
    ] as const) {
      const [p, q] = [name(from), name(to)]
      if (p === q) continue
      const [key, way] = p < q ? [`${p} ${q}`, 1] : [`${q} ${p}`, -1]
      edges.set(key, (edges.get(key) ?? 0) + way)
    }
  }
  return [...edges.values()].filter((balance) => balance !== 0).length
}

const volume = (mesh: Mesh) =>
  triangles(mesh).reduce((sum, [a, b, c]) => {
    const [p, q, r] = [a, b, c].map((at) => vertex(mesh.positions, at)) as [Vector, Vector, Vector]
    return sum + dot(p, cross(q, r)) / 6
  }, 0)

/** The place on the picture, in mm, where a ray from the viewer along −z first meets the mesh; null when it meets nothing above. */
function firstHit(
  mesh: Mesh,
  x: number,
  y: number,
  above = -5,
): { readonly xMm: number; readonly yMm: number; readonly z: number } | null {
  let best: { xMm: number; yMm: number; z: number } | null = null
  for (const corners of triangles(mesh)) {
    const [p, q, r] = corners.map((at) => vertex(mesh.positions, at)) as [Vector, Vector, Vector]
    const area = cross(minus(q, p), minus(r, p))[2]
    if (area <= 1e-9) continue
    const weights = [
      ((q[0] - x) * (r[1] - y) - (r[0] - x) * (q[1] - y)) / area,
      ((r[0] - x) * (p[1] - y) - (p[0] - x) * (r[1] - y)) / area,
      ((p[0] - x) * (q[1] - y) - (q[0] - x) * (p[1] - y)) / area,
    ]
    if (weights.some((weight) => weight < -1e-6)) continue
    const mixed = (values: Float32Array, stride: number, axis: number) =>
      corners.reduce((sum, at, corner) => sum + (values[at * stride + axis] as number) * (weights[corner] as number), 0)
    const z = mixed(mesh.positions, 3, 2)
    if (z < above || (best !== null && z <= best.z)) continue
    best = { xMm: mixed(mesh.uvs, 2, 0) * size.widthMm, yMm: mixed(mesh.uvs, 2, 1) * size.heightMm, z }
  }
  return best
}

describe.each(cases)('a case with %s', (_, mask) => {
  const { shell, phone: inside, ...model } = caseModel(mask, size)

  test('the surface of a case is closed, and so is that of the phone in it', () => {
    expect(openEdges(shell)).toBe(0)
    expect(openEdges(inside)).toBe(0)
  })
  test('the triangles of a case are wound outwards: its volume is that of its walls, not negative', () => {
    const [outer, thick] = [72 * 152, volume(shell)]
    expect(thick).toBeGreaterThan(0.5 * outer * 1.2)
    expect(thick).toBeLessThan(outer * model.depth * 0.4)
    expect(volume(inside)).toBeGreaterThan(outer * 5)
  })
  test('no triangle of a case faces another side than its normals', () => {
    for (const mesh of [shell, inside]) {
      const wrong = triangles(mesh).filter(([a, b, c]) => {
        const [p, q, r] = [a, b, c].map((at) => vertex(mesh.positions, at)) as [Vector, Vector, Vector]
        const face = cross(minus(q, p), minus(r, p))
        const size = Math.hypot(...face)
        return size > 1e-4 && [a, b, c].some((at) => dot(face, vertex(mesh.normals, at)) < 0.5 * size)
      })
      expect(wrong).toEqual([])
    }
  })
  test('the normals of a case have length 1', () => {
    for (let at = 0; at < shell.normals.length / 3; at++) {
      expect(Math.abs(Math.hypot(...vertex(shell.normals, at)) - 1)).toBeLessThan(1e-4)
    }
  })
  test('a case takes 8 to 12 thousand triangles', () => {
    const count = (shell.indices.length + inside.indices.length) / 3
    expect(count).toBeGreaterThanOrEqual(8000)
    expect(count).toBeLessThanOrEqual(12_000)
  })
  test('a case shows every point of the back where the print sheet has it', () => {
    let seen = 0
    for (let yMm = 6; yMm < 152; yMm += 11) {
      for (let xMm = 6; xMm < 72; xMm += 7) {
        const hit = firstHit(shell, xMm - size.widthMm / 2, size.heightMm / 2 - yMm)
        if (hit === null) continue
        seen++
        expect(Math.hypot(hit.xMm - xMm, hit.yMm - yMm)).toBeLessThan(0.05)
      }
    }
    expect(seen).toBeGreaterThan(80)
  })
})

describe('the lines of a case', () => {
  const { shell, outline, holes, depth } = caseModel(maskOf(phone, [square]), size)

  test('the outline and the opening lie within 0.3 mm of what the mask shows', () => {
    const farthest = (
      ring: Float64Array,
      [left, top, right, bottom, radius]: readonly [number, number, number, number, number],
    ) => {
      let worst = 0
      for (let at = 0; at < ring.length; at += 2) {
        const [x, y] = [ring[at] as number, ring[at + 1] as number]
        const qx = Math.abs(x - (left + right) / 2) - (right - left) / 2 + radius
        const qy = Math.abs(y - (top + bottom) / 2) - (bottom - top) / 2 + radius
        const distance = Math.hypot(Math.max(qx, 0), Math.max(qy, 0)) + Math.min(Math.max(qx, qy), 0) - radius
        worst = Math.max(worst, Math.abs(distance))
      }
      return worst
    }
    expect(farthest(outline, [2, 2, 74, 154, 11])).toBeLessThan(0.3)
    expect(holes).toHaveLength(1)
    expect(farthest(holes[0] as Float64Array, [8, 8, 38, 40, 8])).toBeLessThan(0.3)
  })
  test('nothing of the case is in the opening, and all of its back is beside it', () => {
    const at = (xMm: number, yMm: number) => firstHit(shell, xMm - 38, 78 - yMm, -50)
    for (const [x, y] of [
      [10, 20],
      [23, 24],
      [34, 36],
      [23, 10],
    ] as const)
      expect(at(x, y)).toBeNull()
    for (const [x, y] of [
      [40, 24],
      [23, 43],
      [60, 10],
    ] as const)
      expect(at(x, y)?.z).toBeCloseTo(0, 6)
  })
  test('a key that is drawn over the side makes no dent, and a real notch stays', () => {
    const sideOf = (mask: CaseMask) => {
      const { outline } = caseModel(mask, size)
      const xs: number[] = []
      for (let at = 0; at < outline.length; at += 2) {
        if (Math.abs((outline[at + 1] as number) - 80) < 6 && (outline[at] as number) > 38) xs.push(outline[at] as number)
      }
      return Math.min(...xs, 74)
    }
    expect(sideOf(maskOf(phone, [roundedBox(73.7, 72, 76, 88, 0)]))).toBeGreaterThan(73.9)
    expect(sideOf(maskOf((x, y) => phone(x, y) && !disc(76, 80, 14)(x, y)))).toBeLessThan(63)
  })
  test('a case is as thick as base, phone and lip together', () => {
    const depths = Array.from({ length: shell.positions.length / 3 }, (_, at) => shell.positions[at * 3 + 2] as number)
    expect(Math.min(...depths)).toBeCloseTo(-depth, 4)
    expect(Math.max(...depths)).toBe(0)
  })
  test('a corner has so many points that no side of a polygon is seen', () => {
    // 4 px a mm and three device px a px: a side may lie 0.5 px inside of the arc.
    const corner = 11
    const edge = 2
    const points = new Set<string>()
    for (let at = 0; at < shell.positions.length / 3; at++) {
      const [x, y, z] = vertex(shell.positions, at)
      if (Math.abs(z + edge) < 1e-4 && x > 36 - corner + 1 && y > 76 - corner + 1) points.add(`${x.toFixed(3)} ${y.toFixed(3)}`)
    }
    const angle = Math.PI / 2 / points.size
    expect(corner * (1 - Math.cos(angle / 2)) * 12).toBeLessThan(0.5)
  })
  test('a cover of the back elsewhere than at its top is no opening', () => {
    const { holes, covers } = caseModel(maskOf(phone, [square, disc(38, 110, 12)]), size)
    expect([holes.length, covers.length]).toEqual([1, 1])
  })
})

describe('a mask that shows no case', () => {
  test.each([
    ['is covered everywhere', maskOf(() => false), '没有找到手机壳的轮廓'],
    ['is a speck', maskOf(disc(38, 78, 8)), '太小'],
    ['is only a thin frame', maskOf((x, y) => phone(x, y) && !roundedBox(4, 4, 72, 152, 9)(x, y)), '没有可以看的手机壳'],
    ['has two pieces', maskOf((x, y) => phone(x, y) && Math.abs(y - 78) > 4), '分开的几块'],
    ['is covered nearly everywhere', maskOf(phone, [roundedBox(6, 6, 70, 120, 4)]), '没有可以看的手机壳'],
  ])('a mask is refused in words when it %s', (_, mask, words) => {
    expect(() => caseModel(mask, size)).toThrow(CaseModelError)
    expect(() => caseModel(mask, size)).toThrow(words)
  })
})
