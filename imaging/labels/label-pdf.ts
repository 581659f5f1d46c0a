/** Labels as a PDF, a page each, of exactly their size: any label printer prints it from the system's dialog. */
import { zlibSync } from 'fflate'
import { mmToPx, pointsPerInch } from '../../contract/rules/lengths'
import { bytesStream, pdfFile } from '../plates/pdf-file'
import type { LabelBitmap } from './label-bitmap'

const points = (mm: number): string => mmToPx(mm, pointsPerInch).toFixed(4)

/** @param size of each label, mm. */
export function labelsPdf(
  labels: readonly LabelBitmap[],
  { widthMm, heightMm }: { readonly widthMm: number; readonly heightMm: number },
): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = []
  const file = pdfFile((bytes) => parts.push(bytes.slice()))
  const [root, pages] = [file.reserve(), file.reserve()]
  const [width, height] = [points(widthMm), points(heightMm)]
  const kids = labels.map((label) => {
    // In DeviceGray 0 is black, and a bit of 1 is black here.
    const facts = `/Width ${label.width} /Height ${label.height} /BitsPerComponent 1 /ColorSpace /DeviceGray /Decode [1 0] /Filter /FlateDecode`
    const picture = file.add(`/Type /XObject /Subtype /Image ${facts}`, bytesStream(zlibSync(label.bits)))
    const content = file.add('', bytesStream(new TextEncoder().encode(`q ${width} 0 0 ${height} 0 0 cm /L Do Q`)))
    return file.add(
      `/Type /Page /Parent ${pages} 0 R /MediaBox [0 0 ${width} ${height}] /Contents ${content} 0 R /Resources << /XObject << /L ${picture} 0 R >> >>`,
    )
  })
  file.write(pages, `/Type /Pages /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] /Count ${kids.length}`)
  file.write(root, `/Type /Catalog /Pages ${pages} 0 R`)
  file.end(root)
  const made = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    made.set(part, at)
    at += part.length
  }
  return made
}
