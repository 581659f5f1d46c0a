/** Prepares a picture for its places on a sheet: scaled, in the colours of the printer, with its plates, turned. Runs in a picture process. */
import { readFile, writeFile } from 'node:fs/promises'
import { deflateSync } from 'node:zlib'
import { messageOf } from '../../../../contract/ground/thrown'
import { caseMask } from '../../../../imaging/mockup/case-mask'
import { interleaved, pngChannels } from '../../../../imaging/plates/interleaved'
import { type PrintSheet, printSheet } from '../../../../imaging/plates/print-sheet'
import { pdfPicture } from '../../../../imaging/plates/write-pdf'
import { readBareArea } from '../../../../imaging/png/bare-area'
import { turnedPixels, turnedSize } from '../../../../imaging/sheets/turn'
import { inksBy } from '../../../../imaging/tiff/inks'
import { Failure } from '../../../kernel/failure'
import { unreadable } from '../../content/analyse'
import { rgba } from '../mockup'
import { piecePixels } from './decode-piece'
import { fullDisk } from './sheet-folder'
import type { CaseFiles, PieceWork, PreparedPiece } from './sheet-work'

/** Rejects with 'unsupported-file' in words for the seller when the picture cannot be printed. */
export async function preparePiece(bytes: Buffer, work: PieceWork): Promise<PreparedPiece> {
  // A piece has its place on the sheet, which is the page.
  // Files other than PDFs have no cut lines.
  const cutLine = work.profile.container === 'pdf' ? work.profile.cutLine : null
  const profile = { ...work.profile, page: null, cutLine }
  const { iccPath } = work
  try {
    const drawn = await piecePixels(bytes, work, profile.colors === 'cmyk')
    const bare = readBareArea(bytes)
    const mask = work.casePictures === null ? null : await readMask(work.casePictures)
    const pixels = { ...drawn, ...(bare && { bare }), ...(mask && { mask }) }
    const icc = iccPath === null ? undefined : await readFile(iccPath)
    const sheet = await printSheet(pixels, profile, icc, undefined, (...args) => keptInks(iccPath, ...args))
    try {
      return await writePiece(sheet, work)
    } finally {
      sheet.free()
    }
  } catch (error) {
    const full = fullDisk(error)
    if (full !== null) throw full
    const message = messageOf(error)
    // Our own code refuses in words.
    if (!(error instanceof Failure) && /[\u4e00-\u9fff]/.test(message)) throw new Failure('unsupported-file', message)
    throw unreadable(error)
  }
}

async function readMask({ width, height, under, over }: CaseFiles) {
  const read = async (path: string | null) => (path === null ? null : rgba(await readFile(path), { width, height }))
  return caseMask({ width, height, under: await read(under), over: await read(over) })
}

/** Rows whose colours are converted at once: what comes in between stays small. */
const rowsAtOnce = 64

/** Writes the samples of a piece; see `PreparedPiece.parts`. */
async function writePiece(sheet: PrintSheet, { profile, turn, path }: PieceWork): Promise<PreparedPiece> {
  const { width, height, colorSamples, coverages } = sheet
  const size = turnedSize(sheet, turn)
  const facts = {
    pieceWidth: size.width,
    pieceHeight: size.height,
    inks: coverages.map((share) => share * width * height),
    cuts: sheet.cuts,
  }
  if (profile.container === 'pdf') {
    const { colors, plates } = pdfPicture(sheet, profile, deflateSync)
    const parts = [colors, ...plates]
    await writeFile(path, Buffer.concat(parts.flatMap((part) => part ?? [])))
    return { ...facts, parts: parts.map((part) => part?.length ?? 0) }
  }
  const channels = profile.container === 'png' ? pngChannels : colorSamples + sheet.plates.length
  const upright = new Uint8Array(width * height * channels)
  for (let top = 0; top < height; top += rowsAtOnce) {
    const rows = interleaved(sheet, channels, top, Math.min(rowsAtOnce, height - top))
    upright.set(rows, top * width * channels)
  }
  const samples = turnedPixels(upright, sheet, channels, turn)
  await writeFile(path, samples)
  return { ...facts, parts: [samples.length] }
}

type Inks = Awaited<ReturnType<typeof inksBy>>

/** The converter of the last piece: opening one takes as long as converting a small picture. */
let kept: { readonly key: string; readonly inks: Promise<Inks> } | null = null

/** Opens a converter to inks, or returns that of the last piece. A file is not written twice, so its path names its profile. */
async function keptInks(iccPath: string | null, ...args: Parameters<typeof inksBy>): Promise<Inks> {
  const [icc, source, wasm, inkLimit] = args
  if (source !== undefined) return inksBy(icc, source, wasm, inkLimit)
  const key = `${iccPath} ${inkLimit}`
  if (kept?.key !== key) {
    const former = kept
    kept = { key, inks: inksBy(icc, source, wasm, inkLimit) }
    void former?.inks.then((inks) => inks.free()).catch(() => undefined)
  }
  const inks = await kept.inks
  const convert: Inks = Object.assign((rgb: Uint8Array, pixels: number) => inks(rgb, pixels), { free: () => undefined })
  return convert
}
