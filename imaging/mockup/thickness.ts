/** Gives a turned case its side: what stands between its near and its far face, in the colours of its edge. Pure. */
import type { Point } from './pose'
import type { Pixels } from './warp'

/** How much of the edge's light reaches the side, next to the near face and at the far one; chosen by eye. */
const sideShade = { near: 0.86, far: 0.52 } as const
/** Alpha below which a px is no part of the near face. */
const leastFace = 8
/** Share of the picture's longer side over which the colours of an edge are mixed for the side. */
const edgeReach = 0.008
/** Px over which the drawing fades at the outline of a face. */
const softEdge = 2

/**
 * Draws the side of a posed case beneath its printed face, in place.
 *
 * The faces are parallel and a case is thin beside the distance of the eye, so the far face is taken for the near one shifted.
 *
 * @param far px by which the far face lies from the near one.
 */
export function putSide({ width, height, data }: Pixels, far: Point): void {
  const steps = Math.round(Math.max(Math.abs(far.x), Math.abs(far.y)))
  if (steps === 0) return
  const near = data.slice()
  const isWide = Math.abs(far.x) >= Math.abs(far.y)
  const alphaAt = (x: number, y: number) =>
    x < 0 || y < 0 || x >= width || y >= height ? 0 : (near[(y * width + x) * 4 + 3] as number)
  const around = aroundFace(near, width, height)
  const along = isWide ? width : 1
  const reach = Math.round(Math.max(width, height) * edgeReach)
  const color = new Float64Array(3)
  for (let px = 0; px < around.length; px++) {
    if (around[px] === 0) continue
    const [x, y, at] = [px % width, Math.floor(px / width), px * 4]
    const own = near[at + 3] as number
    // The side at this px continues the edge that is found by walking back along the shift. The walk ends a few px inside of the face,
    // where its outline no longer fades.
    let [cover, from, step, entered] = [0, -1, 0, 0]
    for (let k = 1; k <= steps && entered <= softEdge; k++) {
      const [backX, backY] = [x - (far.x * k) / steps, y - (far.y * k) / steps]
      // One of the two is a whole number, so the cover between two px keeps the edge smooth.
      const [firstX, firstY] = [Math.floor(backX), Math.floor(backY)]
      const [nextX, nextY] = isWide ? [firstX, firstY + 1] : [firstX + 1, firstY]
      const share = isWide ? backY - firstY : backX - firstX
      const [first, next] = [alphaAt(firstX, firstY), alphaAt(nextX, nextY)]
      const mixed = first * (1 - share) + next * share
      if (mixed >= leastFace) entered++
      if (mixed <= cover) continue
      cover = mixed
      step = k
      from = ((first >= next ? firstY : nextY) * width + (first >= next ? firstX : nextX)) * 4
    }
    if (cover <= own) continue
    const shade = sideShade.near + (sideShade.far - sideShade.near) * (step / steps)
    // The near face lies over its side.
    const over = own / 255
    const under = (1 - over) * (cover / 255)
    edgeColor(near, width, from / 4, along, reach, color)
    for (let channel = 0; channel < 3; channel++) {
      const side = (color[channel] as number) * shade
      data[at + channel] = ((near[at + channel] as number) * over + side * under) / (over + under)
    }
    data[at + 3] = (over + under) * 255
  }
}

/**
 * Mean colour of the face around a px of its edge, because single px of a grain or a texture would become stripes across the side.
 *
 * @param along px from one px to the next along the edge. @param color is set.
 */
function edgeColor(near: Uint8ClampedArray, width: number, px: number, along: number, reach: number, color: Float64Array): void {
  const row = Math.floor(px / width)
  let weight = 0
  color.fill(0)
  for (let k = -reach; k <= reach; k++) {
    const other = px + k * along
    // A step to the side must not reach into the next row.
    if (along === 1 && Math.floor(other / width) !== row) continue
    const alpha = (near[other * 4 + 3] ?? 0) * (reach + 1 - Math.abs(k))
    weight += alpha
    for (let channel = 0; channel < 3; channel++)
      color[channel] = (color[channel] as number) + (near[other * 4 + channel] ?? 0) * alpha
  }
  for (let channel = 0; channel < 3; channel++) color[channel] = (color[channel] as number) / Math.max(1, weight)
}

/** Marks what lies around the face and the px over which its outline fades; what is seen through it lies inside. */
function aroundFace(near: Uint8ClampedArray, width: number, height: number): Uint8Array {
  const isFace = (px: number) => (near[px * 4 + 3] as number) >= leastFace
  const marked = new Uint8Array(width * height)
  const waiting: number[] = []
  const mark = (px: number) => {
    if (marked[px] === 1 || isFace(px)) return
    marked[px] = 1
    waiting.push(px)
  }
  const neighbours = (px: number, visit: (px: number) => void) => {
    const x = px % width
    if (x > 0) visit(px - 1)
    if (x < width - 1) visit(px + 1)
    if (px >= width) visit(px - width)
    if (px < width * (height - 1)) visit(px + width)
  }
  for (let x = 0; x < width; x++) {
    mark(x)
    mark((height - 1) * width + x)
  }
  for (let y = 0; y < height; y++) {
    mark(y * width)
    mark(y * width + width - 1)
  }
  for (let px = waiting.pop(); px !== undefined; px = waiting.pop()) neighbours(px, mark)
  for (let round = 1; round <= softEdge; round++) {
    const ring: number[] = []
    for (let px = 0; px < marked.length; px++)
      if (marked[px] !== 0) neighbours(px, (next) => marked[next] === 0 && ring.push(next))
    for (const px of ring) marked[px] = 1
  }
  return marked
}
