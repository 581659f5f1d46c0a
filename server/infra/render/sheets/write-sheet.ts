/** Writes the file of a sheet of prepared pieces, strip by strip. Runs in a picture process. */
import { createHash } from 'node:crypto'
import { closeSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { deflateSync } from 'node:zlib'
import { mmToPx } from '../../../../contract/rules/lengths'
import { pngChannels } from '../../../../imaging/plates/interleaved'
import type { PdfStream } from '../../../../imaging/plates/pdf-file'
import { pdfSamples, writePdf } from '../../../../imaging/plates/write-pdf'
import { tiffFields } from '../../../../imaging/plates/write-tiff'
import { encodeRows, partJoiner } from '../../../../imaging/png/png'
import { composedRows, hasBleedOverOthers, type Sheet, type SheetMark, type SheetPiece } from '../../../../imaging/sheets/compose'
import { placedCurve, turnedSize } from '../../../../imaging/sheets/turn'
import { srgbProfile } from '../../../../imaging/tiff/srgb-profile'
import { writeTiff } from '../../../../imaging/tiff/tiff'
import { fullDisk } from './sheet-folder'
import type { PiecePlace, PreparedPiece, SheetWork, WrittenSheet } from './sheet-work'

/** Rows of a PNG that are encoded at once. */
const rowsAtOnce = 64
/** Bytes that are copied or hashed at once. */
const chunkBytes = 1 << 20

export async function writeSheet(work: SheetWork): Promise<WrittenSheet> {
  const file = openSync(work.path, 'w+')
  try {
    const marks = await drawnMarks(work)
    const icc = work.iccPath === null ? srgbProfile() : await readFile(work.iccPath)
    const write = { tiff: writeTiffSheet, pdf: writePdfSheet, png: writePngSheet }[work.profile.container]
    const size = await write(work, icc, marks, (bytes, at) => writeAt(file, bytes, at))
    // An attempt that compressed badly may have been longer.
    ftruncateSync(file, size)
    return { size, sha256: hashOf(file, size) }
  } catch (error) {
    throw fullDisk(error) ?? error
  } finally {
    closeSync(file)
  }
}

/** A sheet without marks does not load the canvas. */
async function drawnMarks({ marks, profile }: SheetWork): Promise<readonly SheetMark[]> {
  if (marks.length === 0) return []
  const { drawMark } = await import('./draw-mark')
  return Promise.all(marks.map(async (mark) => ({ ...mark, ink: await drawMark(mark, profile.dpi) })))
}

type Put = (bytes: Uint8Array, at: number) => void
type Write = (work: SheetWork, icc: Uint8Array, marks: readonly SheetMark[], put: Put) => number | Promise<number>

function writeAt(file: number, bytes: Uint8Array, at: number): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done, bytes.length - done, at + done)
}

function* chunksOf(file: number, from: number, length: number): Iterable<Uint8Array> {
  const room = Buffer.alloc(Math.min(chunkBytes, length))
  for (let done = 0; done < length; ) {
    const read = readSync(file, room, 0, Math.min(room.length, length - done), from + done)
    if (read === 0) throw new Error('a file of a sheet ends early')
    yield room.subarray(0, read)
    done += read
  }
}

function hashOf(file: number, size: number): string {
  const hash = createHash('sha256')
  for (const chunk of chunksOf(file, 0, size)) hash.update(chunk)
  return hash.digest('hex')
}

/** Returns the boxes of a piece, with its bleed and without it. */
function boxesOf({ pieceWidth: width, pieceHeight: height }: PreparedPiece, { x, y }: PiecePlace, { profile }: SheetWork) {
  const bleed = Math.round(mmToPx(profile.bleedMm, profile.dpi))
  return {
    box: { x, y, width, height },
    core: { x: x + bleed, y: y + bleed, width: width - 2 * bleed, height: height - 2 * bleed },
  }
}

const pieceAt = ({ pieces }: SheetWork, { piece }: PiecePlace) => {
  const found = pieces[piece]
  if (found === undefined) throw new Error(`no piece ${piece}`)
  return found
}

