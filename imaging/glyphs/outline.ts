/** Outlines of glyphs as numbers, and what can be told from them. */

/** A glyph's outline; font units, y upwards. */
export interface Outline {
  /** Commands of an SVG path, a letter each: M, L, Q, C and Z. */
  readonly commands: string
  /** Coordinates of all commands one after another, x before y: a point for M and L, two for Q, three for C, none for Z. */
  readonly values: readonly number[]
}

/** Numbers that each command of an outline has. */
export const coordinates: Readonly<Record<string, number>> = { M: 2, L: 2, Q: 4, C: 6, Z: 0 }

/** Returns the points of each contour, control points included, x before y. */
function contours({ commands, values }: Outline): number[][] {
  const found: number[][] = []
  let at = 0
  for (const command of commands) {
    const length = coordinates[command] ?? 0
    if (command === 'M') found.push([])
    found[found.length - 1]?.push(...values.slice(at, at + length))
    at += length
  }
  return found
}

/** Tests whether all points of a contour lie on one line: fonts of pictures have such contours for the sake of their boxes. */
function isFlat(points: readonly number[]): boolean {
  const [x0 = 0, y0 = 0] = points
  let [dx, dy] = [0, 0]
  for (let i = 2; i < points.length; i += 2) {
    const [x, y] = [(points[i] ?? 0) - x0, (points[i + 1] ?? 0) - y0]
    if (dx * y !== dy * x) return false
    if (dx === 0 && dy === 0) [dx, dy] = [x, y]
  }
  return true
}

const emptiness = new WeakMap<Outline, boolean>()

/** Tests whether filling an outline would leave nothing to be seen; remembered, because a text has each letter many times. */
export function isEmpty(outline: Outline): boolean {
  const known = emptiness.get(outline) ?? contours(outline).every(isFlat)
  emptiness.set(outline, known)
  return known
}

/** Tests whether an outline is a frame around something: the box that fonts show for characters that they do not have. */
export function isFrame(outline: Outline): boolean {
  const [first, ...rest] = contours(outline).map((points) => {
    const [xs, ys] = [0, 1].map((from) => points.filter((_, i) => i % 2 === from)) as [number[], number[]]
    return [Math.min(...xs), Math.min(...ys), -Math.max(...xs), -Math.max(...ys)] as const
  })
  return first !== undefined && rest.length > 0 && rest.every((inner) => inner.every((side, i) => side > (first[i] as number)))
}

export const sameOutline = (one: Outline, other: Outline): boolean =>
  one.commands === other.commands && one.values.every((value, i) => value === other.values[i])
