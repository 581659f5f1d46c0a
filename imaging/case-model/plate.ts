/** Fills a flat outline with openings with triangles that use every one of its points. */
import earcut from 'earcut'

/**
 * @param rings the outline, then its openings: x and y alternate.
 * @returns three point numbers a triangle, counted through all rings; counter-clockwise with y upwards.
 */
export function fillPlate(rings: readonly Float64Array[]): number[] {
  const points = rings.flatMap((ring) => [...ring])
  const starts: number[] = []
  let count = 0
  for (const ring of rings) {
    starts.push(count)
    count += ring.length / 2
  }
  const found = earcut(points, starts.slice(1))
  const x = (at: number) => points[at * 2] as number
  const y = (at: number) => points[at * 2 + 1] as number
  const triangles: number[] = []
  for (let at = 0; at < found.length; at += 3) {
    const [a, b, c] = [found[at], found[at + 1], found[at + 2]] as [number, number, number]
    const turns = (x(b) - x(a)) * (y(c) - y(a)) - (y(b) - y(a)) * (x(c) - x(a))
    triangles.push(...(turns > 0 ? [a, b, c] : [a, c, b]))
  }
  return withSkippedPoints(triangles, starts, count)
}

/**
 * Earcut leaves out points on a straight line. The walls use them, so a triangle that spans them is divided: otherwise the plate and
 * the wall would meet in a crack.
 */
function withSkippedPoints(triangles: readonly number[], starts: readonly number[], count: number): number[] {
  const used = new Set(triangles)
  /** By the edge that spans them: the points that were left out, in order. */
  const skipped = new Map<string, number[]>()
  for (const [ring, start] of starts.entries()) {
    const size = (starts[ring + 1] ?? count) - start
    const first = Array.from({ length: size }, (_, at) => at).find((at) => used.has(start + at))
    if (first === undefined) continue
    let from = start + first
    let between: number[] = []
    for (let step = 1; step <= size; step++) {
      const at = start + ((first + step) % size)
      if (!used.has(at)) {
        between.push(at)
        continue
      }
      if (between.length > 0) skipped.set(`${from} ${at}`, between)
      from = at
      between = []
    }
  }
  if (skipped.size === 0) return [...triangles]
  const result: number[] = []
  const add = (a: number, b: number, c: number): void => {
    for (const [from, to, third] of [
      [a, b, c],
      [b, c, a],
      [c, a, b],
    ] as const) {
      const between = skipped.get(`${from} ${to}`)
      if (between === undefined) continue
      skipped.delete(`${from} ${to}`)
      const chain = [from, ...between, to]
      for (let at = 0; at + 1 < chain.length; at++) add(chain[at] as number, chain[at + 1] as number, third)
      return
    }
    result.push(a, b, c)
  }
  for (let at = 0; at < triangles.length; at += 3) {
    add(triangles[at] as number, triangles[at + 1] as number, triangles[at + 2] as number)
  }
  return result
}
