/**
 * Writes print pictures as a PDF of one page: the colours of each as one picture, each plate as a picture in a Separation (PDF 32000-1,
 * 8.6.6.4). All of it overprints: without that, colours that are painted over a plate knock it out, and the RIP lays no white. The plates
 * are painted first, so that viewers that do not simulate overprint show the colours.
 */
import { zlibSync } from 'fflate'
import { bytesHex } from '../../contract/ground/hex'
import type { Turn } from '../../contract/rules/jig'
import { mmToPx, pointsPerInch } from '../../contract/rules/lengths'
import type { Plate, PrintProfile } from '../../contract/rules/print-profile'
import type { Curve } from '../outline/curve'
import { bytesStream, type PdfFile, type PdfStream, pdfFile } from './pdf-file'
import type { PrintSheet } from './print-sheet'

const encoder = new TextEncoder()

/** A name of PDF: bytes other than letters, digits and a few signs are written as #xx. */
function pdfName(text: string): string {
  const bytes = [...encoder.encode(text)]
  const isPlain = (byte: number) => /[A-Za-z0-9_.+-]/.test(String.fromCharCode(byte))
  return `/${bytes.map((byte) => (isPlain(byte) ? String.fromCharCode(byte) : `#${bytesHex([byte])}`)).join('')}`
}

/** Horizontal differences, predictor 2 of TIFF, which PDF knows too. */
function difference(samples: Uint8Array, width: number, step: number): Uint8Array {
  const made = Uint8Array.from(samples)
  for (let row = 0; row < made.length; row += width * step) {
    for (let at = row + width * step - 1; at >= row + step; at--) made[at] = (made[at] as number) - (made[at - step] as number)
  }
  return made
}

/** Compresses the samples of a picture as this file's PDFs have them, `step` samples a px. */
export const pdfSamples = (samples: Uint8Array, width: number, step: number, deflate = zlibSync): Uint8Array =>
  deflate(difference(samples, width, step))

/** A picture with its plates, each compressed by {@link pdfSamples}. */
export interface PdfPicture {
  /** px */
  readonly width: number
  readonly height: number
  readonly colors: PdfStream
  /** In the order of the profile; null for transparency, which has no ink. */
  readonly plates: readonly (PdfStream | null)[]
}

