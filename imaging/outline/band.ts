/** Finds the cells of a grid around a shape that can be within reach of it; all others are skipped when distances are computed. */
import type { Runs } from './shapes'

/** Cells per side of a tile, as a power of two. A finer tiling leaves out more cells but takes longer itself. */
const shift = 4

/** The tiles within `cap` cells of a tile with shape in it: for each row of tiles one byte a tile, 1 within. */
function tilesWithin({ start, end, row, count }: Runs, columns: number, rows: number, cap: number): Uint8Array {
  const reach = Math.ceil(cap / 2 ** shift)
  // Rows of tiles from each tile to the nearest with shape above or below it in its column; it stops to count beyond the reach.
  const away = new Uint16Array(columns * rows).fill(reach + 1)
  for (let run = 0; run < count; run++) {
    const base = ((row[run] as number) >> shift) * columns
    const to = ((end[run] as number) - 1) >> shift
    for (let tile = (start[run] as number) >> shift; tile <= to; tile++) away[base + tile] = 0
  }
  for (let at = columns; at < away.length; at++) away[at] = Math.min(away[at] as number, (away[at - columns] as number) + 1)
  for (let at = away.length - columns - 1; at >= 0; at--) {
    away[at] = Math.min(away[at] as number, (away[at + columns] as number) + 1)
  }
  const within = new Uint8Array(columns * rows)
  for (let base = 0; base < within.length; base += columns) {
    // Tiles of this row before this one are marked already.
    let marked = 0
    for (let tile = 0; tile < columns; tile++) {
      if ((away[base + tile] as number) > reach) continue
      const to = Math.min(columns, tile + reach + 1)
      for (let near = Math.max(marked, tile - reach); near < to; near++) within[base + near] = 1
      marked = to
    }
  }
  return within
}

/**
 * Returns the cells outside the shape that can be within `cap` cells of it, as runs in reading order; a few farther ones are among
 * them. Cells left out between two runs of a row are either shape, or so wide apart that no pixel of the shape is within `cap` of
 * cells on both sides.
 *
 * @param shape in cells of the grid.
 */
export function bandAround(shape: Runs, width: number, height: number, cap: number): Runs {
  const columns = ((width - 1) >> shift) + 1
  const rows = ((height - 1) >> shift) + 1
  const within = tilesWithin(shape, columns, rows, cap)
  // A row has at most one run more than it has runs of shape and alternate tiles.
  const most = shape.count + height * ((columns >> 1) + 1)
  const [start, end, row] = [new Int32Array(most), new Int32Array(most), new Int32Array(most)]
  let count = 0
  let run = 0
  for (let y = 0; y < height; y++) {
    const base = (y >> shift) * columns
    let tile = 0
    for (;;) {
      while (tile < columns && within[base + tile] === 0) tile++
      if (tile === columns) break
      let from = tile << shift
      while (tile < columns && within[base + tile] === 1) tile++
      const to = Math.min(width, tile << shift)
      for (; run < shape.count && shape.row[run] === y && (shape.start[run] as number) < to; run++) {
        const until = shape.start[run] as number
        if (until > from) {
          start[count] = from
          end[count] = until
          row[count++] = y
        }
        from = shape.end[run] as number
      }
      if (to > from) {
        start[count] = from
        end[count] = to
        row[count++] = y
      }
    }
  }
  return { start: start.slice(0, count), end: end.slice(0, count), row: row.slice(0, count), count }
}
