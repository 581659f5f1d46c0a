/** A tile of a rough surface that repeats without a seam: leather's cells, or fine grain. Pure. */
import { clamp } from '../../contract/ground/number'
import { hash, leatherHeight } from '../mockup/surface-noise'

/** Side of the tile, px; a power of two, so that every size of it repeats. */
export const reliefSide = 256
/** Cells of leather across the tile. */
const cellsAcross = 18
/** Part of the tile in which it blends into its repetition. */
const seam = 0.125

/** Returns RGBA: slope along x and y (128 is level), height, opaque. */
export function reliefTile(cells: boolean): Uint8Array<ArrayBuffer> {
  const side = reliefSide
  const height = new Float32Array(side * side)
  const at = cells
    ? (x: number, y: number) => leatherHeight((x * cellsAcross) / side, (y * cellsAcross) / side)
    : (x: number, y: number) => (hash(x, y) + hash(x + 1, y) + hash(x, y + 1) + hash(x + 1, y + 1)) / 4
  /** Share of the repetition at a place of the tile. */
  const share = (value: number) => Math.max(0, (value / side - (1 - seam)) / seam)
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const [sx, sy] = [share(x), share(y)]
      const row = (from: number) => (sx === 0 ? at(x, from) : at(x, from) * (1 - sx) + at(x - side, from) * sx)
      height[y * side + x] = sy === 0 ? row(y) : row(y) * (1 - sy) + row(y - side) * sy
    }
  }
  const tile = new Uint8Array(side * side * 4)
  const heightAt = (x: number, y: number) => height[((y + side) % side) * side + ((x + side) % side)] as number
  const byte = (value: number) => Math.round(clamp(value, 0, 255))
  for (let y = 0, to = 0; y < side; y++) {
    for (let x = 0; x < side; x++, to += 4) {
      tile[to] = byte(128 + 127 * (heightAt(x + 1, y) - heightAt(x - 1, y)))
      tile[to + 1] = byte(128 + 127 * (heightAt(x, y + 1) - heightAt(x, y - 1)))
      tile[to + 2] = byte(255 * heightAt(x, y))
      tile[to + 3] = 255
    }
  }
  return tile
}