/** A box in px of the page, from its upper left. */
export interface PdfBox {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Where a picture lies. */
export interface PdfPlace {
  /** Its place in `pictures`. */
  readonly picture: number
  /** The box of the turned picture. */
  readonly box: PdfBox
  /** Clockwise. */
  readonly turn: Turn
  /** The part that is painted; absent: all of it. */
  readonly clip?: PdfBox
}

/** Black beside the pictures, such as a code: 255 = full ink, compressed by {@link pdfSamples}. */
export interface PdfMark extends PdfBox {
  readonly samples: PdfStream
}

export interface PdfPage {
  /** px at the resolution of the profile */
  readonly width: number
  readonly height: number
  /** Bleed around what is left of the page after it is cut, px. */
  readonly trim: number
  /** Samples of a px that are colours: 3 or 4. */
  readonly colorSamples: 3 | 4
  /** The ICC profile of the colours. */
  readonly icc: Uint8Array
  readonly pictures: readonly PdfPicture[]
  /** Later ones are painted over earlier ones. */
  readonly places: readonly PdfPlace[]
  readonly marks: readonly PdfMark[]
  /** Closed curves along which the print is cut, px from the upper left. */
  readonly cuts: readonly Curve[]
}

/** A screen shows nothing of a plate: white ink and varnish have no colour of their own. */
const separation = (name: string, full = '[0 0 0 0]'): string =>
  `[/Separation ${pdfName(name)} /DeviceCMYK << /FunctionType 2 /Domain [0 1] /N 1 /C0 [0 0 0 0] /C1 ${full} >>]`

/** Width of a line that is cut, points: a hairline, which cutters ask for. */
const cutWidth = 0.25

/** Draws the cut lines from the upper left, with y downwards as in pictures. */
function cutContent({ cuts, height }: PdfPage, dpi: number): string {
  const scale = pointsPerInch / dpi
  const x = (px: number) => (px * scale).toFixed(3)
  const y = (px: number) => ((height - px) * scale).toFixed(3)
  const lines = cuts.map((curve) => {
    const at = (index: number) => `${x(curve[index] as number)} ${y(curve[index + 1] as number)}`
    const parts = [`${at(0)} m`]
    for (let index = 2; index + 5 < curve.length; index += 6) parts.push(`${at(index)} ${at(index + 2)} ${at(index + 4)} c`)
    return `${parts.join('\n')}\nh`
  })
  return `q /K CS 1 SCN ${cutWidth} w\n${lines.join('\n')}\nS Q\n`
}

/** Six digits of a point are a tenth of a micrometre. */
const points = (px: number, dpi: number): string => ((px / dpi) * pointsPerInch).toFixed(4)

/** Returns the transform from the unit square of a picture, upwards, to its turned box on a page of this height. */
function matrixOf({ x, y, width, height }: PdfBox, turn: PdfPlace['turn'], page: number): readonly number[] {
  const [left, right, top, bottom] = [x, x + width, page - y, page - y - height]
  if (turn === 0) return [width, 0, 0, height, left, bottom]
  if (turn === 90) return [0, -height, width, 0, left, top]
  if (turn === 180) return [-width, 0, 0, -height, right, top]
  return [0, height, -width, 0, right, bottom]
}

const boxText = ({ x, y, width, height }: PdfBox, page: number, dpi: number): string =>
  [x, page - y - height, width, height].map((px) => points(px, dpi)).join(' ')

function imageDictionary(size: Pick<PdfBox, 'width' | 'height'>, space: string, step: number, decode = ''): string {
  return `/Type /XObject /Subtype /Image /Width ${size.width} /Height ${size.height} /BitsPerComponent 8 /ColorSpace ${space}${decode} /Filter /FlateDecode /DecodeParms << /Predictor 2 /Colors ${step} /BitsPerComponent 8 /Columns ${size.width} >>`
}

/** Writes the pictures of a page; returns the content that paints them, and the names of all pictures. */
function pagePictures(file: PdfFile, page: PdfPage, profile: PrintProfile, icc: number) {
  const { colorSamples, height } = page
  // Inks go to the plates as they are: a profile would convert them once more. Screen colours say which colours they are.
  const colorSpace = colorSamples === 4 ? '/DeviceCMYK' : `[/ICCBased ${icc} 0 R]`
  const names: string[] = []
  const add = (key: string, dictionary: string, stream: PdfStream) => {
    names.push(`/${key} ${file.add(dictionary, stream)} 0 R`)
  }
  page.pictures.forEach((picture, at) => {
    profile.plates.forEach((plate, index) => {
      const samples = picture.plates[index]
      if (!samples) return
      add(`P${at}_${index}`, imageDictionary(picture, separation(plate.name), 1, plate.inverted ? ' /Decode [1 0]' : ''), samples)
    })
    add(`C${at}`, imageDictionary(picture, colorSpace, colorSamples), picture.colors)
  })
  const paint = (key: string, { box, turn, clip }: Omit<PdfPlace, 'picture'>) => {
    const cut = clip === undefined ? '' : `${boxText(clip, height, profile.dpi)} re W n `
    return `q ${cut}${matrixOf(box, turn, height)
      .map((px) => points(px, profile.dpi))
      .join(' ')} cm /${key} Do Q`
  }
  const content = [
    ...profile.plates.flatMap((_, index) =>
      page.places.flatMap((place) =>
        page.pictures[place.picture]?.plates[index] ? [paint(`P${place.picture}_${index}`, place)] : [],
      ),
    ),
    ...page.places.map((place) => paint(`C${place.picture}`, place)),
    ...page.marks.map((mark, at) => {
      add(`M${at}`, imageDictionary(mark, separation('Black', '[0 0 0 1]'), 1), mark.samples)
      return paint(`M${at}`, { box: mark, turn: 0 })
    }),
  ]
  return { content: content.join('\n'), names: names.join(' ') }
}

/** Writes a page. Transparency has no ink, so its channel is left out. @throws RangeError when the file would be too large for PDF. */
export function writePdf(
  page: PdfPage,
  profile: PrintProfile,
  put: (bytes: Uint8Array) => void,
  deflate: (bytes: Uint8Array) => Uint8Array = zlibSync,
): void {
  const { width, height, colorSamples, trim } = page
  const file = pdfFile(put)
  const [root, tree, leaf] = [file.reserve(), file.reserve(), file.reserve()]
  const icc = file.add(
    `/N ${colorSamples} /Alternate ${colorSamples === 3 ? '/DeviceRGB' : '/DeviceCMYK'} /Filter /FlateDecode`,
    bytesStream(deflate(page.icc)),
  )
  const { content, names } = pagePictures(file, page, profile, icc)
  const cut = profile.cutLine === null || page.cuts.length === 0 ? '' : cutContent(page, profile.dpi)
  const contents = file.add('', bytesStream(encoder.encode(`/O gs\n${content}\n${cut}`)))
  const intent =
    colorSamples === 4
      ? file.add(
          `/Type /OutputIntent /S /GTS_PDFX /OutputConditionIdentifier (Custom) /Info (Custom) /DestOutputProfile ${icc} 0 R`,
        )
      : null
  file.write(root, `/Type /Catalog /Pages ${tree} 0 R${intent === null ? '' : ` /OutputIntents [${intent} 0 R]`}`)
  file.write(tree, `/Type /Pages /Kids [${leaf} 0 R] /Count 1`)
  const size = `${points(width, profile.dpi)} ${points(height, profile.dpi)}`
  const trimmed = [trim, trim, width - trim, height - trim].map((px) => points(px, profile.dpi)).join(' ')
  file.write(
    leaf,
    `/Type /Page /Parent ${tree} 0 R /MediaBox [0 0 ${size}] /BleedBox [0 0 ${size}] /TrimBox [${trimmed}] /Contents ${contents} 0 R /Resources << /XObject << ${names} >> /ColorSpace << /K ${separation(profile.cutLine?.name ?? 'None')} >> /ExtGState << /O << /Type /ExtGState /OP true /op true /OPM 1 >> >> >>`,
  )
  file.end(root)
}

const hasInk = ({ role }: Plate): boolean => role !== 'transparency'

/** Compresses the colours and plates of a sheet that lies on a page. */
export function pdfPicture(sheet: PrintSheet, profile: PrintProfile, deflate = zlibSync) {
  const { width, height, colorSamples } = sheet
  return {
    width,
    height,
    colors: pdfSamples(sheet.colors(0, height), width, colorSamples, deflate),
    plates: profile.plates.map((plate, index) => {
      const samples = sheet.plates[index]
      return hasInk(plate) && samples !== undefined ? pdfSamples(samples, width, 1, deflate) : null
    }),
  }
}

/** Returns a sheet as a PDF. @throws as `writePdf` does. */
export function sheetPdf(sheet: PrintSheet, profile: PrintProfile): Uint8Array<ArrayBuffer> {
  const { width, height, colorSamples, icc, cuts } = sheet
  const { colors, plates } = pdfPicture(sheet, profile)
  const picture = { width, height, colors: bytesStream(colors), plates: plates.map((one) => one && bytesStream(one)) }
  const page: PdfPage = {
    ...{ width, height, colorSamples, icc, cuts },
    // A page of its own size is not cut to the case.
    trim: profile.page === null ? Math.round(mmToPx(profile.bleedMm, profile.dpi)) : 0,
    pictures: [picture],
    places: [{ picture: 0, box: { x: 0, y: 0, width, height }, turn: 0 }],
    marks: [],
  }
  const pieces: Uint8Array[] = []
  writePdf(page, profile, (bytes) => pieces.push(bytes))
  const file = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    file.set(piece, at)
    at += piece.length
  }
  return file
}
