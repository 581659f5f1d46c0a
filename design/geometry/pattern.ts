/** Positions of the repetitions of a pattern. */
import type { Pattern } from '../../contract/rules/appearance'
import type { Size } from './shapes'

/** One repetition: its centre in px of the box, its clockwise turn in degrees. */
export interface Tile {
  readonly x: number
  readonly y: number
  readonly angle: number
}

/** A pattern of more repetitions than this is drawn with larger ones, so that no document can make drawing slow. */
export const maxTiles = 4000

/** Returns a pseudo-random number from 0 to 1 that is always the same for the same arguments. */
function noise(seed: number, column: number, row: number, salt: number): number {
  let hash =
    Math.imul(seed + 1, 2_654_435_761) ^ Math.imul(column, 374_761_393) ^ Math.imul(row, 668_265_263) ^ Math.imul(salt, 40_503)
  hash = Math.imul(hash ^ (hash >>> 13), 1_274_126_177)
  hash = Math.imul(hash ^ (hash >>> 16), 2_246_822_519)
  return ((hash ^ (hash >>> 15)) >>> 0) / 4_294_967_296
}

export interface Tiling {
  /** Size of one repetition, px of the box. */
  readonly tile: Size
  readonly tiles: readonly Tile[]
}

/**
 * Returns the repetitions that are visible in a box, arranged about its centre, so that a box can grow on all sides without
 * moving them.
 *
 * @param picture gives the proportions of a repetition.
 */
export function tilingOf(pattern: Pattern, box: Size, picture: Size): Tiling {
  const aspect = picture.height / picture.width
  const cellShare = Math.max(0.1, 1 + pattern.gap)
  const smallest = Math.sqrt((box.width * box.height) / (maxTiles * aspect)) / cellShare
  const width = Math.max(pattern.tile, smallest)
  const tile = { width, height: width * aspect }
  const cell = { width: tile.width * cellShare, height: tile.height * cellShare }
  const reach =
    Math.hypot(tile.width, tile.height) / 2 + (pattern.layout === 'scatter' ? Math.max(cell.width, cell.height) / 2 : 0)
  const columns = Math.ceil((box.width / 2 + reach) / cell.width)
  const rows = Math.ceil((box.height / 2 + reach) / cell.height)
  const tiles: Tile[] = []
  for (let row = -rows; row <= rows; row++) {
    const shift = pattern.layout === 'brick' && row % 2 !== 0 ? 0.5 : 0
    for (let column = -columns; column <= columns; column++) {
      const isScattered = pattern.layout === 'scatter'
      const jitter = (salt: number) => (isScattered ? noise(pattern.seed, column, row, salt) - 0.5 : 0)
      const x = box.width / 2 + (column + shift + jitter(1) * 0.7) * cell.width
      const y = box.height / 2 + (row + jitter(2) * 0.7) * cell.height
      const angle = pattern.angle + jitter(3) * 90
      if (x > -reach && x < box.width + reach && y > -reach && y < box.height + reach) tiles.push({ x, y, angle })
    }
  }
  return { tile, tiles }
}