/** Returns the sheet, whose pieces are read from their files. @param channels samples of a px. */
function sheetOf(work: SheetWork, marks: readonly SheetMark[], channels: number): Sheet {
  const { width, height, profile, places } = work
  const { plates, colors, softEdges } = profile
  const colorSamples = colors === 'cmyk' ? 4 : 3
  const used = plates.slice(0, channels - colorSamples)
  const isTransparency = used.map(({ role }) => role === 'transparency')
  // Paper is white; where colours are multiplied by the transparency, they are 0 where it is.
  const paper = colors === 'cmyk' || (softEdges === 'premultiplied' && isTransparency.includes(true)) ? 0 : 255
  const pieces = places.map((place): SheetPiece => {
    const piece = pieceAt(work, place)
    const rowBytes = piece.pieceWidth * channels
    let room = Buffer.alloc(0)
    return {
      ...boxesOf(piece, place, work),
      rows(top, count) {
        if (room.length < count * rowBytes) room = Buffer.alloc(count * rowBytes)
        const rows = room.subarray(0, count * rowBytes)
        // A sheet of many pieces would have more open files than a process may have.
        const file = openSync(piece.path, 'r')
        try {
          const read = readSync(file, rows, 0, rows.length, top * rowBytes)
          if (read < rows.length) throw new Error('a file of a sheet ends early')
        } finally {
          closeSync(file)
        }
        return rows
      },
    }
  })
  return {
    ...{ width, height, colors, pieces, marks },
    empty: Uint8Array.from([
      ...Array(colorSamples).fill(paper),
      ...used.map(({ inverted }) => (inverted ? 255 : 0)),
      ...Array(channels - colorSamples - used.length).fill(255),
    ]),
    transparencies: used.flatMap(({ inverted }, index) =>
      isTransparency[index] ? [{ at: colorSamples + index, inverted }] : [],
    ),
  }
}

const writeTiffSheet: Write = (work, icc, marks, put) => {
  const { width, height, profile } = work
  const rows = composedRows(sheetOf(work, marks, (profile.colors === 'cmyk' ? 4 : 3) + profile.plates.length))
  return writeTiff({ ...tiffFields(profile), width, height, profile: icc, rows }, put, { deflate: deflateSync })
}

const writePngSheet: Write = async (work, _icc, marks, put) => {
  const { width, height, profile } = work
  const rows = composedRows(sheetOf(work, marks, pngChannels))
  const channels = profile.plates.length === 0 ? 3 : pngChannels
  const joiner = partJoiner(work, channels, profile.dpi)
  let size = 0
  const add = (bytes: Uint8Array) => {
    put(bytes, size)
    size += bytes.length
  }
  joiner.start.forEach(add)
  for (let top = 0; top < height; top += rowsAtOnce) {
    const count = Math.min(rowsAtOnce, height - top)
    const { buffer, byteOffset, length } = rows(top, count)
    const data = new Uint8ClampedArray(buffer, byteOffset, length)
    const part = encodeRows({ width, height: count, data }, { channels, isFirst: top === 0, isLast: top + count === height })
    add(new Uint8Array(await joiner.add(part).arrayBuffer()))
  }
  joiner.end().forEach(add)
  return size
}

/** Returns the parts of a piece's file; null for those that are empty. */
function partsOf({ parts, path }: PreparedPiece & { readonly path: string }): readonly (PdfStream | null)[] {
  let end = 0
  return parts.map((length) => {
    const from = end
    end += length
    if (length === 0) return null
    return {
      length,
      *chunks() {
        const file = openSync(path, 'r')
        try {
          yield* chunksOf(file, from, length)
        } finally {
          closeSync(file)
        }
      },
    }
  })
}

const writePdfSheet: Write = (work, icc, marks, put) => {
  const { width, height, profile, pieces, places } = work
  let size = 0
  const boxes = places.map((place) => ({
    place,
    ...boxesOf(turnedPiece(pieceAt(work, place), place), place, work),
  }))
  const painted = boxes.map(({ place, box }) => ({ picture: place.piece, box, turn: place.turn }))
  const again = hasBleedOverOthers(boxes)
    ? boxes.map(({ core }, at) => ({ ...(painted[at] as (typeof painted)[number]), clip: core }))
    : []
  writePdf(
    {
      ...{ width, height, icc, trim: work.trim, colorSamples: profile.colors === 'cmyk' ? 4 : 3 },
      pictures: pieces.map((piece) => {
        const [colors, ...plates] = partsOf(piece)
        if (!colors) throw new Error('a piece has no colours')
        return { width: piece.pieceWidth, height: piece.pieceHeight, colors, plates }
      }),
      places: [...painted, ...again],
      marks: marks.map((mark) => {
        const samples = pdfSamples(mark.ink, mark.width, 1, deflateSync)
        return { ...mark, samples: { length: samples.length, chunks: () => [samples] } }
      }),
      cuts: places.flatMap((place) => {
        const piece = pieceAt(work, place)
        const own = { width: piece.pieceWidth, height: piece.pieceHeight }
        return piece.cuts.map((curve) => placedCurve(curve, own, place.turn, place.x, place.y))
      }),
    },
    profile,
    (bytes) => {
      put(bytes, size)
      size += bytes.length
    },
    deflateSync,
  )
  return size
}

/** PDFs turn pictures at their places. */
function turnedPiece(piece: PreparedPiece, { turn }: PiecePlace): PreparedPiece {
  const { width, height } = turnedSize({ width: piece.pieceWidth, height: piece.pieceHeight }, turn)
  return { ...piece, pieceWidth: width, pieceHeight: height }
}
