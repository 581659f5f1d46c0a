/** Lays prepared pictures and marks on a sheet, some rows at a time, so that the sheet is never in memory. */

/** px from the upper left of the sheet. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface SheetPiece {
  /** The turned picture with its bleed; it may reach beyond the sheet. */
  readonly box: Box
  /** The same without its bleed. */
  readonly core: Box
  /** Returns interleaved samples of its rows, from `top` on. */
  rows(top: number, count: number): Uint8Array
}

/** Black beside the pictures. */
export interface SheetMark extends Box {
  /** 255 = full ink, a byte a px. */
  readonly ink: Uint8Array
}

export interface Sheet {
  /** px */
  readonly width: number
  readonly height: number
  readonly colors: 'rgb' | 'cmyk'
  /** The samples of a px on which nothing lies: colours, then plates. */
  readonly empty: Uint8Array
  /** Places, among the samples of a px, of transparencies, in which marks are opaque; `inverted` ones are opaque at 0. */
  readonly transparencies: readonly { readonly at: number; readonly inverted: boolean }[]
  /** Later ones lie above earlier ones, but no bleed above another picture. */
  readonly pieces: readonly SheetPiece[]
  readonly marks: readonly SheetMark[]
}

export const overlaps = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width && other.x < one.x + one.width && one.y < other.y + other.height && other.y < one.y + one.height

/** Returns pieces whose bleed lies above other pictures, unless these are painted once more. */
export const hasBleedOverOthers = (pieces: readonly Pick<SheetPiece, 'box' | 'core'>[]): boolean =>
  pieces.some(({ box, core }, at) =>
    pieces.some((other, index) => index !== at && overlaps(box, other.core) && !overlaps(core, other.core)),
  )

/** Returns a function that returns interleaved samples of rows, from `top` on; they are valid until the next call. */
export function composedRows(sheet: Sheet): (top: number, count: number) => Uint8Array<ArrayBuffer> {
  const { width, pieces, marks, empty } = sheet
  const step = empty.length
  const rowBytes = width * step
  const emptyRow = new Uint8Array(rowBytes)
  for (let at = 0; at < rowBytes; at += step) emptyRow.set(empty, at)
  const paintsTwice = hasBleedOverOthers(pieces)
  let room = new Uint8Array(0)

  function paint(made: Uint8Array, top: number, count: number, piece: SheetPiece, part: Box): void {
    const from = Math.max(top, part.y)
    const end = Math.min(top + count, part.y + part.height)
    const left = Math.max(0, part.x)
    const right = Math.min(width, part.x + part.width)
    if (from >= end || left >= right) return
    const { box } = piece
    const rows = piece.rows(from - box.y, end - from)
    for (let y = from; y < end; y++) {
      const source = ((y - from) * box.width + left - box.x) * step
      made.set(rows.subarray(source, source + (right - left) * step), (y - top) * rowBytes + left * step)
    }
  }

  return (top, count) => {
    if (room.length < count * rowBytes) room = new Uint8Array(count * rowBytes)
    const made = room.subarray(0, count * rowBytes)
    for (let at = 0; at < made.length; at += rowBytes) made.set(emptyRow, at)
    const lying = pieces.filter(({ box }) => box.y < top + count && box.y + box.height > top)
    for (const piece of lying) paint(made, top, count, piece, piece.box)
    if (paintsTwice) for (const piece of lying) paint(made, top, count, piece, piece.core)
    for (const mark of marks) stamp(sheet, made, top, count, mark)
    return made
  }
}

/** Darkens rows by a mark: black ink alone where there are inks. Plates of white and varnish stay as they are. */
function stamp(
  { width, colors, empty, transparencies }: Sheet,
  rows: Uint8Array,
  top: number,
  count: number,
  mark: SheetMark,
): void {
  const step = empty.length
  for (let y = Math.max(top, mark.y); y < Math.min(top + count, mark.y + mark.height); y++) {
    for (let x = 0; x < mark.width; x++) {
      const ink = mark.ink[(y - mark.y) * mark.width + x] as number
      if (ink === 0) continue
      const at = ((y - top) * width + mark.x + x) * step
      if (colors === 'cmyk') rows[at + 3] = Math.max(rows[at + 3] as number, ink)
      else for (let color = at; color < at + 3; color++) rows[color] = Math.min(rows[color] as number, 255 - ink)
      for (const { at: place, inverted } of transparencies) {
        const opaque = rows[at + place] as number
        rows[at + place] = inverted ? Math.min(opaque, 255 - ink) : Math.max(opaque, ink)
      }
    }
  }
}
