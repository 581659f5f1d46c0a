/**
 * Writes a print sheet as a PDF of one page: the colours as one picture, each plate as a picture in a Separation (PDF 32000-1, 8.6.6.4). All of it
 * overprints: without that, colours that are painted over a plate knock it out, and the RIP lays no white. The plates are painted
 * first, so that viewers that do not simulate overprint show the colours.
 */
import { zlibSync } from 'fflate'
import { bytesHex } from '../../contract/ground/hex'
import { mmToPx } from '../../contract/rules/lengths'
import type { Plate, PrintProfile } from '../../contract/rules/print-profile'
import type { PrintSheet } from './print-sheet'

const encoder = new TextEncoder()
const pointsPerInch = 72

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

interface Part {
  readonly dictionary: string
  readonly data?: Uint8Array
}

function picture(sheet: PrintSheet, space: string, step: number, samples: Uint8Array, decode = ''): Part {
  const { width, height } = sheet
  return {
    dictionary: `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent 8 /ColorSpace ${space}${decode} /Filter /FlateDecode /DecodeParms << /Predictor 2 /Colors ${step} /BitsPerComponent 8 /Columns ${width} >>`,
    data: zlibSync(difference(samples, width, step)),
  }
}

/** A screen shows nothing of a plate: white ink and varnish have no colour of their own. */
const separation = ({ name }: Pick<Plate, 'name'>): string =>
  `[/Separation ${pdfName(name)} /DeviceCMYK << /FunctionType 2 /Domain [0 1] /N 1 /C0 [0 0 0 0] /C1 [0 0 0 0] >>]`

/** Width of a line that is cut, points: a hairline, which cutters ask for. */
const cutWidth = 0.25

/** Draws the cut lines from the upper left, with y downwards as in pictures. */
function cutContent({ cuts, height }: PrintSheet, dpi: number): string {
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

/** Transparency has no ink, so its channel is left out. @throws RangeError when the file would be too large for its directory. */
export function sheetPdf(sheet: PrintSheet, profile: PrintProfile): Uint8Array<ArrayBuffer> {
  const { width, height, colorSamples } = sheet
  const inks = profile.plates.flatMap((plate, index) => {
    const samples = sheet.plates[index]
    return plate.role === 'transparency' || samples === undefined ? [] : [{ plate, samples }]
  })
  const parts: Part[] = []
  const add = (part: Part): number => parts.push(part)
  const pageAt = 3
  const trim = points(Math.round(mmToPx(profile.bleedMm, profile.dpi)), profile.dpi)
  const [wide, high] = [width, height].map((px) => ((px / profile.dpi) * pointsPerInch - Number(trim)).toFixed(4))
  const size = `${points(width, profile.dpi)} ${points(height, profile.dpi)}`
  add({ dictionary: '/Type /Catalog /Pages 2 0 R' })
  add({ dictionary: `/Type /Pages /Kids [${pageAt} 0 R] /Count 1` })
  // The page is filled in below, when the numbers of its pictures are known.
  add({ dictionary: '' })
  const plateNames = inks.map(({ plate, samples }, index) => {
    const number = add(picture(sheet, separation(plate), 1, samples, plate.inverted ? ' /Decode [1 0]' : ''))
    return { key: `P${index}`, number }
  })
  const icc = add({
    dictionary: `/N ${colorSamples} /Alternate ${colorSamples === 3 ? '/DeviceRGB' : '/DeviceCMYK'} /Filter /FlateDecode`,
    data: zlibSync(sheet.icc),
  })
  // Inks go to the plates as they are: a profile would convert them once more. Screen colours say which colours they are.
  const colorSpace = colorSamples === 4 ? '/DeviceCMYK' : `[/ICCBased ${icc} 0 R]`
  const colors = add(picture(sheet, colorSpace, colorSamples, sheet.colors(0, height)))
  const drawings = [...plateNames.map(({ key }) => key), 'C'].map(
    (key) => `q ${size.split(' ')[0]} 0 0 ${size.split(' ')[1]} 0 0 cm /${key} Do Q`,
  )
  const cut = profile.cutLine === null || sheet.cuts.length === 0 ? '' : cutContent(sheet, profile.dpi)
  const content = add({ dictionary: '', data: encoder.encode(`/O gs\n${drawings.join('\n')}\n${cut}`) })
  const pictures = [...plateNames.map(({ key, number }) => `/${key} ${number} 0 R`), `/C ${colors} 0 R`].join(' ')
  parts[pageAt - 1] = {
    dictionary: `/Type /Page /Parent 2 0 R /MediaBox [0 0 ${size}] /BleedBox [0 0 ${size}] /TrimBox [${trim} ${trim} ${wide} ${high}] /Contents ${content} 0 R /Resources << /XObject << ${pictures} >> /ColorSpace << /K ${separation(profile.cutLine ?? { name: 'None' })} >> /ExtGState << /O << /Type /ExtGState /OP true /op true /OPM 1 >> >> >>`,
  }
  if (colorSamples === 4) {
    const intent = add({
      dictionary: `/Type /OutputIntent /S /GTS_PDFX /OutputConditionIdentifier (Custom) /Info (Custom) /DestOutputProfile ${icc} 0 R`,
    })
    parts[0] = { dictionary: `/Type /Catalog /Pages 2 0 R /OutputIntents [${intent} 0 R]` }
  }
  return fileOf(parts)
}

function fileOf(parts: readonly Part[]): Uint8Array<ArrayBuffer> {
  const pieces: Uint8Array[] = [encoder.encode('%PDF-1.6\n'), Uint8Array.of(0x25, 0xe2, 0xe3, 0xcf, 0xd3, 0x0a)]
  let length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  const write = (piece: Uint8Array | string) => {
    const bytes = typeof piece === 'string' ? encoder.encode(piece) : piece
    pieces.push(bytes)
    length += bytes.length
  }
  const offsets = parts.map(({ dictionary, data }, index) => {
    const offset = length
    write(`${index + 1} 0 obj\n<< ${dictionary}${data === undefined ? '' : ` /Length ${data.length}`} >>\n`)
    if (data !== undefined) {
      write('stream\n')
      write(data)
      write('\nendstream\n')
    }
    write('endobj\n')
    return offset
  })
  const table = length
  // An offset has ten digits.
  if (table >= 10 ** 10) throw new RangeError('the file is too large for PDF')
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  write(`xref\n0 ${parts.length + 1}\n0000000000 65535 f \n${rows}`)
  write(`trailer\n<< /Size ${parts.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`)
  const file = new Uint8Array(length)
  let at = 0
  for (const piece of pieces) {
    file.set(piece, at)
    at += piece.length
  }
  return file
}
